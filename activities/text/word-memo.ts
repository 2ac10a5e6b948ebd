const MOST_WORDS = 200_000;

/** A pure function of a word that remembers its results: a folder repeats most of its words. */
export function memoisedByWord<Result>(
  compute: (word: string, language: string) => Result,
): (word: string, language: string) => Result {
  const byLanguage = new Map<string, Map<string, Result>>();
  return (word, language) => {
    let results = byLanguage.get(language);
    if (results === undefined) {
      results = new Map();
      byLanguage.set(language, results);
    }
    const known = results.get(word);
    if (known !== undefined) return known;
    if (results.size >= MOST_WORDS) results.clear();
    const result = compute(word, language);
    results.set(word, result);
    return result;
  };
}
