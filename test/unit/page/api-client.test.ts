import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../../../client/page/api/api-client.ts';
import { ApiFailure } from '../../../client/page/api/api-requests.ts';
import type { ClaimTrace, ListedRun } from '../../../client/page/api/api-types.ts';
import type { Session } from '../../../client/page/api/sessions-client.ts';
import { emptyDraft, runRequestOf } from '../../../client/page/models/ask-draft.ts';
import { mergeRuns, type RunRow } from '../../../client/runs/merge-runs.ts';
import type { TracedClaim } from '../../../workers/local-tools.ts';
import type { ConversationView } from '../../../workflows/contracts/conversation.ts';
import { createApiWorld, type WorldChanges } from '../../support/builders/api-world.ts';
import { storedReport } from '../../support/builders/stored-report.ts';

const RUN = 'research-limits-3f9a21';

/** What the page reads of a trace is in every trace: the compiler says so. */
const traceOf = (traced: TracedClaim): ClaimTrace => traced;

/** The same of lists and sessions. */
const listedOf = (runs: readonly RunRow[]): readonly ListedRun[] => runs;
const sessionOf = (view: ConversationView | undefined): Session | undefined => view;

/** The page's client, asking an API in this process. */
async function askingClient(changes: WorldChanges = {}, token: string | null = null) {
  const { api } = createApiWorld({ stored: [await storedReport(RUN)], ...changes });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => api.request(path, init));
  return createApiClient(() => token);
}

afterEach(() => void vi.unstubAllGlobals());

describe('what the page asks for', () => {
  it('is what the API has', async () => {
    const client = await askingClient();

    const part = await client.readText(RUN, { sourceId: 's1', hash: 'a'.repeat(64), start: 1, end: 4 });
    const bytes = await client.readOriginal(RUN, 's1');

    expect(await client.listRuns()).toMatchObject([{ researchId: RUN }]);
    expect((await client.readReport(RUN)).question).toBe('Which limits apply?');
    expect((await client.traceClaim(RUN, 1)).attributions).toEqual([]);
    expect(part).toMatchObject({ start: 1, text: 'one.' });
    expect(Buffer.from(bytes).toString()).toBe('%PDF-');
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
    expect(await client.listRuns()).toEqual(listedOf(mergeRuns([stored], listed, false)));
    expect(await client.listSessions()).toEqual([]);
  });

  it('is what the API has of conversations', async () => {
    const world = createApiWorld();
    world.sessions.open('chat-1', { turns: 1 });
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => world.api.request(path, init));
    const client = createApiClient(() => null);

    await client.sendFeedback({ answerId: 'chat-1:1', verdict: 'unhelpful', note: 'too short' });

    expect(await client.readSession('chat-1')).toEqual(sessionOf(world.sessions.views.get('chat-1')));
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
    expect(failure).toMatchObject({ status: 404, remedy: 'GET /api/runs lists the runs.' });
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
});
