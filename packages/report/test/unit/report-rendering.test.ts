import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { renderReport } from '@plumbline/report/rendering';
import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  draftOf,
  findingOf,
  qualityOf,
  quoteOf,
  reportContentOf,
} from '../../../../test/support/builders/research-fixtures.ts';

const OIL = 'The harbour lamp burns for nine hours on one filling.';
const WICK = 'A trimmed wick adds one hour to the burning time.';

const answered = reportContentOf({
  findings: [
    findingOf('t1f1', WICK, { quotes: [quoteOf('t1f1q1', WICK)], headingPath: ['Harbour lamp', 'Wick'] }),
    findingOf('t1f2', OIL, {
      page: 7,
      locator: 'lamp.pdf',
      headingPath: [],
      quotes: [quoteOf('t1f2q1', OIL, { page: 7 })],
    }),
  ],
  draft: draftOf({
    summary: [{ text: OIL, citations: ['t1f2q1'] }],
    keyFindings: [
      { text: WICK, citations: ['t1f1q1'] },
      { text: 'Both count.', citations: ['t1f1q1', 't1f2q1', 't1f1q1'] },
    ],
  }),
});

describe('renderReport', () => {
  it('renders answer, findings, sources and the account of the run, numbered in order of first use', () => {
    const { markdown, citations } = renderReport(answered);

    expect(markdown).toBe(`# How long does the harbour lamp burn?

${OIL} [1]

## Key findings

- ${WICK} [2]
- Both count. [2][1]

## Sources

[1] *Harbour lamp*, \`lamp.pdf\`, page 7: “${OIL}”

[2] *Harbour lamp*, \`lamp.md\`, Wick: “${WICK}”

## About this report

- Engine: offline. The claims are words of the sources, selected and arranged by rule; no model was used.
- 1 task, 3 searches, 4 passages read.
- Retrieval: 1 hit found, 0 near-duplicates, 0 below the relevance threshold; 0 corrected queries, 0 further rounds.
`);
    expect(citations.map(({ number, quote }) => [number, quote.key])).toEqual([
      [1, 't1f2q1'],
      [2, 't1f1q1'],
    ]);
  });

  it('says plainly that nothing was found and claims nothing', () => {
    const gaps = [createGap('nothing-found', { taskId: 't1', subject: 'the lamp' })];
    const { markdown, citations } = renderReport(reportContentOf({ gaps }));

    expect(markdown.split('\n')[2]).toBe('Nothing was found in the documents for this question.');
    expect(markdown).toContain('Searched: 2 files with 3 queries.');
    expect(markdown).toContain('## What could not be answered\n\n- Nothing relevant was found for: the lamp');
    expect(markdown).not.toContain('## Sources');
    expect(citations).toEqual([]);
  });

  it('is in German for a German question, and in English without phrases for a language', () => {
    const german = renderReport(reportContentOf({ anchor: anchorOf({ language: 'de' }) })).markdown;
    const french = renderReport(reportContentOf({ anchor: anchorOf({ language: 'fr' }) })).markdown;

    expect(german).toContain('Zu dieser Frage wurde in den Dokumenten nichts gefunden.');
    expect(german).toContain('## Über diesen Bericht');
    expect(french).toContain('Nothing was found in the documents for this question.');
  });

  it('shows questions, assumptions, and what followed from them', () => {
    const exchange = { questionId: 'q1', question: 'Which lamp?', answer: 'The old one', outcome: 'answered' as const };
    const { markdown } = renderReport(
      reportContentOf({
        conversation: [exchange, { ...exchange, questionId: 'q2', answer: null, outcome: 'timed-out' }],
        anchor: anchorOf({ assumptions: ['All lamps are meant.'] }),
      }),
    );

    expect(markdown).toContain(
      '- Which lamp? — The old one\n- Which lamp? — no answer in time\n- Assumed: All lamps are',
    );
  });

  it('names the first two files that could not be read and counts the others', () => {
    const skippedFiles = Array.from({ length: 30 }, (_, index) => ({ locator: `f${index}.bin`, reason: 'binary' }));
    const { markdown } = renderReport(reportContentOf({ skippedFiles, filesSkipped: 45 }));

    expect(markdown).toContain(
      '- 45 files could not be read: `f0.bin` (binary); `f1.bin` (binary); the rest: report.json and the page.\n',
    );
    expect(markdown).not.toContain('f2.bin');
  });

  it('names model use, fallbacks, checks and diagnostics, with machine text as code', () => {
    const { markdown } = renderReport(
      reportContentOf({
        usage: { searches: 1, pages: 1, modelCalls: 2, modelTokens: 300, money: 0 },
        degradations: [{ step: 'plan-research', cause: 'answer was no JSON', count: 2 }],
        quality: qualityOf({
          quotesChecked: 3,
          claims: 2,
          statementsRemoved: 1,
          claimsRepaired: 1,
          notes: ['A claim was removed: no quote carries it.'],
        }),
        diagnostics: [{ code: 'DRIFT', tier: 2, kept: 1, total: 4 }],
      }),
    );

    expect(markdown).toContain('1 passage read. 2 model calls, 300 tokens.');
    expect(markdown).toContain('Checks: 3 quotations compared with the stored sources, 0 rejected; quotations only');
    expect(markdown).toContain(`- Degraded: \`plan-research\`, \`answer was no JSON\` (2×)
- \`A claim was removed: no quote carries it.\`
`);
    expect(markdown).toContain('- `DRIFT`: Findings drifted from the question: context tier 2: 3 of 4 dropped.\n');
  });

  it('keeps a hostile source inside its quotation', () => {
    const hostile = '# Owned\n\n<script>alert(1)</script> ![x](http://evil.example/p.png) [1]: http://evil.example';
    const { markdown } = renderReport(
      reportContentOf({
        findings: [findingOf('t1f1', hostile, { title: '# Title [a](b)', locator: 'a`b.md' })],
        draft: { ...answered.draft, summary: [{ text: hostile, citations: ['t1f1q1'] }], keyFindings: [] },
      }),
    );

    expect(markdown.match(/^# /gm)).toHaveLength(1);
    expect(markdown).not.toMatch(/(?<!\\)</);
    expect(markdown).not.toMatch(/(?<!\\)!\[|(?<!\\)\]\(/);
    expect(markdown).toContain('*\\# Title \\[a\\](b)*, ``  a`b.md  ``'.replaceAll('  ', ' '));
  });

  it('numbers the tenth source like the first', () => {
    const findings = Array.from({ length: 10 }, (_, index) => findingOf(`t1f${index + 1}`, `${OIL} (${index})`));
    const summary = findings.map(({ quotes }) => ({ text: OIL, citations: quotes.map(({ key }) => key) }));
    const { markdown } = renderReport(
      reportContentOf({ findings, draft: { ...answered.draft, summary, keyFindings: [] } }),
    );

    expect(markdown).toContain(`- [10] Oil: “${OIL} (9)”`);
  });
});
