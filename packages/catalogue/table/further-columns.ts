import { wordPattern } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { parseBoolean } from '../values/amounts.ts';

/** A column of the files that no field of the vertical reads. */
export interface FurtherColumn {
  /** As its first file writes it. */
  readonly name: string;
  /** One for each item, empty where it does not say. */
  readonly cells: readonly string[];
  /** Yes or no, one for each item; null: something else, or nothing. */
  readonly answers: readonly (boolean | null)[];
}

const DENIAL = new RegExp(`^${wordPattern([sourceOfAll(({ filterNegators }) => filterNegators)]).source}\\s+`, 'iu');

/** @param rows what each item says beside its fields, by the names of the columns */
export function furtherColumns(rows: readonly Readonly<Record<string, string>>[]): FurtherColumn[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].map((name) => {
    const cells = rows.map((row) => row[name] ?? '');
    const distinct = new Set(cells.map((cell) => cell.toLowerCase()));
    const denied = new Set([...distinct].filter((cell) => DENIAL.test(cell)).map((cell) => cell.replace(DENIAL, '')));
    const answers = cells.map((cell) => {
      const text = cell.toLowerCase();
      // "Included" is a yes where another item says "not included".
      return parseBoolean(text) ?? (denied.has(text) ? true : DENIAL.test(text) ? false : null);
    });
    return { name, cells, answers };
  });
}

/** The words of an item that a search finds: names and values of columns that say more than yes and no. */
export function wordsBeside(columns: readonly FurtherColumn[], item: number): string {
  return columns
    .flatMap(({ name, cells, answers }) =>
      answers[item] === null && cells[item] !== '' ? [`${name} ${cells[item]}`] : [],
    )
    .join(' ');
}
