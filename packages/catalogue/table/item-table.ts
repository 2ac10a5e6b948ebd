import { stemOf } from '@plumbline/language/terms';
import type { RawCell, RawRow } from '../sources/catalogue-source.ts';
import { readCell } from '../values/field-value.ts';
import { plainText, plainWords } from '../values/plain-text.ts';
import { type FieldDefinition, fieldNamed, type VerticalDefinition } from '../values/vertical-definition.ts';
import { type FurtherColumn, furtherColumns, wordsBeside } from './further-columns.ts';
import { type Column, statedIn, type StatedValue, toColumn, toTexts } from './item-columns.ts';

/** Longer titles are sentences that no message repeats word by word; they would make every message slow to read. */
const MOST_WORDS = 30;

const WORD = /[\p{L}\p{N}]+/gu;

const CURRENCY_COLUMNS = ['currency', 'wahrung', 'waehrung'];
const LATITUDE_COLUMNS = ['latitude', 'lat', 'breite'];
const LONGITUDE_COLUMNS = ['longitude', 'lon', 'lng', 'lange'];

/** Which column of a file contains a field; cached, because the rows of a file have the same columns. */
class ColumnNames {
  private readonly wanted: ReadonlyMap<string, readonly string[]>;
  private readonly claimed: ReadonlySet<string>;
  private readonly known = new Map<string, string>();

  constructor({ fields }: VerticalDefinition) {
    this.wanted = new Map(fields.map(({ name, aliases }) => [name, [name, ...aliases].map(keyOf)]));
    const ofOthers = [CURRENCY_COLUMNS, LATITUDE_COLUMNS, LONGITUDE_COLUMNS].flat();
    this.claimed = new Set([...this.wanted.values()].flat().concat(ofOthers));
  }

  cellOf({ name, type }: FieldDefinition, cells: RawRow['cells']): RawCell {
    const cell = this.first(this.wanted.get(name) ?? [], cells);
    if (type !== 'coordinates' || cell !== '') return cell;
    const [latitude, longitude] = [this.first(LATITUDE_COLUMNS, cells), this.first(LONGITUDE_COLUMNS, cells)];
    return latitude === '' && longitude === '' ? '' : `${latitude},${longitude}`;
  }

  currencyOf(cells: RawRow['cells']): string | null {
    const code = String(this.first(CURRENCY_COLUMNS, cells)).trim().toUpperCase();
    return /^[A-Z]{3}$/.test(code) ? code : null;
  }

  /** What the cells say that no field reads, by their columns. */
  othersIn(cells: RawRow['cells']): Record<string, string> {
    return Object.fromEntries(
      Object.entries(cells)
        .filter(([column]) => !this.claimed.has(this.keyOf(column)))
        .map(([column, cell]) => [column, String(cell).trim()]),
    );
  }

  private first(keys: readonly string[], cells: RawRow['cells']): RawCell {
    for (const key of keys) {
      for (const column in cells) if (this.keyOf(column) === key) return cells[column] ?? '';
    }
    return '';
  }

  private keyOf(column: string): string {
    const known = this.known.get(column);
    if (known !== undefined) return known;
    const key = keyOf(column);
    this.known.set(column, key);
    return key;
  }
}

/** The rows of one file or address. */
export interface TableSource {
  readonly sourceId: string;
  /** "hotel.csv", or the address. */
  readonly locator: string;
  readonly rows: readonly RawRow[];
}

/** Where an item comes from. */
export interface ItemOrigin {
  readonly itemId: string;
  readonly sourceId: string;
  readonly locator: string;
  readonly place: string;
}

/** The items of a vertical in columns, in the order of their ids. */
export interface ItemTable {
  readonly definition: VerticalDefinition;
  readonly count: number;
  readonly columns: ReadonlyMap<string, Column>;
  /** Of the files; no field reads them. */
  readonly further: readonly FurtherColumn[];
  readonly words: ItemWords;
  readonly titles: ItemTitles;
  readonly notes: readonly string[];
  originOf(item: number): ItemOrigin;
}

export function createItemTable(definition: VerticalDefinition, sources: readonly TableSource[]): ItemTable {
  const ordered = [...sources].sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
  const read = ordered.map((source) => ({ source, ...readRows(definition, source.rows, source.locator) }));
  const rows = read.flatMap(({ source, rows: ofSource }) =>
    ofSource.map((row, index) => ({ ...row, source, number: index + 1 })),
  );
  const columns = new Map(
    definition.fields.map((field, index) => [
      field.name,
      toColumn(
        field,
        rows.map(({ values }) => values[index] ?? null),
      ),
    ]),
  );
  const further = furtherColumns(rows.map(({ others }) => others));
  const beside = rows.map((_, item) => ({ value: wordsBeside(further, item), currency: null }));
  const origins = rows.map(({ source, place, number }) => ({ source, place, number }));
  return {
    definition,
    count: rows.length,
    columns,
    further,
    words: indexWords([...columns.values(), toTexts(beside)], rows.length),
    titles: indexTitles(columns.get(definition.card.title)),
    notes: read.flatMap(({ notes }) => notes),
    originOf(item) {
      const origin = origins[item];
      if (origin === undefined) throw new RangeError(`there is no item ${item}`);
      const { source, place, number } = origin;
      const itemId = `${definition.name}-${source.sourceId}-${String(number).padStart(8, '0')}`;
      return { itemId, sourceId: source.sourceId, locator: source.locator, place };
    },
  };
}

/** What an item states in a field; null: nothing. */
export function stated(table: ItemTable, name: string, item: number): StatedValue | null {
  const column = table.columns.get(name);
  const field = fieldNamed(table.definition, name);
  return column === undefined || field === undefined ? null : statedIn(column, field.type, item);
}

/** All that an item states, in the order of the definition. */
export function statedFields(
  table: ItemTable,
  item: number,
): readonly { readonly field: FieldDefinition; readonly stated: StatedValue }[] {
  return table.definition.fields.flatMap((field) => {
    const found = stated(table, field.name, item);
    return found === null ? [] : [{ field, stated: found }];
  });
}

/** The typed values of an item, one for each field of its vertical. */
type TypedRow = readonly (StatedValue | null)[];

interface TypedRows {
  readonly rows: readonly {
    readonly values: TypedRow;
    readonly others: Record<string, string>;
    readonly place: string;
  }[];
  /** What was skipped. */
  readonly notes: readonly string[];
}

/**
 * Reads the cells of rows into the fields of their vertical. A row with a cell that is not of its type, or without a
 * title, is skipped and counted.
 *
 * @param locator for notes
 */
function readRows(definition: VerticalDefinition, raw: readonly RawRow[], locator: string): TypedRows {
  const columns = new ColumnNames(definition);
  const title = definition.fields.findIndex(({ name }) => name === definition.card.title);
  const rows: { values: TypedRow; others: Record<string, string>; place: string }[] = [];
  const faults: string[] = [];
  for (const { cells, place } of raw) {
    const read = readRow(definition, columns, cells);
    if ('fault' in read) faults.push(`${place}: ${read.fault}`);
    else if (read.values[title] === null) faults.push(`${place}: ${definition.card.title} is empty`);
    else rows.push({ values: read.values, others: columns.othersIn(cells), place });
  }
  const [first] = faults;
  const skipped = `${faults.length} of ${raw.length} rows skipped`;
  return { rows, notes: first === undefined ? [] : [`${locator}: ${skipped}, first at ${first}`] };
}

function readRow(
  { fields }: VerticalDefinition,
  columns: ColumnNames,
  cells: RawRow['cells'],
): { readonly values: TypedRow } | { readonly fault: string } {
  const values: (StatedValue | null)[] = [];
  for (const field of fields) {
    const read = readCell(field, columns.cellOf(field, cells));
    if ('fault' in read) return read;
    const currency = field.type === 'money' ? (read.currency ?? columns.currencyOf(cells)) : null;
    values.push(read.value === null ? null : { value: read.value, currency });
  }
  return { values };
}

/** "Price per night", "price_per_night" and "pricePerNight" are the same column. */
function keyOf(name: string): string {
  return plainText(name).replaceAll(' ', '');
}

/** Which items contain which words, by the word as written in lower case. */
type ItemWords = ReadonlyMap<string, Int32Array>;

/** The words of text columns. Each distinct text is read once. */
function indexWords(columns: Iterable<Column>, count: number): ItemWords {
  const items = new Map<string, number[]>();
  for (const column of columns) {
    if (column.kind !== 'texts') continue;
    const words = column.texts.map((text) => [...new Set(text.toLowerCase().match(WORD) ?? [])]);
    for (let item = 0; item < count; item++) {
      for (const word of words[column.codes[item] ?? -1] ?? []) {
        const list = items.get(word);
        if (list === undefined) items.set(word, [item]);
        else if (list.at(-1) !== item) list.push(item);
      }
    }
  }
  return new Map([...items].map(([word, list]) => [word, Int32Array.from(list)]));
}

/**
 * For each item, how many of the stems it contains.
 *
 * @param stems distinct, of the language that the query is in
 */
export function countStems(words: ItemWords, stems: readonly string[], language: string, count: number): Uint8Array {
  const counts = new Uint8Array(count);
  const wanted = new Map(stems.map((stem) => [stem, [] as Int32Array[]]));
  for (const [word, items] of words) wanted.get(stemOf(word, language))?.push(items);
  for (const lists of wanted.values()) {
    const seen = lists.length > 1 ? new Set<number>() : null;
    for (const list of lists) {
      for (const item of list) {
        if (seen?.has(item) === true) continue;
        seen?.add(item);
        counts[item] = (counts[item] ?? 0) + 1;
      }
    }
  }
  return counts;
}

/** The titles of a table, for finding them in messages. */
export interface ItemTitles {
  /** Words of the longest title. */
  readonly mostWords: number;
  /** By the plain words of a title, the same for every spelling of it. */
  readonly byWords: ReadonlyMap<string, TitledItems>;
}

interface TitledItems {
  /** As the catalogue spells it first. */
  readonly title: string;
  /** Positions in the column's distinct texts. */
  readonly codes: readonly number[];
}

/** @param column of the titles; other than texts they name nothing */
function indexTitles(column: Column | undefined): ItemTitles {
  const byWords = new Map<string, { readonly title: string; readonly codes: number[] }>();
  let mostWords = 0;
  for (const [code, title] of (column?.kind === 'texts' ? column.texts : []).entries()) {
    const words = plainWords(title);
    if (words.length === 0 || words.length > MOST_WORDS) continue;
    mostWords = Math.max(mostWords, words.length);
    const key = titleKey(words);
    const known = byWords.get(key);
    if (known === undefined) byWords.set(key, { title, codes: [code] });
    else known.codes.push(code);
  }
  return { mostWords, byWords };
}

/** Titles with the same words have one key, regardless of case and punctuation. */
export function titleKey(words: readonly { readonly text: string }[]): string {
  return words.map(({ text }) => text).join(' ');
}

/**
 * Which items have one of the titles, in any spelling.
 *
 * @param column of the titles
 */
export function titledTest(
  { byWords }: ItemTitles,
  column: Column | undefined,
  titles: readonly string[],
): (item: number) => boolean {
  if (column?.kind !== 'texts') return () => false;
  const codes = new Set(titles.flatMap((title) => byWords.get(titleKey(plainWords(title)))?.codes ?? []));
  return (item) => codes.has(column.codes[item] ?? -1);
}
