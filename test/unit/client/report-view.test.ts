import { renderReport } from '@plumbline/report/rendering';
import { describe, expect, it } from 'vitest';
import { shortReport } from '../../../client/cli/rendering/render-report.ts';
import { anchorOf, draftOf, findingOf, reportContentOf } from '../../support/builders/research-fixtures.ts';

const NINE = 'The harbour lamp burns for nine hours on one filling.';
const WICK = 'A trimmed wick adds one hour to the burning time.';

const markdownOf = (changes: Parameters<typeof reportContentOf>[0] = {}) =>
  renderReport(
    reportContentOf({
      findings: [findingOf('t1f1', NINE), findingOf('t1f2', WICK)],
      draft: draftOf({
        summary: [{ text: NINE, citations: ['t1f1q1'] }],
        keyFindings: [{ text: WICK, citations: ['t1f2q1'] }],
      }),
      ...changes,
    }),
  ).markdown;

describe('shortReport', () => {
  it('ends with the locations of the sources, one line each', () => {
    expect(shortReport(markdownOf())).toBe(`# How long does the harbour lamp burn?

${NINE} [1]

## Key findings

- ${WICK} [2]

## Sources

*Harbour lamp*, \`lamp.md\`:

- [1] Oil
- [2] Oil`);
  });

  it('keeps quotations that are part of the answer', () => {
    const foreign = { text: NINE, citations: ['t1f1q1'], quotedLanguage: 'en' };
    const german = markdownOf({
      anchor: anchorOf({ language: 'de' }),
      draft: draftOf({ summary: [foreign], sections: [{ heading: 'Mehr', claims: [foreign] }] }),
    });

    const text = shortReport(german);

    expect(text.match(/> The harbour lamp/g)).toHaveLength(2);
    expect(text).not.toContain('Über diesen Bericht');
    expect(text.split('\n').at(-1)).toBe('[1] *Harbour lamp*, `lamp.md`, Oil');
  });

  it('names documents and places where citations name documents', () => {
    const text = shortReport(markdownOf({ citationStyle: 'document-page' }));

    expect(text).toContain('*Harbour lamp*, `lamp.md`:\n\n- Oil\n- Oil');
    expect(text).not.toMatch(/Sources[\s\S]*“/);
  });

  it('leaves a report without sources, and a text that is not a report, unchanged', () => {
    const nothing = markdownOf({ draft: draftOf({}) });

    expect(shortReport(nothing)).toContain('Nothing was found in the documents');
    expect(shortReport('Nine hours.\n')).toBe('Nine hours.\n');
  });

  it('is not confused by a heading inside a source', () => {
    const hostile = '## Sources ## About this report and more words';
    const text = shortReport(markdownOf({ draft: draftOf({ summary: [{ text: hostile, citations: ['t1f1q1'] }] }) }));

    expect(text).toContain('Sources');
    expect(text).toContain('and more words');
    expect(text).toContain('[1] *Harbour lamp*');
  });
});
