/** Memoizes by key. Results are shared; do not mutate. */
export type Memo<Result> = (key: string, compute: () => Result) => Result;

/**
 * Remembers the latest results of a pure function.
 *
 * @param ofCharacters keys that are remembered, by their lengths together; results of the longest unused are forgotten
 */
export function createMemo<Result>(ofCharacters: number): Memo<Result> {
  const results = new Map<string, Result>();
  let characters = 0;
  return (key, compute) => {
    const known = results.get(key);
    if (known !== undefined) {
      results.delete(key);
      results.set(key, known);
      return known;
    }
    const result = compute();
    if (key.length > ofCharacters) return result;
    results.set(key, result);
    characters += key.length;
    for (const oldest of results.keys()) {
      if (characters <= ofCharacters) break;
      results.delete(oldest);
      characters -= oldest.length;
    }
    return result;
  };
}

/**
 * A pure function of a text that remembers its latest results: an answer reads the same passages when it ranks, extracts and
 * writes.
 *
 * @param ofCharacters see {@link createMemo}
 */
export function memoised<Result>(
  compute: (text: string, variant: string) => Result,
  ofCharacters: number,
): (text: string, variant: string) => Result {
  const remember = createMemo<Result>(ofCharacters);
  return (text, variant) => remember(`${variant}\n${text}`, () => compute(text, variant));
}
