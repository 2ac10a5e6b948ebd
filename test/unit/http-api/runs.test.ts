import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webSettingsSchema } from '@plumbline/contracts/common/web-search';
import { describe, expect, it } from 'vitest';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';
import { researchProgress } from '../../support/builders/run-views.ts';
import { storedReport } from '../../support/builders/stored-report.ts';

const ID = 'research-limits-3f9a21';

describe('starting a run', () => {
  it('takes the sources of the server, the preset, and what is given on top of it', async () => {
    const { api, runs } = createApiWorld();
    const request = {
      question: 'Which limits apply?',
      documents: ['docs'],
      preset: 'quick',
      settings: { maxTasks: 5 },
    };

    const response = await api.request('/api/runs', jsonRequest(request));

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ researchId: 'research-new-000001', attached: false });
    const [started] = runs.started;
    expect(started).toMatchObject({ question: request.question, corpusDirectories: ['/srv/docs'], web: null });
    expect(started?.settings.maxTasks).toBe(5);
    const plain = createApiWorld();
    await plain.api.request('/api/runs', jsonRequest({ question: request.question }));
    expect(started?.settings.limits).not.toEqual(plain.runs.started[0]?.settings.limits);
    expect(runs.recorded).toEqual(['research-new-000001']);
  });

  it.each([
    { web: undefined, providers: ['wikipedia', 'arxiv'] },
    { web: true, providers: ['wikipedia', 'arxiv'] },
    { web: ['arxiv'], providers: ['arxiv'] },
    { web: [], providers: null },
    { web: false, providers: null },
  ])('searches the web with the providers that are chosen: $web', async ({ web, providers }) => {
    const { documents } = createApiWorld().context.settings.sources;
    const served = webSettingsSchema.parse({ providers: ['wikipedia', 'arxiv'] });
    const sources = { documents, catalogues: new Map<string, string>(), web: served };
    const { api, runs } = createApiWorld({ settings: { sources } });

    const unknown = await api.request('/api/runs', jsonRequest({ question: 'Which?', web: ['altavista'] }));
    await api.request('/api/runs', jsonRequest({ question: 'Which?', web }));

    expect(await unknown.json()).toMatchObject({ status: 400, issues: [{ path: 'web' }] });
    expect(runs.started.map((request) => request.web?.providers ?? null)).toEqual([providers]);
  });

  it.each([
    { flaw: 'an unknown source', request: { question: 'Which?', documents: ['/etc'] }, detail: 'there is no "/etc"' },
    {
      flaw: 'a setting out of range',
      request: { question: 'Which?', settings: { maxTasks: 99 } },
      detail: 'settings.maxTasks',
    },
    { flaw: 'an unknown setting', request: { question: 'Which?', settings: { speed: 1 } }, detail: 'settings' },
    { flaw: 'no question', request: {}, detail: 'question' },
    {
      flaw: 'a way out of the folder',
      request: { question: 'Which?', include: ['a', '../*.md'] },
      detail: 'include.1',
    },
    { flaw: 'no list', request: { question: 'Which?', exclude: '*.md' }, detail: 'give a list: ["one", "two"]' },
    { flaw: 'no list of providers', request: { question: 'Which?', web: 'arxiv' }, detail: 'give a list' },
    { flaw: 'a folder', request: { question: 'Which?', corpusDirectories: ['/etc'] }, detail: 'corpusDirectories' },
  ])('is refused with $flaw', async ({ request, detail }) => {
    const { api, runs } = createApiWorld();

    const response = await api.request('/api/runs', jsonRequest(request));

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(detail) });
    expect(runs.started).toEqual([]);
  });
});

describe('a pattern from the top of a folder', () => {
  it.each([
    { include: ['/etc/*'], refused: 'include.0' },
    { include: ['*.md', '/none.md'], refused: 'include.1' },
    { include: ['/.env'], refused: 'include.0' },
    { include: ['/lamp.md', '/*.md', '/{a,b}.md', '/minutes/**'], refused: undefined },
  ])('is refused at its field where no folder has that: $include', async ({ include, refused }) => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-served-'));
    await Promise.all(['lamp.md', '.env', 'minutes'].map((name) => writeFile(join(folder, name), '')));
    const sources = { documents: new Map([['docs', folder]]), catalogues: new Map<string, string>(), web: null };
    const { api, runs } = createApiWorld({ settings: { sources } });

    const response = await api.request('/api/runs', jsonRequest({ question: 'Which?', include }));
    const text = await response.text();

    const [path] = /(?<="path":")[^"]+/u.exec(text) ?? [];
    expect([runs.started.length, path]).toEqual([refused === undefined ? 1 : 0, refused]);
    expect(text).not.toContain(folder);
  });
});

describe('a run', () => {
  it('is shown without paths of the server', async () => {
    const stored = await storedReport(ID);
    const { api, runs } = createApiWorld({ stored: [stored] });
    runs.known.clear();

    const response = await api.request(`/api/runs/${ID}`);
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      from: 'store',
      hasReport: true,
      progress: { stage: 'published', result: { outcome: 'published', summary: 'None.' } },
    });
    expect(text).not.toContain('report.md');
    expect(text).not.toContain('report.json');
  });

  it('is listed once, whether Temporal or the store knows it', async () => {
    const { api } = createApiWorld({ stored: [await storedReport(ID), await storedReport('research-old-000001')] });

    const { runs } = JSON.parse(await (await api.request('/api/runs')).text());

    expect(runs.map(({ researchId }: { researchId: string }) => researchId).sort()).toEqual([
      ID,
      'research-old-000001',
    ]);
  });

  it.each([
    { path: 'answer', body: { text: ' Only HTTP/2. ' }, sent: ['answer', { text: 'Only HTTP/2.' }] },
    { path: 'answer', body: { text: 'Yes', questionId: 'q1' }, sent: ['answer', { text: 'Yes', questionId: 'q1' }] },
    { path: 'skip', body: undefined, sent: ['skip'] },
    { path: 'approve', body: {}, sent: ['approve', undefined] },
    {
      path: 'approve',
      body: { plan: { tasks: [{ taskId: 't1', text: 'What changed?' }] } },
      sent: ['approve', { tasks: [{ taskId: 't1', text: 'What changed?', rationale: '' }] }],
    },
    {
      path: 'steer',
      body: { changes: [{ action: 'ban-domain', domain: 'Example.org' }] },
      sent: ['steer', [{ action: 'ban-domain', domain: 'example.org' }]],
    },
    { path: 'extend', body: { limits: { modelCalls: 800 } }, sent: ['extend', { modelCalls: 800 }] },
    { path: 'retry', body: undefined, sent: ['retry'] },
    { path: 'finish', body: undefined, sent: ['finish'] },
    { path: 'cancel', body: undefined, sent: ['cancel'] },
  ])('gets the message $path: $body', async ({ path, body, sent }) => {
    const { api, runs } = createApiWorld();

    const request = body === undefined ? { method: 'POST' } : jsonRequest(body);
    const response = await api.request(`/api/runs/${ID}/${path}`, request);

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ researchId: ID });
    expect(runs.sent).toEqual([[ID, ...sent]]);
  });

  it.each([
    { path: 'answer', body: { text: '' } },
    { path: 'steer', body: { changes: [] } },
    { path: 'steer', body: { changes: [{ action: 'set-threshold', relevanceThreshold: 2 }] } },
    { path: 'extend', body: { limits: { modelCalls: 0 } } },
    { path: 'extend', body: { limits: { patience: 1 } } },
  ])('never gets what does not fit: $path $body', async ({ path, body }) => {
    const { api, runs } = createApiWorld();

    const response = await api.request(`/api/runs/${ID}/${path}`, jsonRequest(body));

    expect(response.status).toBe(400);
    expect(runs.sent).toEqual([]);
  });

  it('says what became of a message', async () => {
    const { api, runs } = createApiWorld();
    const send = () => api.request(`/api/runs/${ID}/skip`, { method: 'POST' });

    runs.delivery = { accepted: true, refusals: [], progress: researchProgress({ stage: 'planning' }) };
    const accepted = await send();
    runs.delivery = { accepted: null, refusals: [], progress: null };
    const stored = await send();
    runs.delivery = { accepted: false, refusals: ['nothing is asked'], progress: null };
    const refused = await send();

    expect(await accepted.json()).toEqual({
      researchId: ID,
      accepted: true,
      stage: 'planning',
      pendingClarification: null,
    });
    expect(await stored.json()).toMatchObject({ accepted: null });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ detail: 'the run refused the message: nothing is asked' });
  });

  it.each(['', '/report', '/partial-report'])('is unknown with 404: GET …%s', async (path) => {
    const { api } = createApiWorld();

    const response = await api.request(`/api/runs/research-none-000000${path}`);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ remedy: 'GET /api/runs lists the runs.' });
  });
});

describe('a report', () => {
  it.each([
    { asked: 'nothing', path: '', accept: undefined, type: 'text/markdown', text: '# Which limits apply?\n' },
    { asked: 'a browser', path: '', accept: 'text/html,*/*;q=0.8', type: 'text/markdown', text: '# Which' },
    { asked: 'Accept', path: '', accept: 'application/json', type: 'application/json', text: '{"researchId"' },
    { asked: 'format=json', path: '?format=json', accept: 'text/markdown', type: 'application/json', text: '{' },
    {
      asked: 'format=markdown',
      path: '?format=markdown',
      accept: 'application/json',
      type: 'text/markdown',
      text: '#',
    },
  ])('comes in the form that was asked for: $asked', async ({ path, accept, type, text }) => {
    const { api } = createApiWorld({ stored: [await storedReport(ID)] });

    const headers = accept === undefined ? {} : { accept };
    const response = await api.request(`/api/runs/${ID}/report${path}`, { headers });

    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect((await response.text()).startsWith(text)).toBe(true);
  });

  it.each([
    // How a run that failed goes on is in its advice.
    { run: 'that goes on', stage: 'researching' as const, status: 409 },
    { run: 'that failed', stage: 'failed' as const, status: 422 },
  ])('is missing from a run $run, with status $status', async ({ stage, status }) => {
    const remedy = 'Look at the run: GET /api/runs/{researchId}.';
    const run = { ...(await storedReport(ID)), hasReport: false, reportPath: null, recordPath: null };
    const { api } = createApiWorld({ stored: [{ ...run, progress: researchProgress({ stage }) }] });

    const response = await api.request(`/api/runs/${ID}/report`);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, remedy });
  });

  it('is partial while the run goes on', async () => {
    const { api } = createApiWorld();

    const markdown = await api.request(`/api/runs/${ID}/partial-report`);
    const json = await api.request(`/api/runs/${ID}/partial-report?format=json`);

    expect(await markdown.text()).toBe('# So far\n');
    expect(await json.json()).toMatchObject({ report: { researchId: ID }, quotesChecked: 0 });
  });
});
