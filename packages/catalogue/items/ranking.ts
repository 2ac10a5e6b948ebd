import { contentTerms, type Term, wordPattern } from '@plumbline/language/terms';
import type { AskedColumn } from '../reading/asked-columns.ts';
import { anyOf } from '../reading/phrases.ts';
import { countStems, type ItemTable } from '../table/item-table.ts';
import { allWords, type VerticalDefinition } from '../values/vertical-definition.ts';

export interface RankedItem {
  /** Position in the table. */
  readonly item: number;
  /** 0..1. */
  readonly score: number;
}

export interface Wishes {
  /** Words to look for in the items, in addition to the filters. */
  readonly words: string;
  /** Where words ask for an order: the query and the preference. */
  readonly asked: string;
  /** Columns that no field reads, as far as the question names them. */
  readonly columns: readonly AskedColumn[];
  /** For each wish that a filter reads ("preferably under 100 euros"), the items that satisfy it. */
  readonly fitting?: readonly ReadonlySet<number>[];
  /** The words of these wishes. */
  readonly spoken?: readonly Pick<Term, 'stem'>[];
  readonly language: string;
  /** At least one filter was stated, not assumed. */
  readonly isFiltered: boolean;
}

/** What an item scores that satisfies the stated filters, and no wish; without a stated filter less is known of it. */
const FILTERED_SCORE = 0.6;
const UNFILTERED_SCORE = 0.2;
/** Of an item where nothing was asked for but its kind. */
const PLAIN_SCORE = 0.5;

/**
 * Orders items, best first: `score = base + (1 - base) × mean(words, orders…)`. `base` is 0.6 where a filter was stated,
 * else 0.2; `words` is the share of the wished words that the item has; each column that was asked for gives 1 where it says so; each order that was asked for ("cheap") gives 1
 * to the best item and 0 to the last. Without any wish the score is 1, and 0.5 without filters. Equal scores stay in the
 * order of their ids.
 */
export function rankItems(table: ItemTable, items: readonly number[], wishes: Wishes, topK: number): RankedItem[] {
  const { definition } = table;
  const orders = ordersIn(definition, wishes.asked);
  const stems = wishedTerms(definition, wishes).map(({ stem }) => stem);
  const counts = stems.length === 0 ? null : countStems(table.words, stems, wishes.language, table.count);
  const parts = [
    ...(counts === null ? [] : [(item: number) => (counts[item] ?? 0) / stems.length]),
    ...wishes.columns
      .filter(({ wanted }) => wanted !== null)
      .map(
        ({ answers, wanted }) =>
          (item: number) =>
            Number(answers[item] === wanted),
      ),
    ...(wishes.fitting ?? []).map((items) => (item: number) => Number(items.has(item))),
    ...orders.map(({ field, direction }) => positionBy(table, field, direction, items)),
  ];
  const base = wishes.isFiltered ? FILTERED_SCORE : UNFILTERED_SCORE;
  const scoreOf = (item: number): number => {
    if (parts.length === 0) return wishes.isFiltered ? 1 : PLAIN_SCORE;
    const mean = parts.reduce((total, part) => total + part(item), 0) / parts.length;
    return base + (1 - base) * mean;
  };
  const scored = items.map((item) => ({ item, score: scoreOf(item) }));
  return scored.sort((a, b) => b.score - a.score).slice(0, topK);
}

/** The wished words that no item has, as they were written. */
export function unmetWishes(table: ItemTable, items: readonly number[], wishes: Wishes): string[] {
  return wishedTerms(table.definition, wishes)
    .filter(({ stem }) => {
      const counts = countStems(table.words, [stem], wishes.language, table.count);
      return items.every((item) => counts[item] === 0);
    })
    .map(({ surface }) => surface);
}

/** Words that ask for an order or for a yes or no of a column are no words of items. */
function wishedTerms(definition: VerticalDefinition, { words, asked, columns, spoken: read = [], language }: Wishes) {
  const orders = ordersIn(definition, asked).flatMap((order) => allWords(order.words));
  const spoken = new Set([...contentTerms(orders.join(' '), language), ...read].map(({ stem }) => stem));
  const answered = new Set(columns.flatMap(({ wanted, stems }) => (wanted === null ? [] : stems)));
  return contentTerms(words, language).filter(({ stem }) => !spoken.has(stem) && !answered.has(stem));
}

function ordersIn({ orders }: VerticalDefinition, asked: string): VerticalDefinition['orders'] {
  return orders.filter(({ words }) => asked.search(wordPattern([anyOf(allWords(words))])) !== -1);
}

/** 1 for the best item of a field, 0 for the last; items that do not state it come last. */
function positionBy(
  table: ItemTable,
  field: string,
  direction: 'ascending' | 'descending',
  items: readonly number[],
): (item: number) => number {
  const column = table.columns.get(field);
  if (column === undefined || !('numbers' in column)) return () => 0;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const item of items) {
    const number = column.numbers[item] ?? Number.NaN;
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return (item) => {
    const number = column.numbers[item] ?? Number.NaN;
    if (Number.isNaN(number)) return 0;
    if (high === low) return 1;
    return direction === 'ascending' ? (high - number) / (high - low) : (number - low) / (high - low);
  };
}
