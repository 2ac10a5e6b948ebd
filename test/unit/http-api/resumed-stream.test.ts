import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import { describe, expect, it } from 'vitest';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { type ApiWorld, createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';
import { allEvents, type ReadEvent, readEvents } from '../../support/builders/sent-events.ts';

const PATH = '/api/query/stream';
const ANSWER = answerResultOf({ answerId: 'chat-1:1', sessionId: 'chat-1' });
const EVENTS: readonly AnswerEvent[] = [
  { kind: 'stage', stage: 'searching' },
  { kind: 'text', text: 'The harbour ' },
  { kind: 'reset' },
  { kind: 'text', text: 'The harbour lamp burns for nine hours.' },
  { kind: 'citations', citations: ANSWER.citations },
  { kind: 'end', answer: ANSWER },
];

const turn = {
  turn: 1,
  messageId: 'm-1',
  message: ANSWER.message,
  rewrittenPrompt: ANSWER.message,
  summary: ANSWER.summary,
  vertical: 'other',
  clarificationQuestions: [],
  failure: null,
};

/** A session with one answer, which is over. */
function answered(world: ApiWorld): ApiWorld {
  world.sessions.open('chat-1', { turns: 1, thread: [turn], answers: [ANSWER] });
  world.events.set('chat-1:1', [...EVENTS]);
  return world;
}

function resume(world: ApiWorld, lastEventId: string, query = ''): Promise<Response> {
  return Promise.resolve(world.api.request(`${PATH}${query}`, { headers: { 'last-event-id': lastEventId } }));
}

describe('a stream that was lost', () => {
  it.each([0, 1, 2, 3, 4, 5])(
    'goes on after event %i in another process: nothing is lost, repeated or asked',
    async (seen) => {
      const first = createApiWorld();
      first.sessions.answer = () => new Promise(() => undefined);
      first.sessions.open('chat-1', { pending: [{ answerId: 'chat-1:1', messageId: 'm-1', message: ANSWER.message }] });
      first.events.set('chat-1:1', EVENTS.slice(0, Math.max(seen, 1)));
      const before: ReadEvent[] = [];
      const body = { message: ANSWER.message, sessionId: 'chat-1', messageId: 'm-1' };
      for await (const event of readEvents(await first.api.request(PATH, jsonRequest(body)))) {
        if (event.event !== 'session' && before.length < seen) before.push(event);
        if (before.length === seen) break;
      }
      first.close();
      const second = answered(createApiWorld({ after: first }));

      const after = await allEvents(await resume(second, before.at(-1)?.id ?? 'chat-1:1;0'));

      const read = [...before, ...after].map(({ data }) => JSON.parse(data));
      expect(read).toEqual(EVENTS);
      expect([first.sessions.asked.length, second.sessions.asked.length]).toEqual([1, 0]);
    },
  );

  it('goes on while the answer is being written, and sees its end in the session if the store lacks it', async () => {
    const world = createApiWorld();
    world.sessions.open('chat-1', { pending: [{ answerId: 'chat-1:1', messageId: 'm-1', message: ANSWER.message }] });
    world.events.set('chat-1:1', EVENTS.slice(0, 2));

    const read: ReadEvent[] = [];
    for await (const event of readEvents(await resume(world, 'chat-1:1;1'))) {
      read.push(event);
      world.sessions.open('chat-1', { turns: 1, thread: [turn], answers: [ANSWER] });
    }

    expect(read.map(({ event, id }) => [event, id])).toEqual([
      ['text', 'chat-1:1;2'],
      ['end', 'chat-1:1;3'],
    ]);
  });

  it('tells why the answer failed meanwhile', async () => {
    const world = createApiWorld();
    world.sessions.open('chat-1', { turns: 1, thread: [{ ...turn, failure: 'the model is down' }] });

    const events = await allEvents(await resume(world, 'chat-1:1;0'));

    expect(events.map(({ data }) => JSON.parse(data))).toEqual([{ kind: 'failed', reason: 'the model is down' }]);
  });

  it.each([
    { last: 'in the store', kept: EVENTS, lastEventId: 'chat-1:1;6' },
    { last: 'known from the session', kept: EVENTS.slice(0, 2), lastEventId: 'chat-1:1;3' },
  ])(
    'is over with 204 after its last event, $last, so that no browser asks for ever',
    async ({ kept, lastEventId }) => {
      const world = answered(createApiWorld());
      world.events.set('chat-1:1', [...kept]);

      const response = await resume(world, lastEventId);

      expect(response.status).toBe(204);
    },
  );

  it('is over with 204 after an end that the session does not know yet', async () => {
    const world = createApiWorld();
    world.sessions.open('chat-1', { pending: [{ answerId: 'chat-1:1', messageId: 'm-1', message: ANSWER.message }] });
    world.events.set('chat-1:1', [...EVENTS]);

    expect((await resume(world, 'chat-1:1;6')).status).toBe(204);
  });

  it.each([
    { what: 'another user', lastEventId: 'chat-1:1;2', query: '?userId=bert', status: 404 },
    { what: 'an unknown session', lastEventId: 'chat-9:1;2', query: '', status: 404 },
    { what: 'an answer that is not begun', lastEventId: 'chat-1:7;2', query: '?userId=anna', status: 404 },
    { what: 'an id of another program', lastEventId: 'a b', query: '', status: 400 },
  ])('is not shown to $what', async ({ lastEventId, query, status }) => {
    const world = createApiWorld();
    world.sessions.open('chat-1', { userId: 'anna', turns: 1, thread: [turn], answers: [ANSWER] });
    world.events.set('chat-1:1', [...EVENTS]);

    const response = await resume(world, lastEventId, query);

    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('harbour');
  });

  it('asks the same message once more under its id if only the session was told', async () => {
    const world = createApiWorld();
    const request = { message: ANSWER.message };
    world.sessions.answer = async (asked) => answerResultOf({ answerId: world.sessions.take(asked) });
    const [session] = await allEvents(await world.api.request(PATH, jsonRequest(request)));

    const events = await allEvents(
      await world.api.request(PATH, jsonRequest(request, { 'last-event-id': session?.id ?? '' })),
    );

    const [first, again] = world.sessions.asked;
    expect(again?.ask.messageId).toBe(first?.ask.messageId);
    expect(again?.sessionId).toBe(first?.sessionId);
    expect(events.map(({ event }) => event)).toEqual(['end']);
  });
});
