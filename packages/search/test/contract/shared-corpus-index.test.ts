import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import { createFolderCorpusIndex, createIndexVersions, createSharedCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openPostgresState, type StateDatabase } from '@plumbline/storage/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../../../../test/support/servers/postgres.ts';

const programs = findPostgres();
const LAMP = '# Lamp\n\nThe harbour lamp burns for nine hours.\n';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

/** A machine has a home of its own; texts and the state database are shared. */
interface Machine {
  readonly home: string;
  readonly corpus: CorpusIndex;
}

describe.skipIf(programs === undefined)('an index that machines share (needs PostgreSQL)', () => {
  let postgres: TestPostgres;
  let database: StateDatabase;
  let folders: Folder[];
  let documents: string;
  let machines: readonly [Machine, Machine];

  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
  });
  afterAll(() => postgres?.close());

  beforeEach(async () => {
    database = openPostgresState(await postgres.createDatabase());
    folders = await Promise.all(Array.from({ length: 4 }, () => temporaryFolder()));
    const [texts = '', first = '', second = '', own = ''] = folders.map(({ path }) => path);
    documents = own;
    await writeFiles(documents, { 'lamp.md': LAMP });
    const machineAt = (home: string): Machine => {
      const blobs = createFileBlobStore(texts);
      const here = createFolderCorpusIndex({ home, blobs, now: () => new Date() });
      const versions = createIndexVersions(join(home, 'index'), database, blobs);
      return { home, corpus: createSharedCorpusIndex(here, versions) };
    };
    machines = [machineAt(first), machineAt(second)];
  });
  afterEach(async () => {
    await database.close();
    await Promise.all(folders.map((folder) => folder.dispose()));
  });

  const update = ({ corpus }: Machine) =>
    corpus.update({ directory: documents, signal: new AbortController().signal, onProgress: () => {} });
  const find = async ({ corpus }: Machine, corpusId: string, query: string) =>
    (await corpus.search({ corpusId, query, language: 'en', topK: 3 })).hits.map(({ locator }) => locator);

  it('is searched and read on a machine that never saw its folder', async () => {
    const [one, other] = machines;
    const { corpusId } = await update(one);
    await rm(documents, { recursive: true });

    const { hits } = await other.corpus.search({ corpusId, query: 'harbour lamp', language: 'en', topK: 1 });

    expect(hits.map(({ locator }) => locator)).toEqual(['lamp.md']);
    const text = await other.corpus.readPassage(corpusId, hits[0]?.passage.passageId ?? '');
    expect(text.text).toContain('nine hours');
  });

  it('stays as a run began with it, and the next run gets what changed, from either machine', async () => {
    const [one, other] = machines;
    const before = await update(one);
    await writeFiles(documents, { 'wick.md': '# Wick\n\nThe wick of the lantern is replaced monthly.\n' });

    const after = await update(other);

    expect(after).toMatchObject({ added: 1, changed: 0, files: 2 });
    expect(after.corpusId).not.toBe(before.corpusId);
    for (const machine of machines) {
      expect(await find(machine, before.corpusId, 'wick of the lantern')).toEqual([]);
      expect(await find(machine, after.corpusId, 'wick of the lantern')).toEqual(['wick.md']);
    }
  });

  it('is the same version where nothing changed, whoever looks', async () => {
    const [one, other] = machines;
    const { corpusId } = await update(one);

    const again = await Promise.all([update(one), update(other), update(other)]);

    expect(again.map((report) => report.corpusId)).toEqual([corpusId, corpusId, corpusId]);
  });

  it('keeps only some copies of older versions, and copies one again that is asked for', async () => {
    const [one, other] = machines;
    const reports = [];
    for (let day = 1; day <= 6; day += 1) {
      await writeFiles(documents, { 'lamp.md': `${LAMP}\nDay ${day}.\n` });
      reports.push(await update(one));
      await find(other, reports.at(-1)?.corpusId ?? '', 'lamp');
    }

    const copies = (await readdir(join(other.home, 'index'))).filter((name) => name.includes('-'));

    expect(copies).toHaveLength(4);
    expect(await find(other, reports[0]?.corpusId ?? '', 'harbour lamp')).toEqual(['lamp.md']);
  });

  it('is missing where no machine made that version', async () => {
    const [one] = machines;
    const { corpusId } = await update(one);

    await expect(find(one, `${corpusId.slice(0, 13)}000000000000`, 'lamp')).rejects.toThrow(/no version 000000000000/);
  });
});
