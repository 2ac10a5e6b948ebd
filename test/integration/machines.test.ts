import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createDocumentParser } from '@plumbline/documents/parser';
import { createUnrecordedCalls } from '@plumbline/model/calls';
import { createFolderCorpusIndex, createIndexVersions, createSharedCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openSqliteState } from '@plumbline/storage/database';
import { createPageFetcher, createRobots, createWebAgent } from '@plumbline/web/fetching';
import { createPageLibrary, type OpenPageLibrary } from '@plumbline/web/page-library';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/builders/corpus-fixtures.ts';
import { stateIn } from '../support/builders/stored-records.ts';
import { sweepEverything } from '../support/builders/sweep-everything.ts';
import { lampPage, OTHER_RUN, RUN, textsOf } from '../support/builders/test-page-library.ts';
import {
  answer,
  htmlPage,
  NO_ROBOTS,
  type PageAnswer,
  type PageServer,
  startPageServer,
} from '../support/servers/page-server.ts';

const parser = createDocumentParser({ timeLimitMs: 600_000 });
const open: { close(): unknown }[] = [parser];
const pages: Record<string, PageAnswer> = {};
let site: PageServer;
let shared: Awaited<ReturnType<typeof temporaryFolder>>;
let [one, other]: OpenPageLibrary[] = [];

beforeAll(async () => {
  site = await startPageServer(pages);
});

beforeEach(async () => {
  for (const path of Object.keys(pages)) delete pages[path];
  Object.assign(pages, { '/robots.txt': NO_ROBOTS, '/lamp': lampPage });
  site.requests.length = 0;
  shared = await temporaryFolder();
  [one, other] = [await openLibrary(), await openLibrary()];
});

afterAll(async () => {
  for (const each of open) await each.close();
  await site.close();
});

/** Of a home of its own. */
async function openLibrary(): Promise<OpenPageLibrary> {
  const home = await temporaryFolder();
  const now = () => new Date();
  const agent = createWebAgent({ allowedHosts: [site.host] });
  const fetcher = createPageFetcher({ agent, userAgent: 'Plumbline/test', now });
  const library = createPageLibrary({
    home: home.path,
    blobs: createFileBlobStore(shared.path),
    fetcher,
    robots: createRobots({ fetcher, now }),
    parser,
    paidCalls: createUnrecordedCalls(),
    records: stateIn(shared.path).records,
  });
  open.push(library, { close: () => agent.destroy() });
  return library;
}

function read(library: OpenPageLibrary | undefined, path: string, webCorpusId = RUN) {
  if (library === undefined) throw new Error('no library');
  const { href: url } = new URL(path, site.origin);
  return library.read({ url, webCorpusId, domainBlock: [], metering: UNLIMITED, signal: new AbortController().signal });
}

const search = (library: OpenPageLibrary | undefined, corpusId = RUN) =>
  library?.search({ corpusId, query: 'whale oil', language: 'en', topK: 5 });

describe('pages of a run on two machines', () => {
  it('are found and read on the one that did not fetch them', async () => {
    const first = await read(one, '/lamp');
    pages['/lamp'] = htmlPage('<p>Something else altogether stands here now.</p>');

    const found = await search(other);

    expect(found?.hits.map(({ snippet }) => snippet).join(' ')).toContain('whale oil');
    expect(found).toEqual(await search(one));
    expect(await read(other, '/lamp')).toEqual(first);
    expect(await other?.sourcesOf(RUN)).toEqual(await one?.sourcesOf(RUN));
    expect(site.requests.filter((path) => path === '/lamp')).toHaveLength(1);
  });

  it('are refused on both where one was refused', async () => {
    pages['/nothing'] = answer(404, {}, '');
    await read(one, '/nothing');
    pages['/nothing'] = lampPage;

    await expect(read(other, '/nothing')).resolves.toEqual({ kind: 'refused', reason: 'does not exist (404)' });
    expect(await other?.skippedFilesOf(RUN)).toHaveLength(1);
  });

  it('are one version where both read them at once', async () => {
    const [here, there] = await Promise.all([read(one, '/lamp'), read(other, '/lamp')]);

    expect(textsOf(there)).toEqual(textsOf(here));
    expect(await other?.sourcesOf(RUN)).toEqual(await one?.sourcesOf(RUN));
  });

  it('are copied to another run', async () => {
    await read(one, '/lamp');
    await other?.copyAll(RUN, OTHER_RUN);

    expect((await search(one, OTHER_RUN))?.hits).not.toEqual([]);
  });
});

describe('an index that machines share', () => {
  it('keeps its texts and its versions in a sweep of a home that has no copy of it', async () => {
    const { path: directory } = await temporaryFolder();
    await writeFiles(directory, { 'lamp.md': '# Lamp\n\nThe harbour lamp burns for nine hours.\n' });
    const [indexing, reading] = [openCorpus(shared.path), openCorpus((await temporaryFolder()).path)];
    const signal = new AbortController().signal;
    const { corpusId } = await indexing.update({ directory, signal, onProgress: () => undefined });
    await rm(join(shared.path, 'index'), { recursive: true });
    await createFileBlobStore(shared.path).putText('Nothing names this.', 'text/plain');

    const swept = await sweepEverything(shared.path, { state: stateIn(shared.path), minimumAgeMs: -HOUR_MS });

    expect(swept.parts).toContainEqual(expect.objectContaining({ kind: 'unreferenced texts and pages', count: 1 }));
    const found = await reading.search({ corpusId, query: 'harbour lamp', language: 'en', topK: 1 });
    const [hit] = found?.hits ?? [];
    expect((await reading.readPassage(corpusId, hit?.passage?.passageId ?? ''))?.text).toContain('nine hours');
  });
});

const HOUR_MS = 3_600_000;

function openCorpus(home: string) {
  const { indexVersions } = stateIn(shared.path);
  const blobs = createFileBlobStore(shared.path);
  const folders = createFolderCorpusIndex({ home, blobs, now: () => new Date() });
  const versions =
    home === shared.path
      ? indexVersions
      : createIndexVersions(join(home, 'index'), openSqliteState(shared.path), blobs);
  return createSharedCorpusIndex(folders, versions);
}
