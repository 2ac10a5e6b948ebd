import { describe, expect, it } from 'vitest';
import type { CorpusReport } from '../../../workflows/contracts/corpus.ts';
import { corpusIdOf, corpusMembers, joinCorpora, webCorpusIdOf } from '../../../workflows/domain/corpus-set.ts';

const report = (corpusId: string, changes: Partial<CorpusReport> = {}): CorpusReport => ({
  corpusId,
  files: 2,
  passages: 5,
  added: 2,
  changed: 0,
  removed: 0,
  bytesRead: 100,
  languages: ['en'],
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

  it('has no members in a session that only has catalogues', () => {
    expect(corpusMembers('')).toEqual([]);
  });

  it('covers only the web without a folder', () => {
    const web = webCorpusIdOf('research-lamp');

    expect(joinCorpora([], web)).toMatchObject({ corpusId: web, files: 0, languages: [] });
    expect(web).toMatch(/^web-[0-9a-f]{12}$/);
  });
});
