import { Readable } from 'node:stream';
import type { TracedClaim } from '@plumbline/quotes/attribution';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mergeRuns } from '../../../client/runs/merge-runs.ts';
import { createApiClient } from '../../../packages/page/browser/api/api-client.ts';
import { ApiFailure } from '../../../packages/page/browser/api/api-requests.ts';
import type { ClaimTrace } from '../../../packages/page/browser/api/api-types.ts';
import { type WatchNews, watchRun } from '../../../packages/page/browser/api/following.ts';
import { emptyDraft, runRequestOf } from '../../../packages/page/browser/models/ask-draft.ts';
import { type ApiWorld, createApiWorld, type WorldChanges } from '../../support/builders/api-world.ts';
import { storedReport } from '../../support/builders/stored-report.ts';

const RUN = 'research-limits-3f9a21';

/** What the page reads of a trace is in every trace: the compiler says so. */
const traceOf = (traced: TracedClaim): ClaimTrace => traced;

/** The page's client, asking an API in this process. */
async function askingClient(changes: WorldChanges = {}, token: string | null = null) {
  return clientOf(createApiWorld({ stored: [await storedReport(RUN)], ...changes }), token);
}

function clientOf({ api }: ApiWorld, token: string | null = null) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => api.request(path, init));
  return createApiClient({ token: () => token });
}

afterEach(() => void vi.unstubAllGlobals());

describe('what the page asks for', () => {
  it('is what the API has', async () => {
    const client = await askingClient();

    const part = await client.readText(RUN, { sourceId: 's1', hash: 'a'.repeat(64), start: 1, end: 4 });
    const bytes = await client.readOriginal(RUN, 's1', 'a'.repeat(64));

    expect(await client.listRuns()).toMatchObject([{ researchId: RUN }]);
    expect((await client.readReport(RUN)).question).toBe('Which limits apply?');
    expect((await client.compareReports(RUN, RUN)).isEqual).toBe(true);
    expect((await client.traceClaim(RUN, 1)).attributions).toEqual([]);
    expect(part).toMatchObject({ start: 1, text: 'one.' });
    expect(Buffer.from(bytes).toString()).toBe('%PDF-');
  });

  it('says whose memory is shown where the token names a user', async () => {
    const token = [{ user: 'anna', token: 'secret' }];
    const named = await askingClient({ settings: { token } }, 'secret');
    expect([await named.readUser(), await named.readOneself()]).toEqual(['anna', null]);

    const unnamed = await askingClient();

    expect([await unnamed.readUser(), await unnamed.readOneself()]).toEqual([null, 'me']);
  });

  it('gets the audit bundle as a file with its name', async () => {
    const plan = async () => ({ bytes: 2, originalsMissing: [], open: () => Readable.from([Buffer.from('PK')]) });
    const client = await askingClient({ tools: { openBundles: async () => ({ plan }) as never } });

    const { name, content } = await client.auditBundle(RUN);

    expect([name, await content.text()]).toEqual([`${RUN}-audit.zip`, 'PK']);
  });

  it('changes the memory of a user, and of no other', async () => {
    const client = await askingClient();

    const { entry, isNew } = await client.addMemory('anna', { text: 'My budget is 200 euros', core: true });
    await client.addMemory('bert', { text: 'I live in Norhaven', core: false });
    await client.confirmMemory('anna', entry.entryId);
    const listed = await client.listMemory('anna');
    const found = await client.searchMemory('anna', 'the budget in euros');
    const one = await client.forgetMemory('anna', entry.entryId);
    const again = client.forgetMemory('anna', entry.entryId);

    expect([isNew, listed.map(({ standing, strength }) => [standing, strength])]).toEqual([true, [['core', 2]]]);
    expect(found.found.map(({ entry: { text } }) => text)).toEqual(['My budget is 200 euros']);
    expect(one).toEqual({ forgotten: [entry.entryId], heldBy: [] });
    await expect(again).rejects.toMatchObject({ status: 404, remedy: '' });
    expect((await client.forgetMemory('bert', null)).forgotten).toHaveLength(1);
  });

  it('is what the API has to ask, and to talk', async () => {
    const client = await askingClient();
    const request = runRequestOf({ ...emptyDraft('1f'), question: 'Which limits apply?' }, await client.readSources());

    const limits = (await client.readSettings()).filter(({ path }) => path[0] === 'limits');
    const started = await client.startRun(request);
    const refused = await client.startRun({ ...request, settings: { limits: { pages: 0 } } }).catch((error) => error);

    expect(limits.map(({ path, presets }) => [path[1], presets.quick])).toContainEqual(['modelCalls', 100]);
    expect(started.researchId).toBe('research-1f');
    expect(refused).toMatchObject({ status: 400, issues: [{ path: 'settings.limits.pages' }] });
    const stored = await storedReport(RUN);
    const listed = await createApiWorld().runs.client.list({ awaitingOnly: false });
    expect(await client.listRuns()).toEqual(
      mergeRuns([stored], listed, false).map((run) => ({ ...run, name: null, isPinned: false })),
    );
    expect(await client.listSessions()).toEqual([]);
  });

  it('is what the API has of conversations', async () => {
    const world = createApiWorld();
    world.sessions.open('chat-1', { turns: 0 });
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => world.api.request(path, init));
    const client = createApiClient({ token: () => null });

    await client.sendFeedback({ answerId: 'chat-1:1', verdict: 'unhelpful', note: 'too short' });

    expect(await client.readSession('chat-1')).toEqual(world.sessions.views.get('chat-1'));
    expect(await client.listSessions()).toMatchObject([{ sessionId: 'chat-1' }]);
    expect(world.sessions.sent).toEqual([{ answerId: 'chat-1:1', verdict: 'unhelpful', note: 'too short' }]);
  });

  it('carries the token where there is one', async () => {
    const settings = { token: 'secret' };

    const known = await askingClient({ settings }, 'secret');
    await expect(known.readReport(RUN)).resolves.toMatchObject({ researchId: RUN });
    const unknown = await askingClient({ settings });

    await expect(unknown.readReport(RUN)).rejects.toMatchObject({ status: 401 });
  });

  it('fails with the words of the server', async () => {
    const client = await askingClient();

    const failure = await client.readReport('research-other/../x?y#z').catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 404, remedy: '' });
  });

  it('has in every trace what it shows', () => {
    const traced: TracedClaim = {
      number: 1,
      part: 'answer',
      claim: { text: 'None.', citations: [] },
      attributions: [],
      isTraceable: true,
    };

    expect(traceOf(traced)).toBe(traced);
  });

  it('watches a run by its events', async () => {
    const client = await askingClient();
    const news: WatchNews[] = [];

    await watchRun({
      open: (after, signal) => client.openEvents(RUN, after, signal),
      tell: (told) => news.push(told),
      pause: () => Promise.reject(new Error('there is nothing to try again')),
      signal: new AbortController().signal,
    });

    expect(news.map(({ kind }) => kind).filter((kind) => kind !== 'sign')).toEqual(['run', 'end']);
  });

  it('sends a run what a person decides', async () => {
    const world = createApiWorld();
    const client = clientOf(world);
    const plan = { tasks: [{ taskId: 'own-1', text: 'What changed?', rationale: '' }] };

    await client.answerQuestion(RUN, { questionId: 'r1q1', text: 'Only HTTP/2.' });
    await client.skipQuestions(RUN);
    await client.approvePlan(RUN, null);
    await client.approvePlan(RUN, plan);
    await client.steerRun(RUN, { action: 'drop-task', taskId: 't1' });
    await client.extendRun(RUN, { pages: 200 });
    await client.retryRun(RUN);
    await client.finishRun(RUN);
    await client.cancelRun(RUN);

    expect(world.runs.sent).toEqual([
      [RUN, 'answer', { questionId: 'r1q1', text: 'Only HTTP/2.' }],
      [RUN, 'skip'],
      [RUN, 'approve', undefined],
      [RUN, 'approve', plan],
      [RUN, 'steer', [{ action: 'drop-task', taskId: 't1' }]],
      [RUN, 'extend', { pages: 200 }],
      [RUN, 'retry'],
      [RUN, 'finish'],
      [RUN, 'cancel'],
    ]);
  });

  it('gets a report as a file with its name', async () => {
    const client = await askingClient();

    const { name, content } = await client.exportReport(RUN, 'csl-json');

    expect(name).toBe(`${RUN}.csl.json`);
    expect(await content.text()).toContain('csl-json of');
  });
});
