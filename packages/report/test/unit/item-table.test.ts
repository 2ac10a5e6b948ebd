import type { ComparedItem } from '@plumbline/contracts/answers/catalogue';
import { tableOfItems } from '@plumbline/report/answers';
import { createCitedClaims, createSourceRegistry, writeParts } from '@plumbline/report/document';
import { phrasesFor } from '@plumbline/report/wording';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../../test/support/builders/research-fixtures.ts';

const itemOf = (itemId: string, title: string, value: string): ComparedItem => ({
  itemId,
  title,
  attributes: [{ name: 'price', label: 'Price', value }],
  description: '',
});
const findings = [findingOf('i1', 'The Pier Inn is cheap.')];
const claims = createCitedClaims(
  { findings, sources: [], phrases: phrasesFor('en') },
  createSourceRegistry(findings, new Map(), []),
);
const marksOf = (itemId: string) =>
  claims.cite([`${itemId}q1`]).map((citation) => ({ kind: 'citation' as const, citation }));

function tableOf(items: readonly ComparedItem[], attributes: readonly string[] = ['Price']): string {
  const blocks = [tableOfItems(items, attributes, marksOf, 'Name')];
  const style = { citationStyle: 'numbered', shownSources: 'cited' } as const;
  return writeParts([{ name: 'answer', heading: '', blocks }], claims.sources(), style).join('\n\n');
}

/** The words of each cell, as a reader of the Markdown sees them. */
function cellsOf(markdown: string): string[][] {
  const html = marked.parse(markdown, { async: false, gfm: true });
  const rows = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => row);
  return rows.map((row) => [...row.matchAll(/<t[hd]>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => cell));
}

describe('the table of items', () => {
  it('has a row for each item, in their order, with the mark of its citation', () => {
    expect(tableOf([itemOf('i1', 'Pier Inn', '120 €'), itemOf('i2', 'Quay House', '90 €')])).toBe(
      ['| Name | Price |', '| --- | --- |', '| Pier Inn [1] | 120 € |', '| Quay House | 90 € |'].join('\n'),
    );
  });

  it.each([
    ['label', 'Price'],
    ['name', 'price'],
  ])('finds an attribute by its %s, and shows its label', (_, attribute) => {
    expect(cellsOf(tableOf([itemOf('i1', 'Pier Inn', '120 €')], [attribute]))).toEqual([
      ['Name', 'Price'],
      ['Pier Inn [1]', '120 €'],
    ]);
  });

  it('shows where an item does not say', () => {
    expect(cellsOf(tableOf([itemOf('i2', 'Quay House', '')], ['Price', 'Stars']))).toEqual([
      ['Name', 'Price', 'Stars'],
      ['Quay House', '–', '–'],
    ]);
  });

  it.each([
    ['a bar', 'a|b', 'a|b'],
    ['a bar behind a backslash', 'a\\|b', 'a\\|b'],
    ['a bar within code', '`a|b`', '`a|b`'],
    ['a line break', 'a\nb', 'a b'],
    ['a mark of a citation', '[2]', '[2]'],
    ['a link', '[a](/evil)', '[a](/evil)'],
    ['HTML', '<b onclick=x>a</b>', '&lt;b onclick=x&gt;a&lt;/b&gt;'],
  ])('keeps %s within its cell, as text', (_, title, seen) => {
    const cells = cellsOf(tableOf([itemOf('i2', title, '90 €')]));

    expect(cells.slice(1)).toEqual([[seen, '90 €']]);
  });
});
