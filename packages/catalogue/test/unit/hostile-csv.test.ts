import { describe, expect, it } from 'vitest';
import { readCsvRows, readJsonRows } from '../../sources/json-rows.ts';

describe('a CSV file', () => {
  it.each([
    { kind: 'with commas', text: 'name,price\nA,1\n' },
    { kind: 'with semicolons and decimal commas', text: 'name;price\nA;1\n' },
    { kind: 'with tabs', text: 'name\tprice\nA\t1\n' },
    { kind: 'with a byte order mark', text: '\uFEFFname,price\nA,1\n' },
    { kind: 'with CRLF', text: 'name,price\r\nA,1\r\n' },
    { kind: 'with quoted cells', text: '"name","price"\n"A","1"\n' },
    { kind: 'with empty lines', text: 'name,price\n\nA,1\n\n' },
    { kind: 'without a last line break', text: 'name,price\nA,1' },
  ])('$kind is read', ({ text }) => {
    const { rows, notes } = readCsvRows(text, 'hotel.csv');

    expect(rows.map(({ cells }) => cells)).toEqual([{ name: 'A', price: '1' }]);
    expect(notes).toEqual([]);
  });

  it('has rows of several lines, which are named by their first', () => {
    const { rows } = readCsvRows('name,text\nA,"one\ntwo, ""three"""\nB,four\n', 'hotel.csv');

    expect(rows).toEqual([
      { cells: { name: 'A', text: 'one\ntwo, "three"' }, place: 'line 2' },
      { cells: { name: 'B', text: 'four' }, place: 'line 4' },
    ]);
  });

  it('has rows that are too short or too long', () => {
    const { rows, notes } = readCsvRows('name,price\nA\nB,2,3\n', 'hotel.csv');

    expect(rows.map(({ cells }) => cells)).toEqual([
      { name: 'A', price: '' },
      { name: 'B', price: '2' },
    ]);
    expect(notes).toEqual([]);
  });

  it('keeps the formulas of spreadsheets as text', () => {
    const { rows } = readCsvRows(`name,price\n"=HYPERLINK(""http://x"")",+1\n@SUM(1),-2\n`, 'hotel.csv');

    expect(rows.map(({ cells }) => cells['name'])).toEqual(['=HYPERLINK("http://x")', '@SUM(1)']);
  });

  it('with a row of ten megabytes keeps the rows before it, and says where it stops', () => {
    const { rows, notes } = readCsvRows(`name,price\nA,1\n${'x'.repeat(10_000_000)},2\nC,3\n`, 'hotel.csv');

    expect(rows.map(({ cells }) => cells['name'])).toEqual(['A']);
    expect(notes).toEqual([
      'hotel.csv: a row at line 3 is longer than 1000000 characters; the rows from there on are not read',
    ]);
  });

  it('with a quotation mark that is not closed says so', () => {
    const { rows, notes } = readCsvRows('name,price\nA,1\n"B,2\nC,3\n', 'hotel.csv');

    expect(rows.map(({ cells }) => cells['name'])).toEqual(['A']);
    expect(notes[0]).toMatch(/^hotel\.csv: a quotation mark before line \d+ is not closed/);
  });

  it('cannot reach prototypes by the names of its columns', () => {
    const { rows } = readCsvRows('__proto__,constructor,name\na,b,c\n', 'hotel.csv');

    expect(Object.getPrototypeOf(rows[0]?.cells)).toBe(Object.prototype);
    expect(rows[0]?.cells['name']).toBe('c');
  });
});

describe('a JSON catalogue', () => {
  it('is a list, or has one under items', () => {
    const rows = [
      { cells: { name: 'A', price: 1.5, tags: 'x; y', spot: '48.1,11.6', fee: '12.50 EUR' }, place: 'item 1' },
    ];
    const items = [
      {
        name: 'A',
        price: 1.5,
        tags: ['x', 'y'],
        spot: { lat: 48.1, lng: 11.6 },
        fee: { amount: 12.5, currency: 'EUR' },
        none: null,
      },
    ];

    expect(readJsonRows(JSON.stringify(items), 'hotel.json')).toEqual({ rows, notes: [] });
    expect(readJsonRows(JSON.stringify({ items }), 'hotel.json')).toEqual({ rows, notes: [] });
  });

  it.each(['{', '"text"', '{"hotels": []}', ''])('that is none is said, with what to write: %s', (text) => {
    expect(readJsonRows(text, 'hotel.json')).toEqual({
      rows: [],
      notes: ['hotel.json: is no JSON list of items; write [{…}, …] or {"items": [{…}, …]}'],
    });
  });

  it('leaves out entries that are no objects, and counts them', () => {
    expect(readJsonRows('[{"name": "A"}, 5, null]', 'hotel.json')).toMatchObject({
      rows: [{ cells: { name: 'A' } }],
      notes: ['hotel.json: 2 entries are no objects, first item 2'],
    });
  });
});
