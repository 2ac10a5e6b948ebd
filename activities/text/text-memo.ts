/**
 * A pure function of a text that remembers its latest results: an answer reads the same passages when it ranks, extracts and
 * writes.
 *
 * @param ofCharacters texts that are remembered, by their lengths together; results of the longest unused are forgotten
 */
export function memoised<Result>(
  compute: (text: string, variant: string) => Result,
  ofCharacters: number,
): (text: string, variant: string) => Result {
  const results = new Map<string, Result>();
  let characters = 0;
  return (text, variant) => {
    const key = `${variant}\n${text}`;
    const known = results.get(key);
    if (known !== undefined) {
      results.delete(key);
      results.set(key, known);
      return known;
    }
    const result = compute(text, variant);
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
