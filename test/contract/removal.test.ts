import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { createDocumentParser } from '@plumbline/documents/parser';
import { compactDatabase, openSqliteState } from '@plumbline/storage/database';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileBlobSweep, listBlobs } from '../../packages/storage/stores/blob-sweep.ts';
import { createStateStores } from '../../workers/assembly/state-stores.ts';
import { removeRun } from '../../workers/lifecycle/removal.ts';
import { sweepHome } from '../../workers/lifecycle/sweep.ts';
import { publishReport } from '../support/builders/published-report.ts';
import { researchProgress } from '../support/builders/run-views.ts';
import { placeIn, runsIn, stateIn } from '../support/builders/stored-records.ts';
import { createTestPageLibrary, type TestPageLibrary, textsOf } from '../support/builders/test-page-library.ts';
import { htmlPage } from '../support/servers/page-server.ts';
import { age } from '../support/worlds/aged-home.ts';

const parser = createDocumentParser({ timeLimitMs: 600_000 });
afterAll(() => parser.close());

const FOR_EVER = 100 * 365 * 86_400_000;
const MARKER = 'quokkaberg';
const request = researchRequestSchema.parse({ question: 'What is known of the keeper?', corpusDirectories: ['/docs'] });

let world: TestPageLibrary;
beforeEach(async () => {
  world = await createTestPageLibrary(parser);
  world.pages['/secret'] = htmlPage(
    `<html><head><title>${MARKER}</title></head><body><p>The keeper of the ${MARKER} fills the lamp every evening.</p></body></html>`,
  );
});
afterEach(() => world.dispose());

const run = (researchId: string, path: string) => world.read(path, { run: webCorpusIdOf(researchId) });
const stored = () => ({
  home: world.home,
  state: stateIn(world.home),
  blobs: createFileBlobSweep(world.home),
  now: new Date(),
});
const removal = (researchId: string, apply: boolean) => removeRun({ ...stored(), apply }, researchId);

async function record(researchId: string, stage: 'published' | 'researching'): Promise<void> {
  const runs = runsIn(world.home);
  const startedAt = new Date().toISOString();
  await runs.recordStart({ researchId, request, requestHash: 'h', startedAt });
  await runs.saveProgress(researchProgress({ researchId, stage, startedAt }));
}

async function filesWith(words: string): Promise<string[]> {
  const entries = await readdir(world.home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(files.map(async (path) => ((await readFile(path)).includes(words) ? [path] : [])));
  return found.flat().map((path) => path.slice(world.home.length + 1));
}

describe('removing a run', () => {
  it('takes the pages that it alone read, their texts, and every trace of their words', async () => {
    await record('mine', 'published');
    await run('mine', '/secret');
    expect(await filesWith(MARKER)).not.toEqual([]);
    const planned = await removal('mine', false);
    expect((await listBlobs(world.home)).length).toBe(2);

    const removed = await removal('mine', true);

    expect(removed).toEqual(planned);
    expect(removed.parts).toMatchObject([{ kind: 'pages', count: 1 }, {}, { count: 2 }, { count: 2 }]);
    // What is left of it is the answer to a paid call, which goes with the run's ledger.
    expect((await filesWith(MARKER)).filter((path) => !path.startsWith('plumbline.sqlite'))).toEqual([]);
    expect(await runsIn(world.home).list()).toEqual([]);
  });

  it('leaves no trace of its question, also where another process reads the database meanwhile', async () => {
    const question = `What is known of the ${MARKER}?`;
    const { record: published } = await publishReport(world.home, {
      researchId: 'mine',
      request: { ...request, question },
    });
    const worker = stateIn(world.home);
    await worker.runs.saveProgress(researchProgress({ researchId: 'mine', question, stage: 'published' }));
    await worker.runs.saveSettled('mine', { request: published.request, stages: {} });
    const decisions = { taskId: 't1', queries: [{ query: question, provider: null, hits: [] }], hits: [] };
    await worker.runs.saveDecisions('mine', decisions);
    const places = (await filesWith(MARKER)).map((path) => path.split('/')[0]);
    expect(places).toEqual(expect.arrayContaining(['plumbline.sqlite-wal', 'blobs', 'runs']));

    // The same library: another one in this process would not see the locks.
    const reader = new Database(join(world.home, 'plumbline.sqlite'));
    reader.exec('BEGIN');
    reader.prepare('SELECT COUNT(*) FROM records').get();
    setTimeout(() => reader.exec('COMMIT'), 300);
    await removal('mine', true);

    expect(await filesWith(MARKER)).toEqual([]);
    reader.close();
    await worker.close();
  });

  it('leaves what another run has read as well', async () => {
    await record('mine', 'published');
    await record('other', 'published');
    await run('mine', '/lamp');
    await run('other', '/lamp');

    const { parts } = await removal('mine', true);

    expect(parts).toMatchObject([{ count: 1 }, {}, { kind: 'texts without other references', count: 0 }, {}]);
    expect(textsOf(await run('other', '/lamp')).join(' ')).toContain('whale oil');
    expect(world.fetchesOf('/lamp')).toBe(1);
    expect((await world.library.sourcesOf(webCorpusIdOf('mine'))).length).toBe(0);
  });

  it('leaves the texts of a bucket that another home uses', async () => {
    await record('mine', 'published');
    await run('mine', '/secret');
    const blobs = { ...createFileBlobSweep(world.home), otherHomes: async () => ['the store of a colleague'] };

    const removed = await removeRun({ ...stored(), blobs, apply: true }, 'mine');

    expect(removed).toMatchObject({ parts: [{ count: 1 }, {}, { count: 0 }, { count: 2 }], textsKept: 2 });
    expect(await listBlobs(world.home)).toHaveLength(2);
  });

  it('leaves texts that a running run may use to a later gc', async () => {
    await record('other', 'researching');
    await record('mine', 'published');
    await run('mine', '/secret');

    expect(await removal('mine', true)).toMatchObject({ textsKept: 2 });
    expect(await listBlobs(world.home)).toHaveLength(2);
  });

  it('can be repeated after a kill in the middle', async () => {
    await record('mine', 'published');
    await run('mine', '/secret');
    const first = await removal('mine', true);
    const again = await removal('mine', true);

    expect(first.parts.some(({ count }) => count > 0)).toBe(true);
    expect(again.parts).toEqual(first.parts.map((part) => ({ ...part, count: 0, bytes: 0 })));
  });
});

describe('sweeping', () => {
  const sweep = async (answerTtlMs: number): Promise<Record<string, number>> => {
    const state = createStateStores(openSqliteState(world.home), placeIn(world.home));
    const settings = {
      buildId: 'b'.repeat(12),
      minimumAgeMs: 86_400_000,
      answerTtlMs,
      withIndexes: false,
      apply: true,
    };
    const { parts } = await sweepHome({ ...stored(), state, ...settings });
    await state.close();
    return Object.fromEntries(parts.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
  };

  it('removes the pages of a run with missing files, and leaves those of the others', async () => {
    await record('mine', 'published');
    await record('gone', 'published');
    await run('mine', '/lamp');
    await run('gone', '/secret');
    await runsIn(world.home).remove('gone');
    await age(join(world.home, 'blobs'));

    expect(await sweep(FOR_EVER)).toEqual({
      'pages of deleted runs': 1,
      'readings of unused pages': 1,
      'unreferenced texts and pages': 2,
    });
    expect(await sweep(FOR_EVER)).toEqual({});
    expect(textsOf(await run('mine', '/lamp')).join(' ')).toContain('whale oil');
  });

  it('removes expired answers', async () => {
    await record('mine', 'published');
    await run('mine', '/lamp');

    expect(await sweep(86_400_000)).toEqual({ 'expired stored answers': 1 });
    expect(await sweep(86_400_000)).toEqual({});
  });
});

describe('compacting a database', () => {
  // Temporal's visibility table is one of these, and its word index knows rows by number.
  it('keeps the numbers of rows in a table without a number of its own', () => {
    const path = join(world.home, 'rows.sqlite');
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE rows (name TEXT PRIMARY KEY); INSERT INTO rows VALUES ('a'), ('b'), ('c')");
    database.exec("DELETE FROM rows WHERE name = 'a'");
    compactDatabase(path);

    expect(database.prepare('SELECT rowid AS number, name FROM rows').all()).toMatchObject([
      { number: 2, name: 'b' },
      { number: 3, name: 'c' },
    ]);
    database.close();
  });
});
