/** A score beside what is true. */
export interface Scored {
  readonly score: number;
  readonly isTrue: boolean;
}

/** Probability that a true row is scored higher than an untrue one (ties count half); null without both kinds. */
export function areaUnderCurve(rows: readonly Scored[]): number | null {
  const sorted = rows.toSorted((a, b) => a.score - b.score);
  const positives = rows.filter(({ isTrue }) => isTrue).length;
  const negatives = rows.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let ranks = 0;
  for (let start = 0; start < sorted.length;) {
    const end = endOfTies(sorted, start);
    // Rows of one score share the mean of their ranks.
    ranks += (sorted.slice(start, end).filter(({ isTrue }) => isTrue).length * (start + 1 + end)) / 2;
    start = end;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * negatives);
}

function endOfTies(sorted: readonly Scored[], start: number): number {
  let end = start + 1;
  while (end < sorted.length && sorted[end]?.score === sorted[start]?.score) end += 1;
  return end;
}

/** A decision beside what is true. */
export interface Called {
  readonly isCalled: boolean;
  readonly isTrue: boolean;
}

/** Share of the rows called true that are true; null where none is called. */
export function precisionOf(rows: readonly Called[]): number | null {
  const called = rows.filter(({ isCalled }) => isCalled);
  return called.length === 0 ? null : called.filter(({ isTrue }) => isTrue).length / called.length;
}

/** Share of the true rows that are called true; null where none is true. */
export function recallOf(rows: readonly Called[]): number | null {
  const actual = rows.filter(({ isTrue }) => isTrue);
  return actual.length === 0 ? null : actual.filter(({ isCalled }) => isCalled).length / actual.length;
}
