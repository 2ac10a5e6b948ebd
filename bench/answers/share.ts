/** How many of how many. */
export interface Count {
  readonly count: number;
  readonly n: number;
}

export const NOTHING: Count = { count: 0, n: 0 };

export function countOf<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): Count {
  return { count: items.filter(isCounted).length, n: items.length };
}

export function addCounts(counts: readonly Count[]): Count {
  return counts.reduce((sum, { count, n }) => ({ count: sum.count + count, n: sum.n + n }), NOTHING);
}

/** 0..1; null for a share of an empty set, which is neither good nor bad. */
export function shareOf({ count, n }: Count): number | null {
  return n === 0 ? null : count / n;
}

/** Mean of the values that are known; null when none is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Share of the known values that are true; null when none is known. */
export function shareTrue(values: readonly (boolean | null)[]): number | null {
  return meanOf(values.map((value) => (value === null ? null : Number(value))));
}

export function countTrue(values: readonly (boolean | null)[]): Count {
  return countOf(
    values.filter((value) => value !== null),
    (value) => value,
  );
}
