import { appendFile, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { corpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import { researchRecordSchema } from '@plumbline/contracts/report/report';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { createCompositeIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyRecord, withFiles } from '../support/builders/stored-records.ts';
import {
  createTestActivities,
  HARBOUR_FILES,
  research,
  type TestActivities,
} from '../support/builders/test-activities.ts';
import { createTestCorpus, type TestCorpus } from '../support/builders/test-corpus.ts';

const QUESTION = 'How long does the harbour lamp burn?';

let world: TestActivities;
let input: PublishReportInput;
let lamp: string;

beforeEach(async () => {
  world = await createTestActivities();
  input = await research(world, QUESTION);
  lamp = join(world.corpus.folder, 'lamp.md');
});
afterEach(() => world.dispose());

async function publish() {
  const { recordPath } = await withFiles(world.corpus.home, world.activities.publishReport(input));
  const record = researchRecordSchema.parse(JSON.parse(await readFile(recordPath, 'utf8')));
  const verify = () => verifyRecord({ path: recordPath, blobs: createFileBlobStore(world.corpus.home) });
  return { record, recordPath, verify, diagnostics: record.report.diagnostics };
}

const missing = (reason: string) => [{ code: 'DOCUMENT_MISSING', locator: 'lamp.md', reason }];
const changed = [{ code: 'DOCUMENT_CHANGED', locator: 'lamp.md' }];
const words = HARBOUR_FILES['lamp.md'] ?? '';

async function replaceBy(make: () => Promise<unknown>): Promise<void> {
  await rm(lamp);
  await make();
}

describe('a quoted file when the report is written', () => {
  it.each([
    { was: 'changed', apply: () => appendFile(lamp, 'More.\n'), said: changed },
    {
      was: 'changed to other words of the same length',
      apply: () => writeFile(lamp, words.replace('nine', 'five')),
      said: changed,
    },
    { was: 'emptied', apply: () => writeFile(lamp, ''), said: changed },
    { was: 'deleted', apply: () => rm(lamp), said: missing('deleted or moved') },
    {
      was: 'replaced by a folder',
      apply: () => replaceBy(() => mkdir(lamp)),
      said: missing('replaced by a folder'),
    },
    {
      was: 'replaced by a broken link',
      apply: () => replaceBy(() => symlink('nowhere', lamp)),
      said: missing('broken link'),
    },
    {
      was: 'replaced by a link to a target outside the folder',
      apply: () => replaceBy(() => symlink('/etc/hostname', lamp)),
      said: missing('link to a target outside the folder'),
    },
    {
      was: 'replaced by a link to itself',
      apply: () => replaceBy(() => symlink('lamp.md', lamp)),
      said: missing('link loop, or a link that replaced a file'),
    },
  ])('that was $was is named in a report that verifies', async ({ apply, said }) => {
    await apply();
    const { diagnostics, verify } = await publish();

    expect(diagnostics).toEqual(said);
    expect((await verify()).problems).toEqual([]);
  });

  it.each([
    { was: 'left alone', apply: async () => undefined },
    { was: 'touched', apply: () => utimes(lamp, 1, 1) },
    { was: 'written again with the same words', apply: () => replaceBy(() => writeFile(lamp, words)) },
    {
      was: 'moved within the folder and linked to',
      apply: async () => {
        await rename(lamp, join(world.corpus.folder, 'moved.md'));
        await symlink('moved.md', lamp);
      },
    },
  ])('that was $was is unchanged and not mentioned', async ({ apply }) => {
    await apply();
    const { diagnostics, record } = await publish();

    expect(diagnostics).toEqual([]);
    expect(record.sources.map(({ atPublication }) => atPublication?.state)).toEqual(
      record.sources.map(() => 'unchanged'),
    );
  });

  it('that was not quoted is not checked', async () => {
    const quoted = new Set((await publish()).record.sources.map(({ locator }) => locator));
    const others = Object.keys(HARBOUR_FILES).filter((locator) => !quoted.has(locator));
    for (const locator of others) await rm(join(world.corpus.folder, locator));

    expect(others).not.toEqual([]);
    expect((await publish()).diagnostics).toEqual([]);
  });

  it.each([
    { was: 'deleted', apply: () => rm(world.corpus.folder, { recursive: true }), reason: 'it does not exist' },
    {
      was: 'emptied, like a disk that is not mounted',
      apply: async () => {
        await rm(world.corpus.folder, { recursive: true });
        await mkdir(world.corpus.folder);
      },
      reason: 'it is empty',
    },
    {
      was: 'replaced by a file',
      apply: async () => {
        await rm(world.corpus.folder, { recursive: true });
        await writeFile(world.corpus.folder, 'no folder');
      },
      reason: 'it is not a folder',
    },
  ])('is not named when its folder was $was: the folder is named, once', async ({ apply, reason }) => {
    await apply();
    const { diagnostics, verify, record } = await publish();

    expect(diagnostics).toEqual([{ code: 'FOLDER_MISSING', folder: expect.any(String), reason }]);
    expect(record.report.markdown.match(/FOLDER_MISSING/g)).toHaveLength(1);
    expect((await verify()).problems).toEqual([]);
  });

  it('cannot be concealed in the record', async () => {
    await rm(lamp);
    const { record, recordPath, verify } = await publish();
    await writeFile(recordPath, JSON.stringify({ ...record, report: { ...record.report, diagnostics: [] } }));

    expect((await verify()).problems).toContain(
      'the report does not say: The document `lamp.md` could no longer be read when the report was written ' +
        '(`deleted or moved`); its quotations are from the text that was read.',
    );
  });

  it('may be unchecked in a record that still verifies', async () => {
    const { record, recordPath, verify } = await publish();
    const sources = record.sources.map((source) => ({ ...source, atPublication: undefined }));
    await writeFile(recordPath, JSON.stringify({ ...record, sources }));

    expect((await verify()).problems).toEqual([]);
  });
});

describe('standings of the files of several folders', () => {
  let other: TestCorpus;
  beforeEach(async () => {
    other = await createTestCorpus();
  });
  afterEach(() => other.dispose());

  it('are distinguished by their labels, and a folder is named by its own', async () => {
    const { folder } = other;
    await mkdir(join(folder, 'a'));
    await mkdir(join(folder, 'b'));
    await writeFile(join(folder, 'a', 'lamp.md'), words);
    await writeFile(join(folder, 'b', 'lamp.md'), words);
    const [first, second] = [
      await other.update({ directory: join(folder, 'a') }),
      await other.update({ directory: join(folder, 'b') }),
    ];
    const corpusId = corpusIdOf([
      { label: 'a', indexId: first.corpusId },
      { label: 'b', indexId: second.corpusId },
    ]);
    const corpus = createCompositeIndex(other.index, null);
    const ids = (await corpus.sourcesOf(corpusId)).map(({ sourceId }) => sourceId);
    await appendFile(join(folder, 'a', 'lamp.md'), 'More.');
    await rm(join(folder, 'b'), { recursive: true });

    const standings = await corpus.sourceStatesOf(corpusId, [...ids, 'page-of-the-web']);

    expect(ids.map((id) => standings.get(id))).toEqual([
      { state: 'changed' },
      { state: 'unseen', folder: 'b', reason: 'it does not exist' },
    ]);
    expect(standings.size).toBe(2);
  });
});
