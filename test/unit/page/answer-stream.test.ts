import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import { STOPPED_ANSWER } from '@plumbline/contracts/answers/conversation';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../../../packages/page/browser/api/api-client.ts';
import {
  afterEvent,
  liveAnswerTo,
  standingTurns,
  wasStopped,
} from '../../../packages/page/browser/models/live-answer.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { createApiWorld } from '../../support/builders/api-world.ts';
import { turnOf } from '../../support/builders/conversation-fixtures.ts';

/** By number, with the one that it replaces. */
const TURNS = [[1], [2], [3], [4, 2], [5, 4], [6], [7, 1]] as const;

const MESSAGE = { message: 'How long does the lamp burn?', messageId: 'm1' };

afterEach(() => void vi.unstubAllGlobals());

describe('a conversation', () => {
  const thread = TURNS.map(([number, instead]) => turnOf({ turn: number, instead }));
  const shown = (count: number) =>
    standingTurns(thread.slice(0, count)).map(({ turn, former }) => [
      turn.turn,
      former.map((version) => version.map((one) => one.turn)),
    ]);

  it('shows what stands, and every former version once', () => {
    expect(shown(3)).toEqual([
      [1, []],
      [2, []],
      [3, []],
    ]);
    expect(shown(4)).toEqual([
      [1, []],
      [4, [[2, 3]]],
    ]);
    expect(shown(5)).toEqual([
      [1, []],
      [5, [[2, 3], [4]]],
    ]);
    expect(shown(7)).toEqual([[7, [[1, 2, 3, 4, 5, 6]]]]);
  });
});

describe('an answer under way', () => {
  it('grows, begins again after a reset, and says why it failed', () => {
    const events: AnswerEvent[] = [
      { kind: 'stage', stage: 'writing' },
      { kind: 'text', text: 'Seven' },
      { kind: 'reset' },
      { kind: 'text', text: 'Nine ' },
      { kind: 'text', text: 'hours' },
    ];
    const live = events.reduce(afterEvent, liveAnswerTo({ message: 'How long?' }));

    expect(live).toEqual({ message: 'How long?', stage: 'writing', text: 'Nine hours', failure: null });
    expect(afterEvent(live, { kind: 'failed', reason: 'no model' }).failure).toBe('no model');
  });
});

/** The API of a server whose connections break after so many characters; the last one holds. */
function followOver(breaks: readonly number[], silenceMs = 60_000) {
  const world = createApiWorld();
  world.sessions.answer = async (asked) => {
    const answerId = world.sessions.take(asked);
    const { sessionId = '' } = asked;
    world.events.set(answerId, [
      { kind: 'text', text: 'Seven' },
      { kind: 'reset' },
      { kind: 'text', text: 'Nine hours' },
      { kind: 'end', answer: answerResultOf({ answerId, sessionId, message: MESSAGE.message }) },
    ]);
    return new Promise(() => undefined);
  };
  const sent: Request[] = [];
  const left = [...breaks];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = new Request(`http://127.0.0.1${path}`, init);
    sent.push(request.clone());
    const response = await world.api.request(request);
    const broken = left.shift();
    return broken === undefined ? response : new Response(cutAfter(response, broken), response);
  });
  const signal = new AbortController().signal;
  const pace = { pauseMs: 1, silenceMs };
  const events = createApiClient({ token: () => null }).followAnswer({
    message: MESSAGE,
    lastEventId: null,
    pace,
    signal,
  });
  return { world, sent, events };
}

function cutAfter({ body }: Response, length: number): ReadableStream<Uint8Array> {
  let left = length;
  const cutting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      stream.enqueue(chunk.slice(0, left));
      left -= chunk.length;
      if (left <= 0) stream.error(new TypeError('network error'));
    },
  });
  if (body === null) throw new Error('there is no stream');
  return body.pipeThrough(cutting);
}

async function kindsOf(events: AsyncIterable<{ readonly kind: string }>): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { kind } of events) kinds.push(kind);
  return kinds;
}

describe('following an answer', () => {
  it('reads every event once, across lost connections, and asks once', async () => {
    const { sent, events, world } = followOver([5, 200, 60]);

    expect(await kindsOf(events)).toEqual(['session', 'text', 'reset', 'text', 'end']);
    expect(sent).toHaveLength(4);
    expect(sent.map(({ headers }) => headers.get('last-event-id')).slice(0, 2)).toEqual([null, null]);
    expect(sent.at(-1)?.headers.get('last-event-id')).toMatch(/^(?:m1|chat-[0-9a-f]+:1;\d)$/);
    expect(new Set(world.sessions.asked.map(({ ask }) => ask.messageId))).toEqual(new Set(['m1']));
  });

  it('leaves a connection that has gone silent', async () => {
    const { events, sent } = followOver([], 100);
    const asking = globalThis.fetch;
    let isSilent = true;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (!isSilent) return asking(path, init);
      isSilent = false;
      return new Response(new ReadableStream());
    });

    expect((await kindsOf(events)).at(-1)).toBe('end');
    expect(sent).not.toEqual([]);
  });

  it('ends with the words of a server that refuses the message', async () => {
    const { events, sent } = followOver([]);
    vi.stubGlobal('fetch', async () =>
      Response.json(
        { detail: 'the message is empty', remedy: '', issues: [{ path: 'message', message: 'is empty' }] },
        { status: 400 },
      ),
    );

    await expect(kindsOf(events)).rejects.toMatchObject({ status: 400, issues: [{ path: 'message' }] });
    expect(sent).toEqual([]);
  });

  it('waits for a server that restarts', async () => {
    const { events, sent } = followOver([]);
    const asking = globalThis.fetch;
    let refusals = 2;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (refusals-- > 0) return Response.json({ detail: 'it stops' }, { status: 503 });
      return asking(path, init);
    });

    expect((await kindsOf(events)).at(-1)).toBe('end');
    expect(sent).toHaveLength(1);
  });
});

describe('an answer that a person stopped', () => {
  it.each([
    [STOPPED_ANSWER, true],
    [`the answer chat-1:1 failed: ${STOPPED_ANSWER}`, true],
    ['', true],
    ['the answer was stopped by a fault', false],
  ])('is told from a failure: %j', (reason, isStopped) => {
    expect(wasStopped(reason)).toBe(isStopped);
  });
});
