const K1 = 1.2;
const B = 0.75;

interface Posting {
  readonly document: number;
  readonly count: number;
}

/**
 * Plain BM25 in memory, the ground that every stage is compared with: k1 = 1.2, b = 0.75,
 * idf = ln(1 + (N - df + 0.5) / (df + 0.5)); a word that the query repeats counts each time.
 */
export function createBaseline<Document>(
  documents: readonly Document[],
  textOf: (document: Document) => string,
  tokensOf: (text: string) => readonly string[],
): (query: string, limit: number) => Document[] {
  const postings = new Map<string, Posting[]>();
  const lengths = documents.map((document, index) => {
    const tokens = tokensOf(textOf(document));
    for (const [token, count] of countTokens(tokens)) {
      const list = postings.get(token) ?? [];
      list.push({ document: index, count });
      postings.set(token, list);
    }
    return tokens.length;
  });
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);

  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const token of tokensOf(query)) {
      const list = postings.get(token) ?? [];
      const idf = Math.log(1 + (documents.length - list.length + 0.5) / (list.length + 0.5));
      for (const { document, count } of list) {
        const norm = K1 * (1 - B + (B * (lengths[document] ?? 0)) / meanLength);
        scores.set(document, (scores.get(document) ?? 0) + (idf * count * (K1 + 1)) / (count + norm));
      }
    }
    const best = [...scores].sort(([a, first], [b, second]) => second - first || a - b).slice(0, limit);
    return best.flatMap(([document]) => documents[document] ?? []);
  };
}

function countTokens(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** Runs of Latin letters and digits, lower case, without 33 English stop words. */
export function englishTokens(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((token) => !STOP_WORDS.has(token));
}

/** Runs of letters, digits and underscores of any script, lower case. */
export function wordTokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
