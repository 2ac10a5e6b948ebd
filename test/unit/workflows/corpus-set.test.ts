import { type CorpusReport, firstOfEachReason, nameSkippedFiles } from '@plumbline/contracts/evidence/corpus';
import {
  corpusIdOf,
  corpusMembers,
  indexSome,
  joinCorpora,
  webCorpusIdOf,
} from '@plumbline/contracts/evidence/corpus-set';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import { describe, expect, it } from 'vitest';

const report = (corpusId: string, changes: Partial<CorpusReport> = {}): CorpusReport => ({
  corpusId,
  version: `${corpusId}-v1`,
  files: 2,
  passages: 5,
  added: 2,
  changed: 0,
  removed: 0,
  bytesRead: 100,
  languages: ['en'],
  partialCount: 0,
  skippedCount: 1,
  skippedFiles: [{ locator: 'scan.pdf', reason: 'no text' }],
  ...changes,
});

describe('joinCorpora', () => {
  it('leaves the report of a single folder unchanged', () => {
    expect(joinCorpora([{ directory: '/docs', report: report('c1') }], null)).toEqual(report('c1'));
  });

  it('stands for no index where there is nothing but catalogues', () => {
    const { corpusId } = joinCorpora([], null);

    expect(corpusMembers(corpusId)).toEqual([]);
  });

  it('adds up several folders and distinguishes their files', () => {
    const joined = joinCorpora(
      [
        { directory: '/a/norms', report: report('c1') },
        { directory: '/b/norms/', report: report('c2', { languages: ['de', 'en'] }) },
        { directory: '/c/my notes=+:x', report: report('c3') },
      ],
      'web-1',
    );

    expect(joined).toMatchObject({ files: 6, passages: 15, skippedCount: 3, languages: ['de', 'en'] });
    expect(joined.skippedFiles.map(({ locator }) => locator)).toEqual([
      'norms/scan.pdf',
      'norms~2/scan.pdf',
      'my-notes-x/scan.pdf',
    ]);
    expect(corpusMembers(joined.corpusId)).toEqual([
      { label: 'norms', indexId: 'c1' },
      { label: 'norms~2', indexId: 'c2' },
      { label: 'my-notes-x', indexId: 'c3' },
      { label: null, indexId: 'web-1' },
    ]);
    expect(corpusIdOf(corpusMembers(joined.corpusId))).toBe(joined.corpusId);
  });

  it('names the folders without a document of the request', () => {
    const folders = [
      { directory: '/a', report: report('c1') },
      { directory: '/b', report: report('c2', { files: 0, passages: 0 }) },
    ];

    expect(joinCorpora(folders, null).leftOut).toEqual([{ reason: 'empty', count: 1, names: ['b'] }]);
  });

  it('has no members in a session that only has catalogues', () => {
    expect(corpusMembers('')).toEqual([]);
  });

  it('covers only the web without a folder', () => {
    const web = webCorpusIdOf('research-lamp');

    expect(joinCorpora([], web)).toMatchObject({ corpusId: web, files: 0, languages: [] });
    expect(web).toMatch(/^web-[0-9a-f]{12}$/);
  });
});

describe('what the patterns of a request leave out', () => {
  const [norms, notes] = ['/a/norms', '/b/notes'];
  const told = (fileSelections: Parameters<typeof joinCorpora>[2], language = 'en') => {
    const folders = [norms, notes].map((directory) => ({ directory, report: report(directory) }));
    return nameLeftOut(joinCorpora(folders, null, fileSelections).leftOut ?? [], language);
  };
  const both = (include: string[][], exclude: string[] = []) =>
    [norms, notes].map((directory) => ({ directory, include, exclude }));

  it('is told once where all folders share them, without what a server adds', () => {
    expect(told(both([['*'], ['drafts/']], ['x/']))).toBe(
      'Only files that match drafts/ were read; files that match x/ were not read',
    );
    expect(told(both([['*.md'], ['a/', 'b/', 'c/', 'd/']]))).toBe(
      'Only files that match *.md were read; only files that match a/, b/, c/, … were read',
    );
    expect(told(both([], ['x/']), 'de')).toBe('Dateien nicht gelesen, die zu x/ passen');
  });

  it('names the folder where they differ', () => {
    expect(told([{ directory: norms, include: [['*.md']], exclude: [] }])).toBe(
      'Of norms only files that match *.md were read',
    );
    expect(told([{ directory: notes, include: [['*.md']], exclude: ['x/'] }], 'de')).toBe(
      'Von notes nur Dateien gelesen, die zu *.md passen; von notes Dateien nicht gelesen, die zu x/ passen',
    );
  });

  it('is nothing without patterns, and stands before what folders leave out by themselves', () => {
    expect(told(undefined)).toBe('');
    const folder = {
      directory: norms,
      report: report('c1', { leftOut: [{ reason: 'packages', count: 1, names: [] }] }),
    };
    const joined = joinCorpora([folder], null, both([['*.md']]));

    expect(joined.leftOut?.map(({ reason }) => reason)).toEqual(['unmatched', 'packages']);
  });
});

describe('indexSome', () => {
  const indexed = (...files: number[]) => {
    const asked: boolean[] = [];
    const directories = files.map((_, index) => `/${index}`);
    const indexAll = async (mayBeEmpty: boolean) => {
      asked.push(mayBeEmpty);
      return files.map((count, index) => ({ directory: `/${index}`, report: report('c', { files: count }) }));
    };
    return indexSome(directories, indexAll).then(() => asked);
  };

  it.each([
    ['one folder needs a document', [2], [false]],
    ['one of several may be without', [0, 2], [true]],
    ['all of several say why they have none', [0, 0], [true, false]],
  ])('%s', async (_, files, asked) => {
    expect(await indexed(...files)).toEqual(asked);
  });
});

describe('the names of skipped files', () => {
  const files = (reason: string, ...locators: string[]) => locators.map((locator) => ({ locator, reason }));
  const pictures = files('unsupported file type', ...Array.from({ length: 120 }, (_, index) => `p${index}.png`));

  it.each<[string, ReturnType<typeof files>, number, string]>([
    ['one', files('empty file', 'a.md'), 1, 'a.md (empty file)'],
    ['some with one reason', files('empty file', 'a.md', 'b.md'), 2, 'a.md, b.md (empty file)'],
    ['many with one reason', pictures.slice(0, 40), 40, 'p0.png, p1.png, p2.png and 37 more (unsupported file type)'],
    [
      'a rare reason before a frequent one',
      [...pictures.slice(0, 9), ...files('encrypted', 'z.pdf')],
      10,
      'z.pdf (encrypted); p0.png and 8 more (unsupported file type)',
    ],
    [
      'more reasons than are named',
      ['a', 'b', 'c', 'd'].flatMap((reason) => files(reason, `${reason}.md`)),
      4,
      'a.md (a); b.md (b); c.md (c); and 1 more',
    ],
    ['more files than are listed', files('empty file', 'a.md'), 3, 'a.md (empty file); and 2 more'],
    ['files that are not listed', [], 2, 'and 2 more'],
  ])('are those of %s', (_, listed, count, named) => {
    expect(nameSkippedFiles(listed, count)).toBe(named);
  });

  it('are listed with every reason, whatever comes first', () => {
    const all = [...pictures, ...files('encrypted', 'z.pdf')];

    const listed = firstOfEachReason(all, 100);

    expect(listed).toHaveLength(100);
    expect(listed.at(-1)).toEqual({ locator: 'z.pdf', reason: 'encrypted' });
    expect(firstOfEachReason(pictures.slice(0, 9), 100)).toEqual(pictures.slice(0, 9));
  });
});
