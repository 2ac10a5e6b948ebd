import { joinCorpora } from '@plumbline/contracts/evidence/corpus-set';
import type { CorpusIndex, PassageIndex } from '@plumbline/search/corpus-index';
import { createCompositeIndex } from '@plumbline/search/folders';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { createTestCorpus, type TestCorpus } from '../../../../test/support/builders/test-corpus.ts';

/** Two folders with a file of the same name, indexed in one home. */
let first: TestCorpus;
let second: TestCorpus;
let corpus: CorpusIndex;
let corpusId: string;
let labels: readonly string[];

beforeAll(async () => {
  first = await createTestCorpus();
  second = await createTestCorpus();
  await writeFiles(first.folder, { 'lamp.md': '# Lamp\n\nThe lamp of the north quay burns rapeseed oil.\n' });
  await writeFiles(second.folder, {
    'lamp.md':
      '# Lamp\n\nThe lamp of the south quay burns whale oil.\n\nV-1, V-10, 12 bar, v1.22.1, MAX_SIZE, § 4, § 12 (2)\n',
    'empty.md': '',
  });
  corpus = createCompositeIndex(first.index, null);
  const folders = await Promise.all(
    [first.folder, second.folder].map(async (directory) => ({ directory, report: await first.update({ directory }) })),
  );
  const joined = joinCorpora(folders, null);
  corpusId = joined.corpusId;
  labels = [first.folder, second.folder].map((directory) => directory.split('/').at(-1) ?? '');
});
afterAll(async () => {
  await first.dispose();
  await second.dispose();
});

const search = (query: string) => corpus.search({ corpusId, query, language: 'en', topK: 5 });

describe('several folders as one corpus', () => {
  it('finds passages of all of them, each with the label of its folder', async () => {
    const { hits } = await search('lamp quay oil');

    expect(hits.map(({ locator }) => locator).sort()).toEqual(labels.map((label) => `${label}/lamp.md`).sort());
  });

  it('ranks over all of them: what a folder has of a question that another answers comes last', async () => {
    const [ignorant, knowing] = [await createTestCorpus(), await createTestCorpus()];
    onTestFinished(() => Promise.all([ignorant.dispose(), knowing.dispose()]).then(() => undefined));
    // The words are so rare there that by their own measure its passage would be the best.
    const others = Array.from({ length: 9 }, (_, at) => [`${at}.md`, `# Client ${at}\n\nSockets of client ${at}.\n`]);
    await writeFiles(ignorant.folder, { 'pool.md': '# Pool\n\nA pool is changed.\n', ...Object.fromEntries(others) });
    await writeFiles(knowing.folder, {
      'oil.md': '# Oil\n\nThe oil of the lamp is changed every month.\n',
      'wick.md': '# Wick\n\nThe wick of the lamp is changed with its oil.\n',
    });
    const folders = await Promise.all(
      [ignorant.folder, knowing.folder].map(async (directory) => ({
        directory,
        report: await first.update({ directory }),
      })),
    );

    const { hits } = await corpus.search({
      corpusId: joinCorpora(folders, null).corpusId,
      query: 'How often is the oil of the lamp changed?',
      language: 'en',
      topK: 9,
    });

    expect(hits.map(({ locator }) => locator.replace(/^.*\//, ''))).toEqual(['oil.md', 'wick.md', 'pool.md']);
  });

  it('corrects a word only if none of them has it', async () => {
    expect((await search('whale')).notes).toEqual([]);
    expect((await search('rapeseeed')).notes).toEqual(['“rapeseeed” was searched as “rapese”, too']);
  });

  it('distinguishes equal file names, from the hit to the source', async () => {
    const { hits } = await search('lamp quay oil');
    const stored = await Promise.all(hits.map(({ passage }) => corpus.readPassage(corpusId, passage.passageId)));
    const sources = await corpus.sourcesOf(corpusId);

    expect(stored.map(({ source }) => source.locator)).toEqual(hits.map(({ locator }) => locator));
    expect(stored.map(({ text }) => /north|south/.exec(text)?.[0] ?? '').join()).toMatch(/north,south|south,north/);
    expect(new Set(sources.map(({ sourceId }) => sourceId)).size).toBe(2);
    expect(stored.map(({ passage }) => passage.sourceId)).toEqual(stored.map(({ source }) => source.sourceId));
  });

  it('finds the passages of one file by its labelled locator', async () => {
    const passages = await corpus.passagesOf(corpusId, `${labels[1]}/lamp.md`);
    const texts = await Promise.all(passages.map(({ passageId }) => corpus.readPassage(corpusId, passageId)));

    expect(texts.map(({ text }) => text).join()).toContain('south quay');
    expect(await corpus.passagesOf(corpusId, 'lamp.md')).toEqual([]);
  });

  it.each(['V-12', '1.22.0', 'MAX_CONNECTIONS', 'maxSize', '§ 2'])('says that none has %s', async (identifier) => {
    expect((await search(`lamp ${identifier}`)).notes).toEqual([`“${identifier}” is in no document`]);
  });

  it.each(['V-10', 'v-1', '1.22.1', 'MAX_SIZE', '§ 12', '§4', 'harbour'])('says nothing of %s', async (word) => {
    expect((await search(`lamp ${word}`)).notes).toEqual([]);
  });

  it('counts words over all of them and lists the skipped files of each', async () => {
    const frequencies = await corpus.wordFrequencies(corpusId, ['lamp', 'whale', 'tide'], 'en');

    expect(frequencies.get('lamp')).toMatchObject({ passages: 2, total: 2 });
    expect(frequencies.get('whale')).toMatchObject({ passages: 1, total: 2 });
    expect(frequencies.get('tide')?.passages).toBe(0);
    expect(await corpus.skippedFilesOf(corpusId)).toEqual([
      { locator: `${labels[1]}/empty.md`, reason: expect.any(String) },
    ]);
  });

  it('names an unknown passage', async () => {
    await expect(corpus.readPassage(corpusId, `${labels[0]}:none-0`)).rejects.toThrow(/no passage/);
    await expect(corpus.readPassage(corpusId, 'none-0')).rejects.toThrow(/no passage/);
  });
});

describe('one folder with the pages of a run', () => {
  it('searches the folder and the pages, and leaves ids and locators unchanged', async () => {
    const asked: string[] = [];
    const pages = {
      search: async (request: { corpusId: string }) => (asked.push(request.corpusId), { hits: [], notes: ['slow'] }),
    };
    const joined = createCompositeIndex(first.index, pages as unknown as PassageIndex);
    const report = await first.update();
    const both = joinCorpora([{ directory: first.folder, report }], 'web-0123456789ab').corpusId;

    const { hits, notes } = await joined.search({ corpusId: both, query: 'lamp', language: 'en', topK: 5 });

    expect(asked).toEqual(['web-0123456789ab']);
    expect([hits.map(({ locator }) => locator), notes]).toEqual([['lamp.md'], ['slow']]);
  });
});
