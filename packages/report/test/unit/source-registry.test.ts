import type { Finding } from '@plumbline/contracts/evidence/finding';
import { readUnits, registerSources } from '@plumbline/quotes/quotes';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { createSourceRegistry } from '@plumbline/report/document';
import { renderReport } from '@plumbline/report/rendering';
import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  draftOf,
  findingOf,
  quoteOf,
  reportContentOf,
} from '../../../../test/support/builders/research-fixtures.ts';

const TEXT = ['# Lamp', '', 'The harbour lamp burns for nine hours.', 'It needs oil.', 'And a wick of cotton.'].join(
  '\n',
);
const texts: StoredTexts = { read: async () => ({ text: TEXT, fault: null }) };

function at(findingId: string, words: string, changes: Partial<Finding> = {}): Finding {
  const start = TEXT.indexOf(words);
  const quote = quoteOf(`${findingId}q1`, words, { start, end: start + words.length });
  return findingOf(findingId, words, { quotes: [quote], ...changes });
}

const NINE = 'The harbour lamp burns for nine hours.';

describe('the registration of sources', () => {
  it('gives a text file the lines of the quotation', async () => {
    const one = at('t1f1', NINE, { locator: 'docs/lamp.md', relevance: 0.5, finalRelevance: null });
    const several = at('t1f2', 'It needs oil.\nAnd a wick of cotton.', { locator: 'notes.txt' });

    const registered = await registerSources([one, several], texts);

    expect(registered).toEqual([
      { key: 't1f1q1', type: 'file', label: 'Harbour lamp', detail: 'docs/lamp.md:3', similarity: 0.5, number: null },
      { key: 't1f2q1', type: 'file', label: 'Harbour lamp', detail: 'notes.txt:4-5', similarity: 1, number: null },
    ]);
  });

  it('counts no line that only the line break before it belongs to', async () => {
    const [registered] = await registerSources([at('t1f1', 'It needs oil.\n')], texts);

    expect(registered?.detail).toBe('lamp.md:4');
  });

  it.each([
    ['a page of the web', { locator: 'https://harbour.example/lamp' }, 'page', 'https://harbour.example/lamp'],
    ['a PDF', { locator: 'lamp.pdf', page: 3 }, 'passage', 'lamp.pdf'],
    ['a web page in a folder', { locator: 'lamp.html' }, 'passage', 'lamp.html'],
    ['an item', { locator: 'hotels.csv, row 3', sourceType: 'catalogue' }, 'catalogue', 'hotels.csv, row 3'],
    ['a note', { locator: 'memory:n1', sourceType: 'note' }, 'note', 'memory:n1, similarity 1.00'],
    ['an entity', { locator: 'memory:n2', sourceType: 'entity' }, 'entity', 'memory:n2, similarity 1.00'],
    ['a core entry', { locator: 'memory:n3', sourceType: 'core' }, 'core', 'memory:n3, similarity 1.00'],
    ['an archived entry', { locator: 'memory:n4', sourceType: 'archive' }, 'archive', 'memory:n4, similarity 1.00'],
  ] satisfies [string, Partial<Finding>, string, string][])('knows %s', async (_, changes, type, detail) => {
    const [registered] = await registerSources([at('t1f1', NINE, changes)], texts);

    expect(registered).toMatchObject({ type, detail });
  });

  it('does without lines where the stored text is missing', async () => {
    const missing: StoredTexts = { read: async () => ({ text: null, fault: 'missing' }) };

    expect((await registerSources([at('t1f1', NINE)], missing))[0]?.detail).toBe('lamp.md');
  });
});

describe('the place of a citation', () => {
  const LIST = [
    '# Limits',
    '',
    'A pump has:',
    '',
    '- a pressure of 6 bar',
    '- a flow of',
    '  40 litres',
    '- a seal',
  ].join('\n');
  const listed: StoredTexts = { read: async () => ({ text: LIST, fault: null }) };
  const within = (words: string) => {
    const start = LIST.indexOf(words);
    return { start, end: start + words.length };
  };
  const inUnit = (key: string, words: string, unit: string) =>
    findingOf(key, words, { quotes: [{ ...quoteOf(`${key}q1`, words, within(words)), unit: within(unit) }] });

  it.each([
    ['an item of its whole list', '- a seal', LIST.slice(LIST.indexOf('A pump')), 'lamp.md:3-8'],
    ['an item of its whole item', '- a flow of', '- a flow of\n  40 litres', 'lamp.md:6-7'],
    [
      'the first item of two',
      '- a pressure of 6 bar',
      '- a pressure of 6 bar\n- a flow of\n  40 litres',
      'lamp.md:5-7',
    ],
    ['a lead-in of the list', 'A pump has:', LIST.slice(LIST.indexOf('A pump')), 'lamp.md:3-8'],
    ['a sentence that is its own unit', 'A pump has:', 'A pump has:', 'lamp.md:3'],
  ])('covers all that is shown: %s', async (_, words, unit, detail) => {
    const findings = [inUnit('t1f1', words, unit)];
    const units = await readUnits(findings, listed);
    const registry = createSourceRegistry(findings, units, await registerSources(findings, listed));

    const [citation] = registry.cite(['t1f1q1']);

    expect(citation?.quote.text).toBe(unit);
    expect(citation === undefined ? null : registry.detailOf(citation)).toBe(detail);
    expect(registry.entries()[0]).toMatchObject({ detail, number: 1 });
    expect(registry.entries()[0]).not.toHaveProperty('unitDetail');
  });

  it('is that of the quote where its unit is shown already', async () => {
    const unit = LIST.slice(LIST.indexOf('A pump'));
    const findings = [inUnit('t1f1', '- a seal', unit), inUnit('t1f2', '- a flow of', unit)];
    const registry = createSourceRegistry(
      findings,
      await readUnits(findings, listed),
      await registerSources(findings, listed),
    );

    const details = registry.cite(['t1f1q1', 't1f2q1']).map(registry.detailOf);

    expect(details).toEqual(['lamp.md:3-8', 'lamp.md:6']);
  });
});

describe('a citation', () => {
  it.each([
    ['what its reader marked', { noted: true }, 'limit', 'limit'],
    ['what its reader noted of the passage', { noted: true }, '', 'says how long it burns'],
    ['nothing where no model read it', {}, '', ''],
  ] as const)('says why it was kept: %s', (_, changes, reason, told) => {
    const quotes = [{ ...quoteOf('t1f1q1', NINE), reason }];
    const finding = findingOf('t1f1', NINE, { ...changes, extractedInfo: 'says how long it burns', quotes });

    const [citation] = createSourceRegistry([finding], new Map(), []).cite(['t1f1q1']);

    expect(citation?.quote.reason).toBe(told);
  });
});

describe('the source registry', () => {
  const findings = ['a', 'b', 'c', 'd'].map((name, index) => findingOf(`t1f${index + 1}`, `${NINE} (${name})`));

  it('numbers what is cited in order of first use, without holes, and lists the rest behind it', async () => {
    const registry = createSourceRegistry(findings, new Map(), await registerSources(findings, texts));

    registry.cite(['t1f3q1']);
    registry.cite(['t1f9q9', 't1f1q1', 't1f3q1']);
    registry.cite(['t1f4q1']);

    expect(registry.entries().map(({ key, number }) => [key, number])).toEqual([
      ['t1f3q1', 1],
      ['t1f1q1', 2],
      ['t1f4q1', 3],
      ['t1f2q1', null],
    ]);
    expect(registry.citations().map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('shows unused sources only where all are asked for, marked, in the language of the report', async () => {
    const draft = draftOf({ summary: [{ text: NINE, citations: ['t1f2q1'] }] });
    const content = { findings: findings.slice(0, 2), registered: await registerSources(findings.slice(0, 2), texts) };
    const markdownOf = (changes: Parameters<typeof reportContentOf>[0]) =>
      renderReport(reportContentOf({ ...content, draft, ...changes })).markdown;

    expect(markdownOf({})).not.toContain('not cited');
    expect(markdownOf({ shownSources: 'all' })).toContain('\n[–] *Harbour lamp*, `lamp.md:1-3` (not cited)\n');
    expect(markdownOf({ shownSources: 'all', anchor: anchorOf({ language: 'de' }) })).toContain('(nicht zitiert)');
    const byDocument = markdownOf({ citationStyle: 'document-page' });
    expect(byDocument).toContain('\n*Harbour lamp*, `lamp.md`, lines 1–3, Oil: “');
  });
});
