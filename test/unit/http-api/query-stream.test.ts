import type { AnswerEvent, AnswerResult } from '@plumbline/contracts/answers/answer';
import { describe, expect, it } from 'vitest';
import { RunFailedError } from '../../../client/errors/failures.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { type ApiWorld, createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';
import { allEvents, readEvents } from '../../support/builders/sent-events.ts';

const MESSAGE = 'How long does the lamp burn?';
const PATH = '/api/query/stream';

/** Answers the message as a worker does that writes to the store of this machine. */
function scriptEvents({ sessions, events }: ApiWorld, happens: (answer: AnswerResult) => AnswerEvent[]): void {
  sessions.answer = async (asked) => {
    const answerId = sessions.take(asked);
    const answer = answerResultOf({ answerId, sessionId: asked.sessionId ?? '', message: MESSAGE });
    events.set(answerId, happens(answer));
    return answer;
  };
}

const usual = (answer: AnswerResult): AnswerEvent[] => [
  { kind: 'stage', stage: 'searching' },
  { kind: 'text', text: 'The harbour\nlamp ' },
  { kind: 'text', text: 'burns for nine hours.' },
  { kind: 'citations', citations: answer.citations },
  { kind: 'end', answer },
];

describe('a stream', () => {
  it('tells the session first, then what happens, with ids that name the answer', async () => {
    const world = createApiWorld();
    scriptEvents(world, usual);

    const response = await world.api.request(PATH, jsonRequest({ message: MESSAGE, messageId: 'm-1' }));
    const events = await allEvents(response);

    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(events.map(({ event }) => event)).toEqual(['session', 'stage', 'text', 'text', 'citations', 'end']);
    const { sessionId } = JSON.parse(events[0]?.data ?? '');
    expect(JSON.parse(events[0]?.data ?? '')).toEqual({ kind: 'session', sessionId, messageId: 'm-1' });
    expect(events.map(({ id }) => id)).toEqual(['m-1', ...[1, 2, 3, 4, 5].map((number) => `${sessionId}:1;${number}`)]);
    expect(JSON.parse(events[2]?.data ?? '')).toEqual({ kind: 'text', text: 'The harbour\nlamp ' });
    expect(world.sessions.asked[0]?.ask.streams).toBe(true);
  });

  it('can be asked for by an address alone', async () => {
    const world = createApiWorld();
    scriptEvents(world, usual);
    const query = new URLSearchParams({ message: MESSAGE, mode: 'deep', research: 'true', userId: 'anna' });

    const events = await allEvents(
      await world.api.request(`${PATH}?${query.toString()}&documents=docs&documents=minutes`),
    );

    expect(events.at(-1)?.event).toBe('end');
    expect(world.sessions.asked[0]).toMatchObject({
      scope: { corpusDirectories: ['/srv/docs', '/srv/minutes'], userId: 'anna' },
      ask: { message: MESSAGE, mode: 'deep', research: true },
    });
  });

  it('passes on that an attempt began again', async () => {
    const world = createApiWorld();
    scriptEvents(world, (answer) => [{ kind: 'text', text: 'The la' }, { kind: 'reset' }, ...usual(answer)]);

    const events = await allEvents(await world.api.request(PATH, jsonRequest({ message: MESSAGE })));

    expect(events.map(({ event }) => event).slice(1, 4)).toEqual(['text', 'reset', 'stage']);
  });

  it('follows a message that waits for others under the id that its answer will have', async () => {
    const world = createApiWorld();
    world.sessions.open('chat-1');
    world.sessions.answer = async ({ ask: { messageId, message } }) => {
      const first = { answerId: 'chat-1:1', messageId: 'earlier', message };
      world.sessions.open('chat-1', { pending: [first, { answerId: 'chat-1:2', messageId, message }] });
      world.events.set('chat-1:1', [{ kind: 'text', text: 'of another message' }]);
      const answer = answerResultOf({ answerId: 'chat-1:2', sessionId: 'chat-1' });
      world.events.set('chat-1:2', [{ kind: 'end', answer }]);
      return answer;
    };

    const events = await allEvents(
      await world.api.request(PATH, jsonRequest({ message: MESSAGE, sessionId: 'chat-1' })),
    );

    expect(events.map(({ id }) => id).slice(1)).toEqual(['chat-1:2;1']);
  });

  it.each([
    { has: 'nothing', kept: [] },
    { has: 'the beginning', kept: [{ kind: 'stage', stage: 'searching' } as const] },
  ])('ends with the answer although the store has $has of it', async ({ kept }) => {
    const world = createApiWorld();
    scriptEvents(world, () => [...kept]);

    const events = await allEvents(await world.api.request(PATH, jsonRequest({ message: MESSAGE })));

    const end = events.at(-1);
    expect(end?.event).toBe('end');
    expect(end?.id).toMatch(new RegExp(`:1;${kept.length + 1}$`));
    expect(events).toHaveLength(kept.length + 2);
  });

  it('ends with the reason when there is no answer', async () => {
    const { api, sessions } = createApiWorld();
    sessions.answer = () => Promise.reject(new RunFailedError('the message could not be answered: no rule'));

    const events = await allEvents(await api.request(PATH, jsonRequest({ message: MESSAGE })));

    expect(events.map(({ event }) => event)).toEqual(['session', 'failed']);
    expect(JSON.parse(events[1]?.data ?? '')).toEqual({
      kind: 'failed',
      reason: 'the message could not be answered: no rule',
    });
  });

  it('shows nothing of an error that nobody expected', async () => {
    const { api, sessions, reported } = createApiWorld();
    sessions.answer = () => Promise.reject(new TypeError('cannot read /home/anna'));

    const response = await api.request(PATH, { ...jsonRequest({ message: MESSAGE }, { 'x-request-id': 'r-1' }) });
    const events = await allEvents(response);

    expect(JSON.parse(events.at(-1)?.data ?? '')).toEqual({
      kind: 'failed',
      reason: "something went wrong; see the server's log under r-1",
    });
    expect(reported).toHaveLength(1);
  });

  it('sends comments while nothing happens', async () => {
    const world = createApiWorld({ settings: { streaming: { pollMs: 1, lookMs: 1, watchMs: 1, heartbeatMs: 1 } } });
    const beat = Promise.withResolvers<void>();
    world.sessions.answer = async (asked) => {
      const answerId = world.sessions.take(asked);
      await beat.promise;
      return answerResultOf({ answerId });
    };

    const kinds: string[] = [];
    for await (const { event } of readEvents(await world.api.request(PATH, jsonRequest({ message: MESSAGE })))) {
      kinds.push(event);
      if (event === 'comment') beat.resolve();
    }

    expect(kinds).toContain('comment');
    expect(kinds.at(-1)).toBe('end');
  });

  it('refuses an unknown source and an unknown session before it begins', async () => {
    const { api } = createApiWorld();

    const source = await api.request(PATH, jsonRequest({ message: MESSAGE, documents: ['secrets'] }));
    const session = await api.request(PATH, jsonRequest({ message: MESSAGE, sessionId: 'chat-1' }));
    const history = await api.request(`${PATH}?message=lamp&history=[]`);
    const nothing = await api.request(PATH);

    expect([source, session, history, nothing].map(({ status }) => status)).toEqual([400, 404, 400, 400]);
  });

  it('waits for nothing any more when the reader leaves', async () => {
    const world = createApiWorld();
    const left = Promise.withResolvers<void>();
    world.sessions.answer = (asked) =>
      new Promise(() => {
        world.sessions.take(asked);
        asked.signal.addEventListener('abort', () => left.resolve());
      });

    for await (const { event } of readEvents(await world.api.request(PATH, jsonRequest({ message: MESSAGE })))) {
      expect(event).toBe('session');
      break;
    }

    await left.promise;
    expect(world.sessions.asked[0]?.signal.aborted).toBe(true);
    expect(world.reported).toEqual([]);
  });

  it('ends without a last event when the server stops', async () => {
    const world = createApiWorld();
    world.sessions.answer = (asked) =>
      new Promise(() => {
        world.events.set(world.sessions.take(asked), [{ kind: 'text', text: 'The' }]);
      });

    const kinds: string[] = [];
    for await (const { event } of readEvents(await world.api.request(PATH, jsonRequest({ message: MESSAGE })))) {
      kinds.push(event);
      if (event === 'text') world.close();
    }

    expect(kinds).toEqual(['session', 'text']);
    expect(world.reported).toEqual([]);
  });
});
