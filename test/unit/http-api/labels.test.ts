import { describe, expect, it } from 'vitest';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';
import { storedReport } from '../../support/builders/stored-report.ts';

const RUN = 'research-limits-3f9a21';
/** What the API answers is checked by its own schema. */
const readOf = async (response: Response) => JSON.parse(await response.text());
const patch = (body: object): RequestInit => ({ ...jsonRequest(body), method: 'PATCH' });

describe('names and pins', () => {
  it('are in the lists of runs and sessions', async () => {
    const { api, sessions } = createApiWorld({ stored: [await storedReport(RUN)] });
    sessions.open('chat-1');

    const named = await api.request(`/api/runs/${RUN}`, patch({ name: '  Limits ' }));
    await api.request(`/api/runs/${RUN}`, patch({ isPinned: true }));
    await api.request('/api/sessions/chat-1', patch({ name: '' }));
    const [runs, talks] = await Promise.all(
      ['/api/runs', '/api/sessions'].map(async (path) => readOf(await api.request(path))),
    );

    expect(await named.json()).toEqual({ name: 'Limits', isPinned: false });
    expect(runs.runs).toMatchObject([{ researchId: RUN, name: 'Limits', isPinned: true }]);
    expect(talks.sessions).toMatchObject([{ sessionId: 'chat-1', name: null, isPinned: false }]);
  });

  it.each(['/api/runs/nope', '/api/sessions/chat-anna'])('are not given to what is not there: %s', async (path) => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-anna', { userId: 'anna' });

    const statuses = [await api.request(path, patch({ name: 'Mine' })), await api.request(path, { method: 'DELETE' })];

    expect(statuses.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('deleting', () => {
  it('is refused while a run is under way', async () => {
    const deleted: string[] = [];
    const { api } = createApiWorld({
      stored: [await storedReport(RUN)],
      openHistories: async () => ({
        stateOf: async () => ({ isRunning: true, isSession: false }),
        delete: async (id) => void deleted.push(id),
        close: async () => {},
      }),
    });

    const { status } = await api.request(`/api/runs/${RUN}`, { method: 'DELETE' });

    expect([status, deleted]).toEqual([409, []]);
  });

  it('ends an open session first, and takes its history with it', async () => {
    const deleted: string[] = [];
    const world = createApiWorld({
      openHistories: async () => ({
        stateOf: async () => ({ isRunning: world.sessions.sent.length === 0, isSession: true }),
        delete: async (id) => void deleted.push(id),
        close: async () => {},
      }),
    });
    world.sessions.open('chat-1');

    const { status } = await world.api.request('/api/sessions/chat-1', { method: 'DELETE' });

    expect([status, world.sessions.sent, deleted]).toEqual([200, [{ sessionId: 'chat-1' }], ['chat-1']]);
  });
});

describe('a session', () => {
  const answerOf = (turn: number) =>
    answerResultOf({ answerId: `chat-1:${turn}`, sessionId: 'chat-1', message: `Question ${turn}?` });
  const stored = async (answerId: string) => {
    const turn = Number(answerId.split(':')[1]);
    return { userId: null, result: answerOf(turn), findings: [] };
  };

  it('has every turn and answer, of the store where its workflow keeps only the last', async () => {
    const world = createApiWorld();
    world.context.tools.conversations.readAnswer = stored;
    world.sessions.open('chat-1', { turns: 30, answers: [answerOf(30)] });

    const whole = await readOf(await world.api.request('/api/sessions/chat-1'));
    const news = await readOf(await world.api.request('/api/sessions/chat-1?after=28'));

    expect([whole.thread.length, whole.answers.length]).toEqual([30, 30]);
    expect(whole.thread[0]).toMatchObject({ turn: 1, message: 'Question 1?' });
    expect(news.thread.map(({ turn }: { turn: number }) => turn)).toEqual([29, 30]);
  });

  it('is read from the store when Temporal has forgotten it, by its user alone', async () => {
    const { api, context } = createApiWorld();
    const known = {
      sessionId: 'chat-1',
      userId: null,
      title: 'Question 1?',
      turns: 1,
      startedAt: '',
      lastAt: '',
      endsAt: '',
    };
    context.tools.conversations.readAnswer = stored;
    context.tools.conversations.read = async (id) =>
      id === 'chat-1' ? { ...known, answers: [await stored('chat-1:1')], feedback: [] } : null;

    const read = await api.request('/api/sessions/chat-1');

    expect(await read.json()).toMatchObject({ turns: 1, thread: [{ message: 'Question 1?' }], pending: [] });
    expect((await api.request('/api/sessions/chat-1?userId=anna')).status).toBe(404);
  });
});
