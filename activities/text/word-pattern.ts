/** A pattern for any of these expressions as whole words, whatever their case; `\b` would split words at umlauts. */
export function wordPattern(expressions: readonly string[], flags = 'iu'): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${expressions.join('|')})(?![\p{L}\p{N}])`, flags);
}

/** The words and numbers of a text with their places. */
export function wordsOf(text: string): { readonly text: string; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}
