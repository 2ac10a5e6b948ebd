import { renderReport } from '@plumbline/report/rendering';
import { describe, expect, it } from 'vitest';
import { anchorOf, draftOf, findingOf, reportContentOf } from '../../../../test/support/builders/research-fixtures.ts';

const NINE = 'The harbour lamp burns for nine hours on one filling.';
const SEVEN = 'The harbour lamp burns for seven hours on one filling.';

const findings = [
  findingOf('t1f1', NINE, {
    title: 'Lamp rules',
    locator: 'rules/lamp.md',
    headingPath: ['Rules', '§ 3 Burning time'],
  }),
  findingOf('t1f2', SEVEN, { title: 'Log book', locator: 'log.md', sourceId: 's2' }),
];

function markdownOf(changes: Parameters<typeof reportContentOf>[0]): string {
  return renderReport(reportContentOf({ findings, ...changes })).markdown;
}

describe('citations by document and page', () => {
  const cited = [
    findingOf('t1f1', NINE, { locator: 'rules/Lamp.pdf', page: 12 }),
    findingOf('t1f2', SEVEN, { locator: 'log.md', headingPath: [], sourceId: 's2' }),
    findingOf('t1f3', `${SEVEN} It did.`, { locator: 'old/log.md', headingPath: ['4.2.1 Wicks'], sourceId: 's3' }),
  ].map((finding) => ({ ...finding, quotes: finding.quotes.map((quote) => ({ ...quote, page: finding.page })) }));
  const draft = draftOf({
    summary: [{ text: NINE, citations: ['t1f1q1', 't1f1q1', 't1f2q1', 't1f3q1'] }],
  });

  it('name the page, else the section, else the document, and the path of documents of the same name', () => {
    expect(markdownOf({ findings: cited, draft, citationStyle: 'document-page' })).toContain(
      `${NINE} [Lamp.pdf, Page 12] [log.md] [old/log.md, 4.2.1]\n`,
    );
  });

  it('are in German in a German report', () => {
    const anchor = anchorOf({ language: 'de' });

    expect(markdownOf({ findings: cited, draft, citationStyle: 'document-page', anchor })).toContain(
      '[Lamp.pdf, Seite 12]',
    );
  });

  it('list the sources by document, and keep their numbers in the record', () => {
    const { markdown, citations } = renderReport(
      reportContentOf({ findings: cited, draft, citationStyle: 'document-page' }),
    );

    expect(markdown).toContain(`## Sources

*Harbour lamp*, \`rules/Lamp.pdf\`, page 12, Oil: “${NINE}”

*Harbour lamp*, \`log.md\`: “${SEVEN}”
`);
    expect(citations.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
