/** What was tried, and what did not hold. */
export interface Tally {
  /** @param fault what went wrong; null: it held @param ms how long it took */
  count(area: string, tried: string, fault: string | null, ms?: number): void;
  readonly rows: ReadonlyMap<string, { tried: number; held: number }>;
  readonly faults: readonly string[];
  /** What took longest, the longest first. */
  readonly slowest: readonly { readonly tried: string; readonly ms: number }[];
}

const SLOWEST = 8;

export function createTally(): Tally {
  const rows = new Map<string, { tried: number; held: number }>();
  const faults: string[] = [];
  const slowest: { tried: string; ms: number }[] = [];
  return {
    rows,
    faults,
    slowest,
    count(area, tried, fault, ms = 0) {
      const row = rows.get(area) ?? { tried: 0, held: 0 };
      rows.set(area, row);
      row.tried++;
      if (fault === null) row.held++;
      else faults.push(`${area}: ${tried}: ${fault}`);
      slowest.push({ tried, ms });
      slowest.sort((one, other) => other.ms - one.ms).splice(SLOWEST);
    },
  };
}

const INSIDE =
  /\n\s+at .*[:)]|node_modules|file:\/\/\/\S*\.[jt]s\b|\bTypeError\b|\bRangeError\b|\bSyntaxError: |SQLITE_|ERR_[A-Z_]{6,}/;

/** What a text for people must not say, whatever they sent: where the program is and what broke in it. */
export function insideOf(text: string): string | null {
  const found = INSIDE.exec(text)?.[0];
  return found === undefined ? null : `says ${JSON.stringify(found.slice(0, 80))}`;
}
