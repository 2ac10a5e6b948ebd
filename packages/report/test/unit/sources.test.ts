import { renderReport } from '@plumbline/report/rendering';
import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  draftOf,
  findingOf,
  quoteOf,
  reportContentOf,
  sourceOf,
} from '../../../../test/support/builders/research-fixtures.ts';

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
  it('show a page of the web by its address, with its dates', () => {
    const web = { findings: [pageFinding], sources: [webSource] };

    expect(sourcesOf(web)).toContain(`[1] *Lamps*, <${ADDRESS}>, dated 2025-11-30, read 2026-03-01, Oil: “${OIL}”\n`);
    expect(sourcesOf({ ...web, anchor: anchorOf({ language: 'de' }) })).toContain(
      `, Stand 2025-11-30, gelesen 2026-03-01, Oil: „${OIL}“\n`,
    );
    expect(sourcesOf({ ...web, citationStyle: 'document-page' })).toContain(
      `*Lamps*, <${ADDRESS}>, dated 2025-11-30, read 2026-03-01, Oil: “${OIL}”\n`,
    );
  });

  it('show when a file says it was published, but not when it was read, and never how it is graded', () => {
    const findings = [findingOf('t1f1', OIL)];

    expect(sourcesOf({ findings, sources: [sourceOf({ publishedAt: '2025-11-30' })] })).toContain(
      `[1] *Harbour lamp*, \`lamp.md\`, dated 2025-11-30, Oil: “${OIL}”\n`,
    );
    expect(sourcesOf({ findings, sources: [sourceOf({ sourceTier: 1 })] })).toContain('`lamp.md`, Oil: “');
  });

  it('do not link an address that could break the link', () => {
    const hostile = 'https://harbour.example/> <script>';
    const findings = [findingOf('t1f1', OIL, { locator: hostile })];

    expect(sourcesOf({ findings, sources: [sourceOf({ locator: hostile })] })).toContain(`\`${hostile}\`, `);
  });

  it('name the printed page when it differs from the physical page', () => {
    const quotes = [quoteOf('t1f1q1', OIL, { page: 3 })];
    const findings = [findingOf('t1f1', OIL, { page: 3, quotes, headingPath: [] })];
    const labelled = (pageLabels: string[]) => sourcesOf({ findings, sources: [sourceOf({ pageLabels })] });

    expect(labelled(['i', 'ii', 'iv'])).toContain('`lamp.md`, page 3 (printed iv): “');
    expect(labelled(['1', '2', '3'])).toContain('`lamp.md`, page 3: “');
    expect(labelled(['i', ''])).toContain('`lamp.md`, page 3: “');
  });

  it('name the lines, and the heading with its number', () => {
    const headingPath = ['Rules', '§ 3 Burning time', 'Oil'];
    const findings = [findingOf('t1f1', OIL, { headingPath })];
    const registered = [
      { key: 't1f1q1', type: 'file', label: 'Lamp', detail: 'lamp.md:40-42', similarity: null, number: null } as const,
    ];

    expect(sourcesOf({ findings, registered })).toContain(
      `[1] *Harbour lamp*, \`lamp.md\`, lines 40–42, § 3 Burning time › Oil: “${OIL}”\n`,
    );
  });

  it('of one document share a line, with an entry for each place', () => {
    const findings = [findingOf('t1f1', OIL), findingOf('t1f2', `${OIL} It did.`, { headingPath: ['Wick'] })];
    const draft = draftOf({ summary: [{ text: OIL, citations: ['t1f1q1', 't1f2q1'] }] });

    expect(sourcesOf({ findings, draft })).toContain(
      `*Harbour lamp*, \`lamp.md\`:\n\n- [1] Oil: “${OIL}”\n- [2] Wick: “${OIL} It did.”\n`,
    );
  });

  it('show the first of the cited words on one line, shorter in a long list', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      findingOf(`t1f${index + 1}`, `${OIL}\n\n- And so ${'on '.repeat(40)}`),
    );
    const draftFor = (findings: typeof many) =>
      draftOf({ summary: findings.map(({ findingId }) => ({ text: OIL, citations: [`${findingId}q1`] })) });
    const excerptsOf = (findings: typeof many) =>
      [...sourcesOf({ findings, draft: draftFor(findings) }).matchAll(/“(.*)”$/gm)].map(([, excerpt = '']) => excerpt);

    expect(excerptsOf(many.slice(0, 1))[0]).toMatch(/^The harbour lamp .* on on…$/);
    expect(Math.max(...excerptsOf(many.slice(0, 1)).map(({ length }) => length))).toBeLessThanOrEqual(121);
    expect(excerptsOf(many)).toHaveLength(50);
    expect(Math.max(...excerptsOf(many).map(({ length }) => length))).toBeLessThanOrEqual(71);
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
