import type { FieldDefinition, VerticalDefinition } from '../definition/vertical-definition.ts';
import { fieldNamed } from '../definition/vertical-definition.ts';
import type { RawRow } from '../sources/catalogue-source.ts';
import { type Column, type StatedValue, statedIn, toColumn } from './item-columns.ts';
import { type ItemTitles, indexTitles } from './item-titles.ts';
import { type ItemWords, indexWords } from './item-words.ts';
import { readRows } from './row-reading.ts';

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
  readonly words: ItemWords;
  readonly titles: ItemTitles;
  readonly notes: readonly string[];
  originOf(item: number): ItemOrigin;
}

export function createItemTable(definition: VerticalDefinition, sources: readonly TableSource[]): ItemTable {
  const ordered = [...sources].sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
  const read = ordered.map((source) => ({ source, ...readRows(definition, source.rows, source.locator) }));
  const rows = read.flatMap(({ source, rows: ofSource }) =>
    ofSource.map(({ values, place }, index) => ({ values, place, source, number: index + 1 })),
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
  const origins = rows.map(({ source, place, number }) => ({ source, place, number }));
  return {
    definition,
    count: rows.length,
    columns,
    words: indexWords(columns.values(), rows.length),
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
