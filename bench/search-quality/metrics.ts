/**
 * nDCG with gain 1 for every relevant entry: the sum of 1 / log2(rank + 1) over the relevant ones among the first
 * `depth`, divided by the best possible one (Järvelin and Kekäläinen 2002).
 */
export function normalizedGain(ranking: readonly string[], relevant: ReadonlySet<string>, depth: number): number {
  const discount = (index: number): number => 1 / Math.log2(index + 2);
  const gained = ranking.slice(0, depth).reduce((sum, id, index) => sum + (relevant.has(id) ? discount(index) : 0), 0);
  const best = Array.from({ length: Math.min(depth, relevant.size) }, (_, index) => discount(index));
  return gained / best.reduce((sum, value) => sum + value, 0);
}

/** Share of the relevant entries among the first `depth`. */
export function recallAt(ranking: readonly string[], relevant: ReadonlySet<string>, depth: number): number {
  return ranking.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size;
}

/** NaN of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
