import { rankItems, unmetWishes } from '@plumbline/catalogue/ranking';
import { askedColumns } from '@plumbline/catalogue/reading';
import { filterItems } from '@plumbline/catalogue/tables';
import type { Filters } from '@plumbline/contracts/answers/catalogue';
import { describe, expect, it } from 'vitest';
import { createItemTable, type ItemTable } from '../../table/item-table.ts';
import { type VerticalDefinition, verticalDefinitionSchema } from '../../values/vertical-definition.ts';

const en = (text: string) => ({ en: text });
const field = (name: string, type: string) => ({ name, type, labels: en(name) });
const filter = (name: string, type: string, on: string, comparison = 'equals', more: object = {}) => ({
  name,
  type,
  labels: en(name),
  field: on,
  comparison,
  ...more,
});

const definition: VerticalDefinition = verticalDefinitionSchema.parse({
  name: 'thing',
  labels: en('Things'),
  words: {},
  fields: [
    field('name', 'text'),
    field('tags', 'text'),
    field('city', 'text'),
    field('spot', 'coordinates'),
    { ...field('price', 'money'), currency: 'EUR' },
    field('size', 'number'),
    field('rating', 'rating'),
    field('day', 'date'),
    field('new', 'boolean'),
  ],
  filters: [
    filter('nameIs', 'text', 'name'),
    filter('nameHas', 'text', 'name', 'contains'),
    filter('tagIs', 'choice', 'tags'),
    filter('tagHas', 'choice', 'tags', 'contains'),
    filter('place', 'place', 'city'),
    filter('priceIs', 'money', 'price'),
    filter('priceMost', 'money', 'price', 'atMost'),
    filter('priceLeast', 'money', 'price', 'atLeast'),
    filter('sizeIs', 'number', 'size'),
    filter('sizeMost', 'number', 'size', 'atMost'),
    filter('sizeLeast', 'number', 'size', 'atLeast'),
    filter('sizeKept', 'number', 'size', 'atLeast', { unstated: 'keep' }),
    filter('ratingMost', 'rating', 'rating', 'atMost'),
    filter('ratingLeast', 'rating', 'rating', 'atLeast'),
    filter('dayIs', 'date', 'day'),
    filter('dayFrom', 'date', 'day', 'from'),
    filter('dayUntil', 'date', 'day', 'until'),
    filter('isNew', 'boolean', 'new'),
    { name: 'note', type: 'number', labels: en('note') },
  ],
  comparable: [],
  card: { title: 'name' },
  summary: { en: [] },
});

const ROWS = [
  {
    name: 'A',
    tags: 'red; blue',
    city: 'München',
    spot: '48.14,11.58',
    price: '100 €',
    size: '1',
    rating: '4.5',
    day: '2026-03-01',
    new: 'yes',
  },
  {
    name: 'B side',
    tags: 'blue',
    city: 'Frankfurt am Main',
    spot: '50.11,8.68',
    price: '200 €',
    size: '2',
    rating: '3',
    day: '2026-03-02',
    new: 'no',
  },
  {
    name: 'C',
    tags: 'red',
    city: 'New York',
    spot: '40.71,-74.00',
    price: '150 USD',
    size: '3',
    rating: '5',
    day: '2026-03-03',
    new: 'no',
  },
  { name: 'D', tags: '', city: '', spot: '', price: '', size: '', rating: '', day: '', new: '' },
];

const tableOf = (rows: readonly Record<string, string>[]): ItemTable =>
  createItemTable(definition, [
    { sourceId: 's', locator: 'thing.csv', rows: rows.map((cells, index) => ({ cells, place: `line ${index + 2}` })) },
  ]);
const table = tableOf(ROWS);
const keptBy = (filters: Filters): string =>
  filterItems(table, filters)
    .items.map((item) => 'ABCD'.charAt(item))
    .join('');

describe('a filter keeps', () => {
  it.each<{ filters: Filters; kept: string }>([
    { filters: {}, kept: 'ABCD' },
    { filters: { nameIs: 'b SIDE' }, kept: 'B' },
    { filters: { nameIs: 'b' }, kept: '' },
    { filters: { nameHas: 'side' }, kept: 'B' },
    { filters: { nameHas: 'sid' }, kept: '' },
    { filters: { tagIs: 'Red' }, kept: 'C' },
    { filters: { tagHas: 'Red' }, kept: 'AC' },
    { filters: { tagHas: ['red', 'blue'] }, kept: 'ABC' },
    { filters: { place: 'Munich' }, kept: 'A' },
    { filters: { place: 'muenchen' }, kept: '' },
    { filters: { place: 'Frankfurt' }, kept: 'B' },
    { filters: { place: 'York' }, kept: '' },
    { filters: { place: ['München', 'NYC'] }, kept: 'AC' },
    { filters: { priceIs: 100 }, kept: 'A' },
    { filters: { priceMost: 100 }, kept: 'A' },
    { filters: { priceMost: '<100' }, kept: '' },
    { filters: { priceMost: '<100.01' }, kept: 'A' },
    { filters: { priceMost: 99.99 }, kept: '' },
    { filters: { priceLeast: 150 }, kept: 'B' },
    { filters: { priceLeast: 100, priceMost: 200 }, kept: 'AB' },
    { filters: { sizeIs: 2 }, kept: 'B' },
    { filters: { sizeMost: 2 }, kept: 'AB' },
    { filters: { sizeLeast: '>2' }, kept: 'C' },
    { filters: { sizeLeast: 2 }, kept: 'BC' },
    { filters: { sizeKept: 2 }, kept: 'BCD' },
    { filters: { ratingMost: 4.5 }, kept: 'AB' },
    { filters: { ratingLeast: 4.5 }, kept: 'AC' },
    { filters: { dayIs: '2026-03-02' }, kept: 'B' },
    { filters: { dayFrom: '2026-03-02' }, kept: 'BC' },
    { filters: { dayUntil: '2026-03-02' }, kept: 'AB' },
    { filters: { isNew: true }, kept: 'A' },
    { filters: { isNew: false }, kept: 'BC' },
    { filters: { note: 3 }, kept: 'ABCD' },
    { filters: { sizeLeast: 2, ratingLeast: 4 }, kept: 'C' },
  ])('"$kept" by $filters', ({ filters, kept }) => {
    expect(keptBy(filters)).toBe(kept);
  });

  it('no amount in another currency than the catalogue has, and says so', () => {
    expect(filterItems(table, { priceMost: 500 })).toEqual({
      items: [0, 1],
      notes: ['1 items priced in USD are left out: the limit counts in EUR'],
      unchecked: [],
    });
  });

  it('items whatever their order in the file', () => {
    const turned = tableOf(ROWS.toReversed());

    expect(filterItems(turned, { sizeLeast: 2 }).items.map((item) => turned.originOf(item).place)).toEqual([
      'line 3',
      'line 4',
    ]);
  });
});

describe('columns that no field reads', () => {
  const table = tableOf([
    { name: 'A', wifi: 'no', breakfast: 'not included', view: 'harbour' },
    { name: 'B', wifi: 'yes', breakfast: 'included', view: 'garden' },
    { name: 'C', wifi: 'ja', breakfast: '', view: '' },
  ]);
  const asked = (text: string, language = 'en') => askedColumns(table, { text, language, today: '2026-03-01' });
  const wishes = (words: string) => ({ words, asked: words, columns: asked(words), language: 'en', isFiltered: false });

  it('order items by what they say where a question names them', () => {
    const found = (words: string) => rankItems(table, [0, 1, 2], wishes(words), 3).map(({ item }) => item);

    expect(found('wifi')).toEqual([1, 2, 0]);
    expect(found('without wifi')).toEqual([0, 1, 2]);
    expect(found('harbour view')).toEqual([0, 1, 2]);
    expect(found('garden view')[0]).toBe(1);
    expect(unmetWishes(table, [0, 1, 2], wishes('wifi sauna'))).toEqual(['sauna']);
  });

  it.each([
    ['a thing with wifi', 'en', [['wifi', true, false]]],
    ['ein Ding mit WLAN', 'de', [['wifi', true, false]]],
    ['ein Ding ohne WLAN', 'de', [['wifi', false, false]]],
    ['no wi-fi, please', 'en', [['wifi', false, false]]],
    ['a thing, preferably with free wifi', 'en', [['wifi', true, true]]],
    ['möglichst mit Frühstück', 'de', [['breakfast', true, true]]],
    ['a thing with a nice view', 'en', [['view', null, false]]],
    ['a thing by the harbour', 'en', []],
  ])('are found in "%s"', (text, language, columns) => {
    expect(asked(text, language).map(({ name, wanted, isWish }) => [name, wanted, isWish])).toEqual(columns);
  });

  it('say yes and no in several words', () => {
    expect(table.further.map(({ name, answers }) => [name, answers])).toEqual([
      ['wifi', [false, true, true]],
      ['breakfast', [false, true, null]],
      ['view', [null, null, null]],
    ]);
  });
});

describe('rows with a wrong cell', () => {
  it('are skipped, counted, and named by line', () => {
    const damaged = tableOf([
      ...ROWS,
      { name: 'E', price: 'abc' },
      { name: '', price: '1' },
      { name: 'F', day: '2026-02-30' },
    ]);

    expect(damaged.count).toBe(4);
    expect(damaged.notes).toEqual(['thing.csv: 3 of 7 rows skipped, first at line 6: price "abc" is no amount']);
  });
});
