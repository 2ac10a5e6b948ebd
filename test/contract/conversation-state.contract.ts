import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import { expect, it } from 'vitest';
import type { AnswerCache, CacheEntry, CachePlace } from '../../activities/conversations/sql-answer-cache.ts';
import type { AnswerStream } from '../../activities/conversations/sql-answer-stream.ts';
import { answerResultOf } from '../support/builders/answer-results.ts';
import { supportFile } from '../support/processes/processes.ts';

/** Cache and streams over an empty database, on a clock that the test moves on. */
export interface TestState {
  readonly cache: AnswerCache;
  readonly stream: AnswerStream;
  /** Another process's view of the same database. */
  openAnother(): { readonly cache: AnswerCache; readonly stream: AnswerStream };
  /** What another process opens: a home, or the address of a database. */
  readonly place: string;
  wait(milliseconds: number): void;
  /** ISO 8601. */
  now(): string;
}

const NOW = '2026-01-02T03:00:00.000Z';
const SOON = '2026-01-02T03:10:00.000Z';
const LATER = '2026-01-02T04:00:00.000Z';

const PLACE: CachePlace = { kind: 'answer', key: 'a'.repeat(64), userId: 'anna' };
const entryOf = (value: unknown, changes: Partial<CacheEntry> = {}): CacheEntry => ({
  ...PLACE,
  sessionId: 'mine',
  value,
  expiresAt: SOON,
  ...changes,
});

/** Behaviour that every answer cache shows; called inside a `describe` of the adapter. */
export function itKeepsAnswers(world: () => TestState): void {
  const cache = (): AnswerCache => world().cache;

  it('finds what was kept, unchanged, also from another process', async () => {
    const value = { text: 'Grüße 😀 \u0000 \uD800', numbers: [1, 2.5, null], deep: { ok: true } };
    await cache().keep(entryOf(value));

    expect(await cache().find(PLACE, NOW)).toEqual(value);
    expect(await world().openAnother().cache.find(PLACE, NOW)).toEqual(value);
  });

  it('finds nothing under another kind, key or user', async () => {
    await cache().keep(entryOf('kept'));
    const others: Partial<CachePlace>[] = [{ kind: 'plan' }, { key: 'b' }, { userId: 'bert' }, { userId: null }];

    for (const other of others) expect(await cache().find({ ...PLACE, ...other }, NOW)).toBeNull();
  });

  it('keeps what was made without a user for those without one', async () => {
    await cache().keep(entryOf('kept', { userId: null }));

    expect(await cache().find({ ...PLACE, userId: null }, NOW)).toBe('kept');
    expect(await cache().find(PLACE, NOW)).toBeNull();
  });

  it('never returns an expired entry', async () => {
    await cache().keep(entryOf('kept'));

    expect(await cache().find(PLACE, '2026-01-02T03:09:59.999Z')).toBe('kept');
    expect(await cache().find(PLACE, SOON)).toBeNull();
    expect(await cache().find(PLACE, LATER)).toBeNull();
  });

  it('replaces an entry, with its session and its time', async () => {
    await cache().keep(entryOf('old'));
    await cache().keep(entryOf('new', { sessionId: 'other', expiresAt: LATER }));

    expect(await cache().deleteSession('mine')).toBe(0);
    expect(await cache().find(PLACE, SOON)).toBe('new');
  });

  it('deletes the entries of a session, and nothing of others', async () => {
    await cache().keep(entryOf('answer'));
    await cache().keep(entryOf('plan', { kind: 'plan' }));
    await cache().keep(entryOf('other', { key: 'b', sessionId: 'mine too' }));

    expect(await cache().deleteSession('mine')).toBe(2);
    expect(await cache().find(PLACE, NOW)).toBeNull();
    expect(await cache().find({ ...PLACE, key: 'b' }, NOW)).toBe('other');
  });

  it('deletes the entries of a user, and nothing of others', async () => {
    await cache().keep(entryOf('answer'));
    await cache().keep(entryOf('plan', { kind: 'plan', sessionId: 'another' }));
    await cache().keep(entryOf('other', { key: 'b', userId: 'bert' }));
    await cache().keep(entryOf('nobody', { key: 'c', userId: null }));

    expect(await cache().deleteUser('anna')).toBe(2);
    expect(await cache().find(PLACE, NOW)).toBeNull();
    expect(await cache().find({ ...PLACE, key: 'b', userId: 'bert' }, NOW)).toBe('other');
    expect(await cache().find({ ...PLACE, key: 'c', userId: null }, NOW)).toBe('nobody');
  });

  it('counts, then deletes expired entries', async () => {
    await cache().keep(entryOf('müde'));
    await cache().keep(entryOf('awake', { key: 'b', expiresAt: LATER }));
    const expired = { entries: 1, bytes: Buffer.byteLength('"müde"') };

    expect(await cache().deleteExpired(SOON, true)).toEqual({ entries: 0, bytes: 0 });
    expect(await cache().deleteExpired(LATER, false)).toEqual(expired);
    expect(await cache().deleteExpired(LATER, true)).toEqual(expired);
    expect(await cache().deleteExpired(LATER, true)).toEqual({ entries: 0, bytes: 0 });
    expect(await cache().find({ ...PLACE, key: 'b' }, NOW)).toBe('awake');
  });
}

const MINE = 'mine:1';
const textOf = (text: string): AnswerEvent => ({ kind: 'text', text });
const END: AnswerEvent = { kind: 'end', answer: answerResultOf({ answerId: MINE, sessionId: 'mine' }) };
const HOUR_MS = 3_600_000;

/** Behaviour that every store of streams shows; called inside a `describe` of the adapter. */
export function itKeepsStreams(world: () => TestState): void {
  const stream = (): AnswerStream => world().stream;
  const kindsOf = async (answerId = MINE, after = 0): Promise<string[]> =>
    (await stream().read(answerId, after)).map(({ event }) => event.kind);
  const textsOf = async (answerId = MINE): Promise<string[]> =>
    (await stream().read(answerId, 0)).flatMap(({ event }) => (event.kind === 'text' ? [event.text] : []));

  it('numbers the events of each answer from 1, and returns them unchanged', async () => {
    const events: AnswerEvent[] = [
      { kind: 'stage', stage: 'rewriting' },
      textOf('Grüße 😀 \u0000 \uD800'),
      { kind: 'citations', citations: answerResultOf().citations },
      END,
    ];
    for (const event of events) await stream().append(MINE, 1, event);
    await stream().append('mine:2', 1, { kind: 'failed', reason: 'no model' });

    expect(await stream().read(MINE, 0)).toEqual(events.map((event, index) => ({ sequence: index + 1, event })));
    expect(await stream().read('mine:2', 0)).toMatchObject([{ sequence: 1 }]);
    expect(await stream().read('mine:3', 0)).toEqual([]);
  });

  it('continues after any event', async () => {
    for (const word of ['a', 'b', 'c']) await stream().append(MINE, 1, textOf(word));

    expect(await stream().read(MINE, 1)).toMatchObject([{ sequence: 2 }, { sequence: 3 }]);
    expect(await stream().read(MINE, 3)).toEqual([]);
  });

  it('ignores texts of an attempt that another has followed', async () => {
    await stream().append(MINE, 1, textOf('first'));
    await stream().append(MINE, 2, { kind: 'reset' });
    await stream().append(MINE, 1, textOf('frozen'));
    await stream().append(MINE, 1, { kind: 'reset' });
    await stream().append(MINE, 2, textOf('second'));

    expect(await kindsOf()).toEqual(['text', 'reset', 'text']);
    expect(await textsOf()).toEqual(['first', 'second']);
  });

  it('does not compare the attempts of stages and ends with those of texts', async () => {
    await stream().append(MINE, 2, textOf('second'));
    await stream().append(MINE, 7, { kind: 'stage', stage: 'verifying' });
    await stream().append(MINE, 2, textOf('goes on'));
    await stream().append(MINE, 1, END);

    expect(await kindsOf()).toEqual(['text', 'stage', 'text', 'end']);
  });

  it.each<AnswerEvent>([END, { kind: 'failed', reason: 'no model' }])('appends nothing after "$kind"', async (last) => {
    await stream().append(MINE, 1, last);
    for (const event of [last, textOf('late'), { kind: 'reset' } as const]) await stream().append(MINE, 9, event);

    expect(await stream().read(MINE, 0)).toEqual([{ sequence: 1, event: last }]);
  });

  it('refuses what is not the id of an answer', async () => {
    await expect(stream().append('mine', 1, textOf('a'))).rejects.toThrow('"mine" is not the id of an answer');
  });

  it('has no gaps when several processes append at once', async () => {
    const processes = ['a', 'b'].map((word) =>
      spawn(process.execPath, [supportFile('stream-process.ts'), world().place, MINE, '40', word], {
        stdio: 'inherit',
      }),
    );
    const codes = await Promise.all(processes.map(async (child) => (await once(child, 'close'))[0]));

    expect(codes).toEqual([0, 0]);
    const events = await stream().read(MINE, 0);
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    const texts = await textsOf();
    for (const word of ['a', 'b'])
      expect(texts.filter((text) => text.startsWith(word))).toEqual(
        Array.from({ length: 40 }, (_, index) => `${word} ${index + 1}`),
      );
  });

  it('ends once, however many ask for it at the same time', async () => {
    const other = world().openAnother().stream;
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? stream() : other).append(MINE, 1, END)));

    expect(await kindsOf()).toEqual(['end']);
  });

  it('deletes the streams of a session, and nothing of others', async () => {
    for (const answerId of [MINE, 'mine:2', 'mine too:1']) await stream().append(answerId, 1, textOf('a'));

    expect(await stream().deleteSession('mine')).toBe(2);
    expect([await kindsOf(), await kindsOf('mine too:1')]).toEqual([[], ['text']]);
  });

  it('counts, then deletes streams that ended long ago, as a whole', async () => {
    await stream().append(MINE, 1, textOf('müde'));
    await stream().append(MINE, 1, END);
    await stream().append('mine:2', 1, textOf('still written'));
    world().wait(HOUR_MS);
    const hourAgo = world().now();
    await stream().append('mine:3', 1, { kind: 'failed', reason: 'no model' });
    const old = { entries: 2, bytes: bytesOf(textOf('müde')) + bytesOf(END) };

    expect(await stream().deleteBefore(hourAgo, false)).toEqual(old);
    expect(await stream().deleteBefore(hourAgo, true)).toEqual(old);
    expect(await stream().deleteBefore(hourAgo, true)).toEqual({ entries: 0, bytes: 0 });
    expect([await kindsOf(), await kindsOf('mine:2'), await kindsOf('mine:3')]).toEqual([[], ['text'], ['failed']]);
  });

  it('deletes a stream that never ended a month after its last event', async () => {
    await stream().append(MINE, 1, textOf('abandoned'));
    world().wait(31 * 24 * HOUR_MS);

    expect(await stream().deleteBefore(world().now(), true)).toMatchObject({ entries: 1 });
  });
}

function bytesOf(event: AnswerEvent): number {
  return Buffer.byteLength(JSON.stringify(event));
}
