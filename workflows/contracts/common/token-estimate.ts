/** Characters per token, where nothing reports the tokens. */
const CHARACTERS_PER_TOKEN = 4;

/** Estimated number of tokens of a text. */
export function estimateTokens(...texts: readonly string[]): number {
  return tokensOfLength(texts.reduce((sum, { length }) => sum + length, 0));
}

export function tokensOfLength(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
