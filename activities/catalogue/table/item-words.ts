import { stemOf } from '../../text/stemmer.ts';
import type { Column } from './item-columns.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/** Which items contain which words, by the word as written in lower case. */
export type ItemWords = ReadonlyMap<string, Int32Array>;

/** The words of all text columns. Each distinct text is read once. */
export function indexWords(columns: Iterable<Column>, count: number): ItemWords {
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
