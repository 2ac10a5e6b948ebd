import { plainWords } from '../values/plain-text.ts';
import type { Column } from './item-columns.ts';

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

/** Longer titles are sentences that nobody repeats word by word; they would make every message slow to read. */
const MOST_WORDS = 30;

/** @param column of the titles; other than texts they name nothing */
export function indexTitles(column: Column | undefined): ItemTitles {
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

/** Titles with the same words, whatever their case and marks, have one key. */
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
