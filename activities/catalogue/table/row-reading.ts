import type { FieldDefinition, VerticalDefinition } from '../definition/vertical-definition.ts';
import type { RawCell, RawRow } from '../sources/catalogue-source.ts';
import { readCell } from '../values/field-value.ts';
import { plainText } from '../values/plain-text.ts';
import type { StatedValue } from './item-columns.ts';

/** The typed values of an item, one for each field of its vertical. */
export type TypedRow = readonly (StatedValue | null)[];

export interface TypedRows {
  readonly rows: readonly { readonly values: TypedRow; readonly place: string }[];
  /** What was skipped. */
  readonly notes: readonly string[];
}

const CURRENCY_COLUMNS = ['currency', 'wahrung', 'waehrung'];
const LATITUDE_COLUMNS = ['latitude', 'lat', 'breite'];
const LONGITUDE_COLUMNS = ['longitude', 'lon', 'lng', 'lange'];

/**
 * Reads the cells of rows into the fields of their vertical. A row with a cell that is not of its type, or without a
 * title, is skipped and counted.
 *
 * @param locator for notes
 */
export function readRows(definition: VerticalDefinition, raw: readonly RawRow[], locator: string): TypedRows {
  const columns = new ColumnNames(definition);
  const title = definition.fields.findIndex(({ name }) => name === definition.card.title);
  const rows: { values: TypedRow; place: string }[] = [];
  const faults: string[] = [];
  for (const { cells, place } of raw) {
    const read = readRow(definition, columns, cells);
    if ('fault' in read) faults.push(`${place}: ${read.fault}`);
    else if (read.values[title] === null) faults.push(`${place}: ${definition.card.title} is empty`);
    else rows.push({ values: read.values, place });
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

/** Which column of a file holds a field; the answer is kept, because the rows of a file have the same columns. */
class ColumnNames {
  private readonly wanted: ReadonlyMap<string, readonly string[]>;
  private readonly known = new Map<string, string>();

  constructor({ fields }: VerticalDefinition) {
    this.wanted = new Map(fields.map(({ name, aliases }) => [name, [name, ...aliases].map(keyOf)]));
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

/** "Price per night", "price_per_night" and "pricePerNight" are the same column. */
function keyOf(name: string): string {
  return plainText(name).replaceAll(' ', '');
}
