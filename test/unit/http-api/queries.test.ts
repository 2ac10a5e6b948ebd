import { describe, expect, it } from 'vitest';
import { ConflictError, RunFailedError } from '../../../client/errors/failures.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';

const MESSAGE = 'How long does the lamp burn?';

describe('POST /api/query', () => {
  it('gives the answer of a new session that may look into every source', async () => {
    const { api, sessions } = createApiWorld();

    const response = await api.request('/api/query', jsonRequest({ message: MESSAGE, mode: 'pro' }));

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ message: MESSAGE, citations: [{ number: 1 }] });
    const [asked] = sessions.asked;
    expect(asked?.sessionId).toMatch(/^chat-[0-9a-f]{16}$/);
    expect(asked?.scope).toMatchObject({
      userId: null,
      corpusDirectories: ['/srv/docs', '/srv/minutes'],
      catalogues: ['/srv/shop'],
      web: null,
    });
    expect(asked?.ask).toMatchObject({ message: MESSAGE, mode: 'deep', streams: false, research: false });
  });

  it('looks only into the sources that are named', async () => {
    const { api, sessions } = createApiWorld();

    await api.request('/api/query', jsonRequest({ message: MESSAGE, documents: ['minutes'], catalogues: [] }));

    expect(sessions.asked[0]?.scope).toMatchObject({ corpusDirectories: ['/srv/minutes'], catalogues: [] });
  });

  it.each([
    {
      choice: { documents: ['docs', 'secrets'] },
      detail: 'documents: there is no "secrets"; this server has docs, minutes',
    },
    { choice: { documents: ['/etc'] }, detail: 'documents: there is no "/etc"; this server has docs, minutes' },
    { choice: { catalogues: ['hotels'] }, detail: 'catalogues: there is no "hotels"; this server has shop' },
    { choice: { web: true }, detail: 'web: this server does not search the web' },
    { choice: { documents: [], catalogues: [] }, detail: 'documents: nothing is left to search' },
  ])('refuses sources that the server does not serve: $choice', async ({ choice, detail }) => {
    const { api, sessions } = createApiWorld();

    const response = await api.request('/api/query', jsonRequest({ message: MESSAGE, ...choice }));

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail });
    expect(sessions.asked).toEqual([]);
  });

  it('answers a question back with 200, marked as one', async () => {
    const { api, sessions } = createApiWorld();
    sessions.answer = async () =>
      answerResultOf({ needsClarification: true, clarificationQuestions: ['Which lamp?'], citations: [] });

    const response = await api.request('/api/query', jsonRequest({ message: MESSAGE }));

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ needsClarification: true, clarificationQuestions: ['Which lamp?'] });
  });

  it('finds the same new session for the same message id, and another one for another user', async () => {
    const { api, sessions } = createApiWorld();
    const message = { message: MESSAGE, messageId: 'm-1' };

    await api.request('/api/query', jsonRequest(message));
    await api.request('/api/query', jsonRequest(message));
    await api.request('/api/query', jsonRequest({ ...message, userId: 'anna' }));

    const [first, again, ofAnna] = sessions.asked.map(({ sessionId }) => sessionId);
    expect(again).toBe(first);
    expect(ofAnna).not.toBe(first);
  });

  it('begins a session under an id of the client, goes on with it, and keeps users apart who chose the same', async () => {
    const { api, sessions } = createApiWorld();
    const ask = async (userId: string) =>
      api.request('/api/query', jsonRequest({ message: MESSAGE, sessionId: 'ticket-7', userId }));

    await ask('anna');
    const begun = sessions.asked[0]?.sessionId ?? '';
    sessions.open(begun, { userId: 'anna' });
    await ask('anna');
    await ask('bert');

    expect(sessions.asked.map(({ sessionId }) => sessionId)).toEqual([
      begun,
      begun,
      expect.not.stringContaining(begun),
    ]);
    expect(sessions.asked.map(({ scope }) => scope?.userId)).toEqual(['anna', undefined, 'bert']);
  });

  it('goes on with a session and leaves its sources as they are', async () => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-1', { userId: 'anna' });

    await api.request('/api/query', jsonRequest({ message: MESSAGE, sessionId: 'chat-1', userId: 'anna' }));

    expect(sessions.asked[0]).toMatchObject({ sessionId: 'chat-1', scope: null, ask: { userId: 'anna' } });
  });

  it.each([
    { who: 'another user', request: { sessionId: 'chat-1', userId: 'bert' } },
    { who: 'nobody in particular', request: { sessionId: 'chat-1' } },
    { who: 'the user of another session', request: { sessionId: 'chat-2', userId: 'anna' } },
  ])('does not tell $who that a session exists', async ({ request }) => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-1', { userId: 'anna' });

    const response = await api.request('/api/query', jsonRequest({ message: MESSAGE, ...request }));

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: `there is no session "${request.sessionId}"` });
    expect(sessions.asked).toEqual([]);
  });

  it.each([
    { flaw: 'no message', body: {}, path: 'message' },
    { flaw: 'an empty message', body: { message: ' ' }, path: 'message' },
    { flaw: 'an unknown mode', body: { message: MESSAGE, mode: 'fast' }, path: 'mode' },
    { flaw: 'an unknown field', body: { message: MESSAGE, corpus: '/etc' }, path: '' },
    { flaw: 'a message id for no header', body: { message: MESSAGE, messageId: 'a\nb' }, path: 'messageId' },
  ])('names every field that does not fit: $flaw', async ({ body, path }) => {
    const { api } = createApiWorld();

    const response = await api.request('/api/query', jsonRequest(body));

    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      status: 400,
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    });
  });

  it('refuses a body that is no JSON', async () => {
    const { api } = createApiWorld();

    const response = await api.request('/api/query', { ...jsonRequest({}), body: '{"message":' });

    expect(response.status).toBe(400);
  });

  it.each([
    { error: new ConflictError('the session refused the message: 20 messages are waiting already'), status: 409 },
    { error: new RunFailedError('the message could not be answered: no rule', 'Ask otherwise.'), status: 422 },
  ])('says why there is no answer, with status $status', async ({ error, status }) => {
    const { api, sessions } = createApiWorld();
    sessions.answer = () => Promise.reject(error);

    const response = await api.request('/api/query', jsonRequest({ message: MESSAGE }));

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, detail: error.message, remedy: error.remedy });
  });

  it('waits no longer when the client closes the connection', async () => {
    const { api, sessions } = createApiWorld();
    const client = new AbortController();
    sessions.answer = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        client.abort();
      });

    const response = await api.request('/api/query', { ...jsonRequest({ message: MESSAGE }), signal: client.signal });

    expect(response.status).toBe(503);
    expect(sessions.asked[0]?.signal.aborted).toBe(true);
  });

  it('says how to come back when the server stops', async () => {
    const { api, sessions, close } = createApiWorld();
    sessions.answer = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        close();
      });

    const response = await api.request('/api/query', jsonRequest({ message: MESSAGE, messageId: 'm-1' }));

    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ remedy: expect.stringContaining('messageId m-1') });
  });
});
