import { beforeEach, describe, expect, it } from 'vitest';
import { createStreamedText } from '../../../activities/conversations/streamed-answer.ts';
import { createMemoryAnswerStream, type MemoryAnswerStream } from '../../support/builders/memory-answer-stream.ts';

const ANSWER = 'session-1:1';

let stream: MemoryAnswerStream;

beforeEach(() => {
  stream = createMemoryAnswerStream();
});

const eventsOf = async () => (await stream.read(ANSWER, 0)).map(({ event }) => event);

describe('streamed text', () => {
  it('appends the first text at once, and what comes meanwhile as one', async () => {
    const text = createStreamedText(stream, ANSWER, 1);
    text.onText('It');
    await stream.arrival(ANSWER, 1);
    for (const delta of [' burns', ' for', ' nine', ' hours.']) text.onText(delta);

    expect(await text.end()).toBeNull();
    expect(await eventsOf()).toEqual([
      { kind: 'text', text: 'It' },
      { kind: 'text', text: ' burns for nine hours.' },
    ]);
  });

  it('appends all of a thousand pieces in their order, in far fewer events', async () => {
    const text = createStreamedText(stream, ANSWER, 1);
    const pieces = Array.from({ length: 1_000 }, (_, index) => `${index} `);
    for (const piece of pieces) {
      text.onText(piece);
      if (Number(piece) % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await text.end();

    expect(await stream.textOf(ANSWER)).toBe(pieces.join(''));
    expect((await eventsOf()).length).toBeLessThan(20);
  });

  it('voids what came before a reset, and leaves out what nobody has seen of it', async () => {
    const text = createStreamedText(stream, ANSWER, 1);
    text.onText('wr');
    await stream.arrival(ANSWER, 1);
    text.onText('ong');
    text.onReset();
    text.onText('right');
    await text.end();

    expect(await eventsOf()).toEqual([
      { kind: 'text', text: 'wr' },
      { kind: 'reset' },
      { kind: 'text', text: 'right' },
    ]);
  });

  it.each([
    ['a second attempt', 2, []],
    ['the first attempt of another activity over the text of one before', 1, ['half an ans']],
  ])('begins with a reset for %s', async (_, attempt, before) => {
    for (const words of before) await stream.append(ANSWER, 1, { kind: 'text', text: words });
    await createStreamedText(stream, ANSWER, attempt).end();

    expect((await eventsOf()).at(-1)).toEqual({ kind: 'reset' });
  });

  it('appends nothing where there is no text, before the model or after a stage', async () => {
    await stream.append(ANSWER, 1, { kind: 'stage', stage: 'compose' });
    await createStreamedText(stream, ANSWER, 1).end();

    expect(await eventsOf()).toEqual([{ kind: 'stage', stage: 'compose' }]);
  });

  it('keeps an attempt that wakes up late out of the text of its successors, whatever activity they belong to', async () => {
    const first = createStreamedText(stream, ANSWER, 3);
    first.onText('one');
    await stream.arrival(ANSWER, 2);
    const second = createStreamedText(stream, ANSWER, 1);
    second.onText('two');
    await stream.arrival(ANSWER, 4);
    first.onReset();
    first.onText('late');
    await first.end();
    await second.end();

    expect(await stream.textOf(ANSWER)).toBe('two');
  });

  it('reports why the stream failed, and appends nothing behind the gap', async () => {
    const text = createStreamedText(stream, ANSWER, 1);
    text.onText('seen');
    await stream.arrival(ANSWER, 1);
    stream.failWith('the disk is full');
    text.onText(' lost');

    expect(await text.end()).toBe('the disk is full');
    expect(await stream.textOf(ANSWER)).toBe('seen');
  });
});
