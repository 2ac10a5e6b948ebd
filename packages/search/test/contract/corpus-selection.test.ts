import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { zipOf } from '../../../../test/support/builders/document-fixtures.ts';
import { createTestCorpus, LAMP, type TestCorpus, TIDE } from '../../../../test/support/builders/test-corpus.ts';

describe('the documents of a folder', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
  });
  afterEach(() => corpus.dispose());

  const only = (...include: string[]) => ({ selection: { include: [include], exclude: [] } });
  const locators = async (options?: Parameters<TestCorpus['update']>[0]) => {
    const report = await corpus.update(options);
    return (await corpus.index.sourcesOf(report.corpusId)).map(({ locator }) => locator);
  };

  describe('are not', () => {
    it.each([
      [
        'what .gitignore excludes',
        { '.gitignore': '*.log.md\nbuild/\n', 'x.log.md': TIDE, 'build/a.md': TIDE },
        ['build', 'x.log.md'],
      ],
      ['what a .gitignore below excludes', { 'in/.gitignore': '/x.md\n', 'in/x.md': TIDE }, ['in/x.md']],
      ['what it excludes below', { '.gitignore': 'x.md', 'in/x.md': TIDE }, ['in/x.md']],
      [
        'files of a folder with lines of Windows',
        { '.gitignore': 'x.md\r\ny.md\r\n', 'x.md': TIDE, 'y.md': TIDE },
        ['x.md', 'y.md'],
      ],
    ])('%s', async (_, files, names) => {
      await writeFiles(corpus.folder, { 'a.md': LAMP, ...files });

      expect(await locators()).toEqual(['a.md']);
      expect(await corpus.update()).toMatchObject({ leftOut: [{ reason: 'ignored', count: names.length, names }] });
    });

    it('hidden files and packages, which are counted; those of systems are not', async () => {
      const hidden = { '.env': 'x', '.config/a.md': TIDE, '.a.md': TIDE, '.b.md': TIDE };
      const silent = { '.git/HEAD': 'x', '.DS_Store': 'x', '.gitignore': '' };
      await writeFiles(corpus.folder, { 'a.md': LAMP, ...hidden, ...silent, 'node_modules/p/readme.md': TIDE });

      expect(await locators()).toEqual(['a.md']);
      expect((await corpus.update()).leftOut).toEqual([
        { reason: 'hidden', count: 4, names: ['.a.md', '.b.md', '.config'] },
        { reason: 'packages', count: 1, names: ['node_modules'] },
      ]);
    });
  });

  it('come back where an inner .gitignore takes back a rule', async () => {
    await writeFiles(corpus.folder, { '.gitignore': '*.md', 'in/.gitignore': '!a.md', 'in/a.md': LAMP, 'b.txt': TIDE });

    expect(await locators()).toEqual(['b.txt', 'in/a.md']);
  });

  it.each([
    ['.config/**', ['.config/a.md']],
    ['build/', ['build/a.md']],
    ['node_modules/', ['node_modules/p/a.md']],
    ['*.md', ['a.md']],
  ])('are hidden or ignored ones if %j names them', async (pattern, expected) => {
    const others = { '.config/a.md': TIDE, 'build/a.md': TIDE, 'node_modules/p/a.md': TIDE };
    await writeFiles(corpus.folder, { '.gitignore': 'build/', 'a.md': LAMP, 'a.txt': TIDE, ...others });

    expect(await locators(only(pattern))).toEqual(expected);
  });

  it('are kept apart by selection: neither sees nor disturbs the other', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'b.md': TIDE });
    const first = await corpus.update(only('/a.md'));
    const second = await corpus.update(only('/b.md'));
    const whole = await corpus.update();

    expect(await corpus.update(only('/a.md'))).toMatchObject({ corpusId: first.corpusId, added: 0, removed: 0 });
    expect(new Set([first.corpusId, second.corpusId, whole.corpusId]).size).toBe(3);
    expect(await corpus.found(first.corpusId, 'Flut', 'de')).toEqual([]);
    expect(await corpus.found(second.corpusId, 'Flut', 'de')).toEqual(['b.md']);
  });

  it('may be none in one of several folders, if they are selected', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'b.mp3': 'ID3' });

    const some = (pattern: string) => ({ selection: { include: [[pattern]], exclude: [], mayBeEmpty: true } });

    expect(await corpus.update(some('*.txt'))).toMatchObject({ files: 0, skippedCount: 0 });
    expect(await corpus.update(some('*.mp3'))).toMatchObject({ files: 0, skippedCount: 1 });
    await expect(corpus.update(only('*.mp3'))).rejects.toThrow(/contains no readable file of the selection: b\.mp3/);
  });

  it('are narrowed although a pattern names one', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP });
    const update = corpus.update({ selection: { include: [['/a.md']], exclude: ['*.md'] } });

    await expect(update).rejects.toThrow(/has no file left: only \/a\.md; without \*\.md\./);
  });

  it('that a selection does not match are an error that says what to do', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP, '.b.txt': TIDE });

    await expect(corpus.update(only('*.txt'))).rejects.toThrow(
      /has no such file: only \*\.txt\. Left out: 1 hidden file or folder not read \(\.b\.txt\)\. Patterns are relative/,
    );
  });
});

describe('the members of an archive', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
  });
  afterEach(() => corpus.dispose());

  const found = async () => {
    const report = await corpus.update();
    const sources = await corpus.index.sourcesOf(report.corpusId);
    const states = await corpus.index.sourceStatesOf(
      report.corpusId,
      sources.map(({ sourceId }) => sourceId),
    );
    return {
      report,
      locators: sources.map(({ locator }) => locator),
      states: [...states.values()].map(({ state }) => state),
    };
  };

  it('are documents, read once', async () => {
    await writeFiles(corpus.folder, { 'm.zip': zipOf({ 'lamp.md': LAMP, 'in/höhe 1.md': TIDE, 'in/': '' }) });
    const { report, locators, states } = await found();

    expect(report).toMatchObject({ files: 2, added: 2, skippedCount: 0 });
    expect(locators).toEqual(['m.zip/in/höhe 1.md', 'm.zip/lamp.md']);
    expect(states).toEqual(['unchanged', 'unchanged']);
    expect(await corpus.found(report.corpusId, 'whale oil')).toEqual(['m.zip/lamp.md']);
    expect(await corpus.update()).toMatchObject({ added: 0, changed: 0, bytesRead: 0 });
  });

  it('change and go with their archive', async () => {
    await writeFiles(corpus.folder, { 'm.zip': zipOf({ 'a.md': LAMP, 'b.md': TIDE }), 'c.md': LAMP });
    const { report } = await found();
    await writeFiles(corpus.folder, { 'm.zip': zipOf({ 'a.md': `${LAMP}More.`, 'd.md': TIDE }) });
    const sources = await corpus.index.sourcesOf(report.corpusId);
    const states = await corpus.index.sourceStatesOf(
      report.corpusId,
      sources.map(({ sourceId }) => sourceId),
    );

    expect([...states.values()]).toEqual([
      { state: 'unchanged' },
      { state: 'changed' },
      { state: 'missing', reason: 'deleted from its archive, or moved' },
    ]);
    expect(await corpus.update()).toMatchObject({ added: 1, changed: 1, removed: 1 });
    await rm(`${corpus.folder}/m.zip`);
    expect(await corpus.update()).toMatchObject({ files: 1, removed: 2 });
  });

  it.each([
    ['../up.md', 'unsafe name in its archive'],
    ['/root.md', 'unsafe name in its archive'],
    ['in/../../up.md', 'unsafe name in its archive'],
    ['..\\up.md', 'unsafe name in its archive'],
    ['C:/up.md', 'unsafe name in its archive'],
    ['more.zip', 'archive in an archive: unpack it'],
    ['a.bin', 'unsupported file type'],
    ['a.tar', 'packed: unpack it, or pack it as a ZIP file'],
  ])('are not read as %j: %s', async (name, reason) => {
    await writeFiles(corpus.folder, { 'm.zip': zipOf({ 'a.md': LAMP, [name]: TIDE }) });
    const { report, locators } = await found();

    expect(locators).toEqual(['m.zip/a.md']);
    expect(report.skippedFiles).toEqual([{ locator: `m.zip/${name.replaceAll('\\', '/')}`, reason }]);
  });

  it.each([
    ['no archive', Buffer.from('PK no archive'), 'm.zip', 'damaged ZIP archive: its ZIP directory cannot be read'],
    ['a bomb', zipOf({ 'a.md': LAMP }, 300 * 1_024 ** 2), 'm.zip', 'ZIP archive that unpacks to 300 MB'],
    ['too large a member', zipOf({ 'a.md': LAMP }, 2_000_000), 'm.zip/a.md', 'larger than the limit of 976.6 KB'],
    ['a wrong size', zipOf({ 'a.md': LAMP }, 9), 'm.zip/a.md', 'damaged in its archive'],
  ])('say why they are not read: %s', async (_, bytes, locator, reason) => {
    await writeFiles(corpus.folder, { 'm.zip': bytes, 'c.md': LAMP });

    expect((await found()).report.skippedFiles).toEqual([{ locator, reason }]);
  });
});
