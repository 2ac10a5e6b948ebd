import { rm, writeFile } from 'node:fs/promises';
import { verifyBundle } from '@plumbline/exports/bundles';
import { readReportFile } from '@plumbline/report/record-reading';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocalTools } from '../../client/service/local-tools.ts';
import { listBlobs } from '../../packages/storage/stores/blob-sweep.ts';
import { blobPathOf } from '../../packages/storage/stores/file-blob-store.ts';
import { createApiWorld } from '../support/builders/api-world.ts';
import { type BundleWorld, createBundleWorld } from '../support/builders/bundle-world.ts';
import { researchProgress } from '../support/builders/run-views.ts';
import { runsIn } from '../support/builders/stored-records.ts';

let bundles: BundleWorld;
let request: (path: string, init?: RequestInit) => Promise<Response>;
let researchId: string;

beforeEach(async () => {
  bundles = await createBundleWorld();
  const { home, recordPath } = bundles.stored;
  const [stored] = (await runsIn(home).list()).filter((run) => run.recordPath === recordPath);
  researchId = stored?.researchId ?? (await startOf(home, recordPath));
  const { api } = createApiWorld({ tools: openLocalTools({ PLUMBLINE_HOME: home }) });
  request = async (path, init) => api.request(`/api/runs/${path}`, init);
});

afterEach(() => bundles.dispose());

/** The activities publish without a start, which is the client's to record. */
async function startOf(home: string, recordPath: string): Promise<string> {
  const id = recordPath.split(/[\\/]/u).at(-2) ?? '';
  await runsIn(home).saveProgress(researchProgress({ researchId: id, stage: 'published' }));
  return id;
}

/** All of them but the report itself. */
async function loseTexts(): Promise<void> {
  const { home } = bundles.stored;
  const bodies = await runsIn(home).bodiesOf(researchId);
  const texts = (await listBlobs(home)).filter(({ sha256 }) => !bodies.has(sha256));
  for (const { sha256 } of texts) await rm(blobPathOf(home, sha256));
}

async function saved(response: Response, name: string): Promise<string> {
  const path = bundles.inFolder(name);
  await writeFile(path, new Uint8Array(await response.arrayBuffer()));
  return path;
}

describe('GET /api/runs/{researchId}/bundle', () => {
  it('sends a bundle that verifies, of the size that HEAD told before', async () => {
    const told = await request(`${researchId}/bundle`, { method: 'HEAD' });
    const sent = await request(`${researchId}/bundle`);
    const path = await saved(sent.clone(), 'sent.zip');

    expect([told.status, sent.status]).toEqual([200, 200]);
    expect(await told.text()).toBe('');
    expect(told.headers.get('content-length')).toBe(String((await sent.arrayBuffer()).byteLength));
    expect(sent.headers.get('content-type')).toBe('application/zip');
    expect(sent.headers.get('content-disposition')).toContain(`${encodeURIComponent(researchId)}-audit.zip`);
    expect(sent.headers.get('plumbline-originals-missing')).toBe('0');
    expect((await verifyBundle(path)).problems).toEqual([]);
  });

  it('leaves out the documents themselves where that is asked for', async () => {
    const all = await request(`${researchId}/bundle`, { method: 'HEAD' });
    const sent = await request(`${researchId}/bundle?originals=false`);
    const path = await saved(sent, 'texts.zip');

    expect(Number(sent.headers.get('content-length'))).toBeLessThan(Number(all.headers.get('content-length')));
    expect(Number(sent.headers.get('plumbline-originals-missing'))).toBeGreaterThan(0);
    expect((await verifyBundle(path)).problems).toEqual([]);
  });

  it('says that a run is under way', async () => {
    const store = runsIn(bundles.stored.home);
    await store.saveProgress(researchProgress({ researchId: 'research-new', stage: 'researching' }));

    const response = await request('research-new/bundle');

    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ detail: 'the run has no report yet (researching)' });
  });

  it('says that a text is gone, without its path', async () => {
    await loseTexts();

    const response = await request(`${researchId}/bundle`);
    const text = await response.text();

    expect(response.status).toBe(422);
    expect(text).toContain('a text that the report cites is gone');
    expect(text).not.toContain(bundles.stored.home);
  });

  it('refuses an unknown run, and another word than true or false', async () => {
    const unknown = await request('nowhere/bundle');
    const wrong = await request(`${researchId}/bundle?originals=no`);

    expect([unknown.status, wrong.status]).toEqual([404, 400]);
  });

  it('breaks off where a text is lost meanwhile, so that nobody takes it for a whole one', async () => {
    const tools = openLocalTools({ PLUMBLINE_HOME: bundles.stored.home });
    const plan = await (
      await tools.openBundles()
    ).plan(await readReportFile(bundles.stored.recordPath), {
      withOriginals: true,
      history: { reason: 'none' },
    });
    const damaged = { ...tools, openBundles: async () => ({ ...(await tools.openBundles()), plan: async () => plan }) };
    const { api } = createApiWorld({ tools: damaged });
    await loseTexts();

    const response = await api.request(`/api/runs/${researchId}/bundle`);

    await expect(response.arrayBuffer()).rejects.toThrow(/The stored text/);
  });
});
