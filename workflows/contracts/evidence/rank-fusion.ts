/** Damping constant of Cormack, Clarke and Büttcher (2009); larger values flatten the head of a ranking. */
const RANK_CONSTANT = 60;

/**
 * Merges rankings with reciprocal rank fusion: score(d) = sum of 1 / (constant + rank).
 * Only positions count, because scores of different queries are not on one scale. Ties keep first-seen order.
 *
 * @param rankings one list for each query, best first; one that is given twice counts twice
 */
export function fuseRankings<Entry>(
  rankings: readonly (readonly Entry[])[],
  keyOf: (entry: Entry) => string,
  constant = RANK_CONSTANT,
): Entry[] {
  const fused = new Map<string, { entry: Entry; score: number }>();
  for (const ranking of rankings) {
    const counted = new Set<string>();
    for (const [index, entry] of ranking.entries()) {
      const key = keyOf(entry);
      if (counted.has(key)) continue;
      counted.add(key);
      const known = fused.get(key) ?? { entry, score: 0 };
      known.score += 1 / (constant + index + 1);
      fused.set(key, known);
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score).map(({ entry }) => entry);
}

/**
 * Merges rankings of searches for different things, best of each first: what one search puts first counts, however few others
 * find it. Each entry once.
 */
export function takeInTurn<Entry>(rankings: readonly (readonly Entry[])[], keyOf: (entry: Entry) => string): Entry[] {
  const longest = Math.max(0, ...rankings.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, rank) => rankings.flatMap((ranking) => ranking[rank] ?? []));
  return [...Map.groupBy(inTurn.flat(), keyOf).values()].flatMap(([first]) => first ?? []);
}

/** Takes in turn the first of a list and the first by the ranks that a search gave its entries. */
export function byRankToo<Entry extends { readonly searchRank?: number | undefined }>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Entry[] {
  const rankOf = ({ searchRank = Number.MAX_SAFE_INTEGER }: Entry): number => searchRank;
  return takeInTurn([entries.toSorted((a, b) => rankOf(a) - rankOf(b)), entries], keyOf);
}
