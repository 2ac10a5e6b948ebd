import { ON_THE_WEB } from '@plumbline/contracts/research/retrieval-activities';
import { renderReport } from '@plumbline/report/rendering';
import { describe, expect, it } from 'vitest';
import { anchorOf, reportContentOf } from '../../../../test/support/builders/research-fixtures.ts';

type Changes = Parameters<typeof reportContentOf>[0];

/** Lines about what was found and not used, or not found, between the engine and the effort. */
function shortfallsOf(changes: Changes): string[] {
  const account = renderReport(reportContentOf(changes)).markdown.split('\n## ').at(-1) ?? '';
  const lines = account.trim().split('\n').slice(2);
  return lines.filter((line) => !/^- (?:Engine|1 task|1 Aufgabe|Retrieval|Suche)/u.test(line));
}

const dropped = (findingId: string, finalRelevance: number) => ({
  findingId,
  taskId: 't1',
  locator: `${findingId}.md`,
  headingPath: ['Harbour', 'Tide'],
  contextTier: 2 as const,
  origin: 'search' as const,
  relevance: 0.75,
  finalRelevance,
  reason: 'says nothing about the lamp',
  excerpt: 'The tide rises.',
});
const refused = (reference: string, score: number | null) => ({ reference, locator: 'oil.md', score, reason: '' });

const EVERYTHING: Changes = {
  diagnostics: [
    { code: 'DRIFT', tier: 2, kept: 1, total: 4 },
    { code: 'DRIFT', tier: 3, kept: 0, total: 60 },
  ],
  drift: {
    tiers: [
      { tier: 2, total: 4, kept: 1 },
      { tier: 3, total: 60, kept: 0 },
    ],
    dropped: [dropped('low', 0.1), dropped('high', 0.45), dropped('middle', 0.3)],
  },
  references: {
    resolved: 9,
    followed: 1,
    refused: [refused('§ 1', null), refused('§ 2', 0.5), refused('§ 2', 0.5), refused('§ 3', 0.25)],
    refusedCount: 300,
    unresolved: ['a.md: § 7', `a.md: https://a.example/${ON_THE_WEB}`, 'a.md: § 8', 'a.md: § 9'],
  },
  skippedFiles: [
    { locator: 'a.bin', reason: 'binary file' },
    { locator: 'b.bin', reason: 'binary file' },
  ],
  filesSkipped: 2,
};

describe('what a printed report says of what it does not use', () => {
  it('takes five lines with the most telling examples, and names where the rest is', () => {
    expect(shortfallsOf(EVERYTHING)).toEqual([
      '- `DRIFT`: Findings drifted from the question: context tier 2: 3 of 4 dropped; context tier 3: 60 of 60 dropped.',
      '- 63 findings dropped for too little relevance in the end: `high.md › Tide` (0.45); `middle.md › Tide` (0.30); the rest: report.json and the page.',
      '- 300 references not followed, the target being below the relevance threshold: `§ 2` (0.50); `§ 3` (0.25); the rest: report.json and the page.',
      '- 3 references without a target in the documents: `a.md: § 7`; `a.md: § 8`; the rest: report.json and the page.',
      '- 2 files could not be read: `a.bin` (binary file); `b.bin` (binary file).',
    ]);
  });

  it('says the same in German', () => {
    expect(shortfallsOf({ ...EVERYTHING, anchor: anchorOf({ language: 'de' }) })).toEqual([
      expect.stringContaining('Kontextstufe 3: 60 von 60 verworfen.'),
      expect.stringContaining('63 Befunde wegen zu geringer Relevanz'),
      expect.stringContaining('300 Verweise nicht verfolgt'),
      expect.stringContaining('3 Verweise ohne Ziel in den Dokumenten: `a.md: § 7`'),
      '- 2 Dateien konnten nicht gelesen werden: `a.bin` (binary file); `b.bin` (binary file).',
    ]);
  });

  it.each([
    ['en', '- Only files that match `drafts/` were read; files that match `x/` were not read.'],
    ['de', '- Nur Dateien gelesen, die zu `drafts/` passen; Dateien nicht gelesen, die zu `x/` passen.'],
  ])('names the patterns that chose the files: %s', (language, line) => {
    const leftOutFiles = [
      { reason: 'unmatched' as const, count: 1, names: ['drafts/'] },
      { reason: 'excluded' as const, count: 1, names: ['x/'] },
    ];

    expect(shortfallsOf({ leftOutFiles, anchor: anchorOf({ language }) })).toEqual([line]);
  });

  it('leaves out links to the web, and says nothing where nothing was left out', () => {
    const { references } = reportContentOf();
    const onlyLinks = { ...references, unresolved: [`a.md: https://a.example/${ON_THE_WEB}`] };

    expect(shortfallsOf({ references: onlyLinks })).toEqual([]);
    expect(shortfallsOf({ drift: { tiers: [{ tier: 1, total: 2, kept: 2 }], dropped: [] } })).toEqual([]);
  });

  it('keeps the words of a document inside code', () => {
    const { references } = reportContentOf();
    const hostile = { ...references, unresolved: ['a.md: ` <b>[x](http://evil.example)'] };

    expect(shortfallsOf({ references: hostile })).toEqual([
      '- 1 reference without a target in the documents: `` a.md: ` <b>[x](http://evil.example) ``.',
    ]);
  });
});
