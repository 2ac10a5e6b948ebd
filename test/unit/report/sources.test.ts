import { describe, expect, it } from 'vitest';
import { renderReport } from '../../../activities/report/report-rendering.ts';
import {
  anchorOf,
  draftOf,
  findingOf,
  quoteOf,
  reportContentOf,
  sourceOf,
} from '../../support/builders/research-fixtures.ts';

const OIL = 'The harbour lamp burns for nine hours on one filling.';
const ADDRESS = 'https://harbour.example/lamp?part=oil';

const pageFinding = findingOf('t1f1', OIL, { locator: ADDRESS, title: 'Lamps' });
const webSource = sourceOf({
  locator: ADDRESS,
  sourceTier: 2,
  publishedAt: '2025-11-30',
  retrievedAt: '2026-03-01T10:00:00.000Z',
});

function sourcesOf(changes: Parameters<typeof reportContentOf>[0]): string {
  const draft = draftOf({ summary: [{ text: OIL, citations: ['t1f1q1'] }] });
  const { markdown } = renderReport(reportContentOf({ draft, ...changes }));
  return markdown.slice(markdown.search(/^## (Sources|Quellen)/m), markdown.search(/^## (About|Über)/m));
}

describe('the sources of a report', () => {
  it('show a page of the web by its address, with its dates and its tier', () => {
    const web = { findings: [pageFinding], sources: [webSource] };

    expect(sourcesOf(web)).toContain(
      `[1] Lamps — <${ADDRESS}> · Harbour lamp › Oil · published 2025-11-30 · read 2026-03-01 · source tier 2 (established secondary)\n`,
    );
    expect(sourcesOf({ ...web, anchor: anchorOf({ language: 'de' }) })).toContain(
      '· veröffentlicht 2025-11-30 · gelesen 2026-03-01 · Quellenstufe 2 (etablierte Sekundärquelle)\n',
    );
    expect(sourcesOf({ ...web, citationStyle: 'document-page' })).toContain(
      `- Lamps — <${ADDRESS}> · published 2025-11-30 · read 2026-03-01 · source tier 2 (established secondary)\n\n  Harbour lamp › Oil\n`,
    );
  });

  it('show when a file says it was published, but not when it was read, and no tier when ungraded', () => {
    const findings = [findingOf('t1f1', OIL)];

    expect(sourcesOf({ findings, sources: [sourceOf({ publishedAt: '2025-11-30' })] })).toContain(
      '[1] Harbour lamp — `lamp.md` · Harbour lamp › Oil · published 2025-11-30\n',
    );
    expect(sourcesOf({ findings, sources: [sourceOf({ sourceTier: 1 })] })).toContain(
      '`lamp.md` · Harbour lamp › Oil · source tier 1 (primary or official)\n',
    );
  });

  it('do not link an address that could break the link', () => {
    const hostile = 'https://harbour.example/> <script>';
    const findings = [findingOf('t1f1', OIL, { locator: hostile })];

    expect(sourcesOf({ findings, sources: [sourceOf({ locator: hostile })] })).toContain(`— \`${hostile}\` ·`);
  });

  it('name the printed page when it differs from the physical page', () => {
    const quotes = [quoteOf('t1f1q1', OIL, { page: 3 })];
    const findings = [findingOf('t1f1', OIL, { page: 3, quotes, headingPath: [] })];
    const labelled = (pageLabels: string[]) => sourcesOf({ findings, sources: [sourceOf({ pageLabels })] });

    expect(labelled(['i', 'ii', 'iv'])).toContain('`lamp.md` · page 3 (printed iv)\n');
    expect(labelled(['1', '2', '3'])).toContain('`lamp.md` · page 3\n');
    expect(labelled(['i', ''])).toContain('`lamp.md` · page 3\n');
  });

  it('mark what was read below the relevance threshold', () => {
    const findings = [findingOf('t1f1', OIL, { belowThreshold: true })];

    expect(sourcesOf({ findings })).toContain(
      'Harbour lamp › Oil · below the relevance threshold, but among the first of the search or the best there is\n',
    );
    expect(sourcesOf({ findings, citationStyle: 'document-page' })).toContain(
      '  Harbour lamp › Oil · below the relevance threshold, but among the first of the search or the best there is\n\n  > ',
    );
  });

  it('mark a citation of the web by its site, or by its address where a site has several pages', () => {
    const other = findingOf('t1f2', OIL, { locator: 'https://harbour.example/wick', sourceId: 's2' });
    const draft = draftOf({ summary: [{ text: OIL, citations: ['t1f1q1'] }] });
    const marked = (findings: (typeof other)[]) =>
      renderReport(reportContentOf({ draft, findings, citationStyle: 'document-page' })).markdown;

    expect(marked([pageFinding])).toContain(`${OIL} [harbour.example, Oil]`);
    expect(marked([pageFinding, other])).toContain(`${OIL} [${ADDRESS}, Oil]`);
  });
});
