import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommandUnderWay, LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { readJson, serveApi, type ServedApi, statusOf } from '../support/processes/served-api.ts';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling of rapeseed oil?';
const DOCUMENTS: Readonly<Record<string, string>> = {
  ...LAMP_DOCUMENTS,
  'nebelhorn.md': `# Nebelhorn

## Betrieb

Das Nebelhorn wird bei Nebel alle zwei Minuten betätigt.
Der Kessel des Nebelhorns wird jeden Morgen mit 80 Litern Wasser gefüllt.
`,
};

/** For `vi.waitFor`: `expect.poll` needs to know its test, which it does not where several run at once. */
const PATIENT = { timeout: 240_000, interval: 200 };

// The tests share one server and run at once, so each has users and questions of its own.
let world: CommandWorld;
let api: ServedApi<CommandUnderWay>;
beforeAll(async () => {
  world = await createServedWorld(DOCUMENTS);
  api = await serveApi(world);
});
afterAll(() => world.close());

async function ask(body: Readonly<Record<string, unknown>>): Promise<AnswerResult> {
  const response = await api.post('/api/query', body);
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return JSON.parse(text) as AnswerResult;
}

function expectQuotesOf({ citations: [first, ...others] }: AnswerResult, document: string): void {
  expect(first?.locator).toContain(document);
  for (const { quote, locator } of [first, ...others].flatMap((citation) => citation ?? [])) {
    expect(DOCUMENTS[locator]).toContain(quote.text);
  }
}

describe.concurrent('a question over HTTP, without a model', () => {
  it('is answered with quotations of the documents, and the next message goes on', async () => {
    const first = await ask({ message: QUESTION });
    const next = await ask({ message: 'And with whale oil?', sessionId: first.sessionId });

    expect(first).toMatchObject({ summary: expect.stringMatching(/nine hours.*\[1\]/), needsClarification: false });
    expectQuotesOf(first, 'lamp.md');
    expect(next).toMatchObject({ sessionId: first.sessionId, answerId: `${first.sessionId}:2` });
    expect(next.summary).toContain('seven hours');
    expectQuotesOf(next, 'lamp.md');
  });

  it('is answered in German from a German document', async () => {
    const first = await ask({ message: 'Wie oft wird das Nebelhorn bei Nebel betätigt?' });
    const next = await ask({ message: 'Und wie viel Wasser bekommt sein Kessel?', sessionId: first.sessionId });

    expect(first.interpretation.language).toBe('de');
    expect(first.summary).toContain('alle zwei Minuten');
    expectQuotesOf(first, 'nebelhorn.md');
    expect(next.summary).toContain('80 Litern');
    expectQuotesOf(next, 'nebelhorn.md');
  });

  it('gets one answer, however often and at once it is sent', async () => {
    const message = { message: QUESTION, messageId: 'sent-often', userId: 'otto' };

    const [first, second] = await Promise.all([ask(message), ask(message)]);
    const third = await ask(message);

    expect([second, third]).toEqual([first, first]);
    // A busy worker may not tell at once.
    const view = async () => (await readJson(api.get(`/api/sessions/${first.sessionId}?userId=otto`))).body;
    await vi.waitFor(async () => expect(await view()).toMatchObject({ turns: 1, pending: [] }), PATIENT);
  });
});

describe.concurrent('sessions of a user', () => {
  it('are unknown to other users, and no runs', async () => {
    const { sessionId, answerId } = await ask({ message: QUESTION, userId: 'anna' });

    const attempts = [
      () => api.get(`/api/sessions/${sessionId}?userId=bert`),
      () => api.get(`/api/sessions/${sessionId}`),
      () => api.post('/api/query', { message: 'And with whale oil?', sessionId, userId: 'bert' }),
      () => api.post('/api/query/stream', { message: 'And with whale oil?', sessionId, userId: 'bert' }),
      () => api.get('/api/query/stream?userId=bert', { 'last-event-id': `${answerId};1` }),
      () => api.post('/api/feedback', { answerId, verdict: 'helpful', userId: 'bert' }),
      () => api.post(`/api/sessions/${sessionId}/extend?userId=bert`, { limits: { modelCalls: 9_000 } }),
      () => api.post(`/api/runs/${sessionId}/cancel`, {}),
      () => api.post(`/api/runs/${encodeURIComponent(answerId)}/cancel`, {}),
      () => api.get(`/api/runs/${sessionId}`),
    ];
    const statuses = await Promise.all(attempts.map(statusOf));
    const listed = await readJson(api.get('/api/sessions?userId=bert'));
    const feedback = await api.post('/api/feedback', { answerId, verdict: 'helpful', userId: 'anna' });
    const own = async () => (await readJson(api.get(`/api/sessions/${sessionId}?userId=anna`))).body;

    expect(statuses).toEqual(attempts.map(() => 404));
    expect(listed.body).toEqual({ sessions: [] });
    expect(feedback.status).toBe(200);
    await vi.waitFor(async () => expect(await own()).toMatchObject({ userId: 'anna', turns: 1, pending: [] }), PATIENT);
  });
});

describe.concurrent('research over HTTP', () => {
  it('starts a run, tells its state, and gives its report as Markdown and JSON', async () => {
    const run = { question: QUESTION, preset: 'quick', id: 'over-http', settings: { relevanceThreshold: 0.1 } };

    const started = await readJson(api.post('/api/runs', run));
    const again = await readJson(api.post('/api/runs', run));
    const stage = async () => (await readJson(api.get('/api/runs/over-http'))).body.stage;
    await vi.waitFor(async () => expect(await stage()).toBe('published'), PATIENT);
    const view = await readJson(api.get('/api/runs/over-http'));
    const markdown = await api.get('/api/runs/over-http/report');
    const record = await readJson(api.get('/api/runs/over-http/report', { accept: 'application/json' }));
    const asSession = [
      () => api.get('/api/sessions/over-http'),
      () => api.post('/api/query', { message: 'And with whale oil?', sessionId: 'over-http' }),
    ];

    expect([started.body, again.body]).toEqual([
      expect.objectContaining({ researchId: 'over-http', attached: false }),
      expect.objectContaining({ researchId: 'over-http', attached: true }),
    ]);
    expect(view.body).toMatchObject({ hasReport: true, awaitingInput: false, failure: null });
    expect(JSON.stringify(view.body)).not.toContain(world.home);
    expect(markdown.headers.get('content-type')).toContain('text/markdown');
    expect(await markdown.text()).toContain('nine hours');
    expect(record.body).toEqual(await world.record('over-http'));
    // An id of a client's own, even that of a run, begins a session of another name.
    expect(await Promise.all(asSession.map(statusOf))).toEqual([404, 200]);
  });
});

describe.concurrent('a bad request', () => {
  const REFUSED = 'What colour is the harbour lamp?';

  it('gets a problem that says what to do, and starts nothing', async () => {
    const send = (type: string) =>
      readJson(fetch(`${api.address}/api/query`, { method: 'POST', headers: { 'content-type': type }, body: REFUSED }));

    const problems = await Promise.all([
      readJson(api.post('/api/query', { message: REFUSED, sesionId: 'chat-1' })),
      readJson(api.post('/api/query', { message: REFUSED, documents: ['secrets'] })),
      readJson(api.post('/api/query', { message: '  ' })),
      readJson(api.post('/api/query', { message: 'a'.repeat(1_000_001) })),
      send('text/plain'),
      send('application/json'),
      readJson(api.post('/api/query/stream', { message: REFUSED, corpus: '/etc' })),
      readJson(api.get('/api/query/stream?message=')),
      readJson(api.post('/api/runs', { question: REFUSED, settings: { maxTask: 4 } })),
      readJson(api.post('/api/runs', { question: '' })),
    ]);

    const statusAndDetail = problems.map(({ body: { status, detail } }) => `${status} ${detail}`);
    expect(statusAndDetail).toEqual([
      expect.stringMatching(/^400 .*sesionId/),
      expect.stringMatching(/^400 .*"secrets"; this server has documents/),
      expect.stringMatching(/^400 .*message/),
      expect.stringMatching(/^413 .*1000000 bytes/),
      expect.stringMatching(/^415 .*JSON/),
      expect.stringMatching(/^400 Malformed JSON/),
      expect.stringMatching(/^400 .*corpus/),
      expect.stringMatching(/^400 .*message/),
      expect.stringMatching(/^400 .*maxTask/),
      expect.stringMatching(/^400 .*question/),
    ]);
    for (const { status, type, body } of problems) {
      expect([type, body.status]).toEqual(['application/problem+json', status]);
      expect(body.remedy).not.toBe('');
    }
    const [sessions, runs] = await Promise.all([readJson(api.get('/api/sessions')), readJson(api.get('/api/runs'))]);
    expect(JSON.stringify([sessions.body, runs.body])).not.toContain(REFUSED);
  });
});

describe.concurrent('serve for others', () => {
  it('is refused without a token, and says what to do', async () => {
    const { code, stderr } = await world.run('serve', '--corpus', world.documents, '--host', '0.0.0.0', '--port', '0');

    expect([code, stderr]).toEqual([2, expect.stringContaining('PLUMBLINE_HTTP_TOKEN')]);
    expect(stderr).toContain('--token-file');
  });

  it('lets only requests with the token pass', async () => {
    const { start } = world.with({ PLUMBLINE_HTTP_TOKEN: 'correct-horse-battery-staple' });
    const others = await serveApi({ start, documents: world.documents }, { options: ['--host', '0.0.0.0'] });
    const path = '/api/sessions';

    const refused = await readJson(others.get(path));
    const responses = [
      await others.get(path, { authorization: 'Bearer of-another-server-1' }),
      await others.get(path, { authorization: 'Bearer correct-horse-battery-staple' }),
      await others.get('/readyz'),
    ];
    others.command.interrupt();

    expect([refused, ...responses].map(({ status }) => status)).toEqual([401, 401, 200, 200]);
    expect(refused.body.remedy).toContain('Authorization: Bearer');
    expect((await others.command.ended).code).toBe(130);
  });
});
