import { describe, expect, it } from 'vitest';
import {
  blockOf,
  cellsIn,
  namesIn,
  pageWith,
  productNamed,
  rowsOf,
} from '../../../../test/support/builders/structured-pages.ts';

describe('damaged structured data', () => {
  it('is skipped with a note, and the other blocks are read', () => {
    const page = `${blockOf('{"@type": "Product", "name": ')}${blockOf(JSON.stringify(productNamed('A')))}${blockOf(' ')}`;

    expect(rowsOf(page)).toMatchObject({
      rows: [{ cells: { name: 'A' } }],
      notes: ['page.html: 1 of 2 blocks of JSON-LD skipped: no JSON'],
    });
  });

  it('is none in comments, in other elements, or in pages without it', () => {
    const text = JSON.stringify(productNamed('A'));

    const other = `<script>"${blockOf(text)}"</script><textarea>${blockOf(text)}</textarea>`;

    expect(rowsOf(`<!-- ${blockOf(text)} -->${other}<p>application/ld+json</p>`)).toEqual({
      rows: [],
      notes: [],
    });
  });

  it('cannot reach prototypes', () => {
    const block = '{"@type":"Product","__proto__":{"name":"polluted"},"constructor":{"name":"c"},"brand":{}}';

    expect(cellsIn(blockOf(block))).toEqual([{}]);
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });

  it.each([
    { kind: 'nested lists', text: `${'['.repeat(50_000)}${JSON.stringify(productNamed('A'))}${']'.repeat(50_000)}` },
    {
      kind: 'nested graphs',
      text: `${'{"@graph":'.repeat(50_000)}${JSON.stringify(productNamed('A'))}${'}'.repeat(50_000)}`,
    },
    { kind: 'a long list', text: JSON.stringify([...Array.from({ length: 300_000 }, () => 1), productNamed('A')]) },
  ])('of $kind is read to its end', ({ text }) => {
    expect(namesIn(blockOf(text))).toEqual(['A']);
  });

  it.each(['<!--', '<script', '<script>', '<style>', '<script type="application/ld+json">'])(
    'is looked for once in pages that repeat %s without end',
    (text) => {
      expect(rowsOf(`${blockOf(JSON.stringify(productNamed('A')))}${text.repeat(200_000)}`).rows).toHaveLength(1);
    },
  );

  it('that refers to itself ends', () => {
    const graph = [productNamed('A', { '@id': '#a', offers: { '@id': '#a' }, brand: { '@id': '#a' } })];

    expect(cellsIn(pageWith({ '@graph': graph }))).toEqual([{ name: 'A', brand: 'A' }]);
  });

  it('is read below any depth of elements', () => {
    const deep = `${'<div>'.repeat(20_000)}${blockOf(JSON.stringify(productNamed('A')))}${'</div>'.repeat(20_000)}`;

    expect(namesIn(`<html><body>${deep}</body></html>`)).toEqual(['A']);
  });
});
