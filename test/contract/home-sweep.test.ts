import { mkdir, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { createFolderCorpusIndex, lockPathOf } from '@plumbline/search/folders';
import { tryLock } from '@plumbline/storage/locks';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileBlobSweep, listBlobs } from '../../packages/storage/stores/blob-sweep.ts';
import { blobPathOf, createFileBlobStore } from '../../packages/storage/stores/file-blob-store.ts';
import type { SweepOptions } from '../../workers/lifecycle/sweep.ts';
import { temporaryFolder, writeFiles } from '../support/builders/corpus-fixtures.ts';
import { publishReport } from '../support/builders/published-report.ts';
import { shareParser } from '../support/builders/shared-parser.ts';
import { runsIn, verifyRecord } from '../support/builders/stored-records.ts';
import { sweepEverything } from '../support/builders/sweep-everything.ts';
import { age } from '../support/worlds/aged-home.ts';

const DAY_MS = 86_400_000;
const request = researchRequestSchema.parse({ question: 'How long does the lamp burn?', corpusDirectories: ['/docs'] });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let home: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  home = join(folder.path, 'home');
  await mkdir(home);
});
afterEach(() => folder.dispose());

const sweep = (changes: Partial<SweepOptions> = {}) => sweepEverything(home, changes);

const swept = async (changes?: Partial<SweepOptions>): Promise<Record<string, number>> => {
  const { parts } = await sweep(changes);
  return Object.fromEntries(parts.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
};

const startRun = (researchId: string, startedAt: Date) =>
  runsIn(home).recordStart({ researchId, request, requestHash: 'h', startedAt: startedAt.toISOString() });

const corpus = () =>
  createFolderCorpusIndex({ home, blobs: createFileBlobStore(home), now: () => new Date(), createParser: shareParser });

const index = (directory: string) =>
  corpus().update({
    directory,
    maxFileBytes: 1_000_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

/** Faults that `verify` finds in the reports, and documents of indexes whose text is missing. */
async function missingTexts(): Promise<string[]> {
  const blobs = createFileBlobStore(home);
  const reports = (await runsIn(home).list()).flatMap(({ recordPath }) => recordPath ?? []);
  const verified = await Promise.all(reports.map((path) => verifyRecord({ path, blobs })));
  const entries = await readdir(join(home, 'index'), { withFileTypes: true }).catch(() => []);
  const corpora = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sources = (await Promise.all(corpora.map((name) => corpus().sourcesOf(name)))).flat();
  const gone = await Promise.all(
    sources.map(({ locator, text }) =>
      blobs.getText(text).then(
        () => [],
        () => [locator],
      ),
    ),
  );
  return [...verified.flatMap(({ problems }) => problems), ...gone.flat()];
}

describe('sweeping a home', () => {
  it('keeps the texts of a bucket that another home uses, and names it', async () => {
    await createFileBlobStore(home).putText('orphan', 'text/plain');
    await age(home);
    const shared = { ...createFileBlobSweep(home), otherHomes: async () => ['the store of a colleague'] };

    expect(await sweep({ blobs: shared })).toMatchObject({ otherHomes: ['the store of a colleague'] });
    expect(await listBlobs(home)).toHaveLength(1);
    expect(await swept()).toEqual({ 'unreferenced texts and pages': 1 });
  });

  it('lists, then deletes, what nothing refers to', async () => {
    await createFileBlobStore(home).putText('orphan', 'text/plain');
    await writeFiles(home, { 'blobs/ab/cd.1.tmp': 'x', 'runs/r/start.json.1.tmp': 'x' });
    await writeFiles(home, { 'bundle-aaaaaaaaaaaa.js': 'old', 'bundle-bbbbbbbbbbbb.js': 'current' });
    await age(home);
    const found = {
      'unreferenced texts and pages': 1,
      'unfinished files': 2,
      'bundles of other builds': 1,
    };

    expect(await swept({ apply: false })).toEqual(found);
    expect(await swept({ apply: false })).toEqual(found);
    expect(await swept()).toEqual(found);
    expect(await swept()).toEqual({});
    expect(await readdir(home)).toContain('bundle-bbbbbbbbbbbb.js');
  });

  it('keeps what is younger than the grace period', async () => {
    await createFileBlobStore(home).putText('orphan', 'text/plain');

    expect(await swept()).toEqual({});
  });

  it('keeps what was used since the oldest running run began', async () => {
    const started = new Date(Date.now() - 9 * DAY_MS);
    await startRun('waiting', started);
    const { sha256 } = await createFileBlobStore(home).putText(
      'quoted, and its document has changed since',
      'text/plain',
    );
    await age(home);
    const used = new Date(started.getTime() + 60_000);
    await utimes(blobPathOf(home, sha256), used, used);

    expect(await swept()).toEqual({});
    await runsIn(home).remove('waiting');
    expect(await swept()).toEqual({ 'unreferenced texts and pages': 1 });
  });

  it('keeps what an earlier version recorded as files, with its texts', async () => {
    await publishReport(home);
    const { sha256 } = await createFileBlobStore(home).putText('quoted by an earlier version', 'text/plain');
    await writeFiles(home, {
      'runs/old/start.json': '{}',
      'runs/old/report.json': JSON.stringify({ textHash: sha256 }),
      'conversations/old/start.json': '{}',
    });
    await age(home);

    expect(await swept()).toEqual({});
    expect(await readdir(join(home, 'runs', 'old'))).toEqual(['report.json', 'start.json']);
    expect((await runsIn(home).list()).map(({ researchId }) => researchId)).toEqual(['research-lamp']);
  });

  it('deletes the index of a missing folder when asked to, and then its texts', async () => {
    const documents = join(folder.path, 'documents');
    await writeFiles(documents, { 'lamp.md': '# Lamp\n\nThe lamp burns for nine hours.\n' });
    await index(documents);
    await age(home);

    expect(await swept({ withIndexes: true })).toEqual({});
    await rm(documents, { recursive: true });
    expect(await swept()).toEqual({});
    expect(await swept({ withIndexes: true })).toEqual({
      'indexes of missing folders': 1,
      'unreferenced texts and pages': 1,
    });
  });

  it('keeps the index of a missing folder, and its texts, while it is being updated', async () => {
    const documents = join(folder.path, 'documents');
    await writeFiles(documents, { 'lamp.md': '# Lamp\n\nThe lamp burns for nine hours.\n' });
    const { corpusId } = await index(documents);
    await age(home);
    await rm(documents, { recursive: true });
    const lock = tryLock(lockPathOf(home, corpusId));

    expect(await swept({ withIndexes: true })).toEqual({});
    lock?.release();
    expect(await missingTexts()).toEqual([]);
  });

  it('never deletes what a report, an index or a running run needs', async () => {
    const documents = join(folder.path, 'documents');
    let report = 0;
    const steps = {
      publish: async () => void (await publishReport(home, { researchId: `report-${report++}` })),
      orphan: async () => void (await createFileBlobStore(home).putText(`orphan ${report++}`, 'text/plain')),
      change: async () => {
        await writeFiles(documents, { 'lamp.md': `# Lamp\n\nThe lamp burns for ${report++} hours.\n` });
        await index(documents);
      },
      remove: async () => runsIn(home).remove(`report-${Math.max(0, report - 1)}`),
      age: async () => age(home),
    };
    const names = fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]));

    const holds = fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 6 }), async (sequence) => {
      for (const name of sequence) await steps[name]();
      await age(home);
      await sweep({ withIndexes: true });
      return (await missingTexts()).length === 0;
    });

    await expect(fc.assert(holds, { numRuns: 5 })).resolves.toBeUndefined();
  });

  it('refuses to judge when an index cannot be read', async () => {
    await writeFiles(home, { 'index/0123456789ab/manifest.sqlite': 'not a database' });
    await createFileBlobStore(home).putText('perhaps it is named there', 'text/plain');
    await age(home);

    await expect(sweep()).rejects.toThrow('manifest.sqlite cannot be read');
    expect(await listBlobs(home)).toHaveLength(1);
  });
});
