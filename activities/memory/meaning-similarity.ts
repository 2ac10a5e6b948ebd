import type { Embedder } from '../embedding/embedder.ts';

/**
 * How near two texts are by meaning depends on the model: some give 0.8 to anything. So a remembered text counts as far as
 * it is nearer to the query than the nearest of these notes, which are about nothing that anybody asks.
 */
const NEUTRAL_NOTES = [
  'The fence behind the shed was painted last spring.',
  'Three spoons lie in the upper drawer.',
  'Der Hund des Nachbarn schläft gern in der Sonne.',
  'A thin layer of snow covered the roof in the morning.',
  'Die Treppe zum Keller hat vierzehn Stufen.',
  'The choir rehearses on the second floor.',
];

/** The newest entries that are compared by meaning; the others by words alone. */
const MOST_COMPARED = 500;
/** Vectors that a process keeps at hand. They are never stored, so that erasing a text leaves none behind. */
const MOST_KEPT = 5_000;
const BATCH = 64;

/** Similarity by meaning, 0..1, of one query to remembered texts. */
export interface MeaningSimilarity {
  /** @throws {EmbeddingError} and the signal's reason once it is aborted */
  compare(query: string, texts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
}

export function createMeaningSimilarity(embedder: Embedder): MeaningSimilarity {
  const vectors = new Map<string, Float32Array>();

  async function embedAll(texts: readonly string[], signal: AbortSignal): Promise<void> {
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
    if (vectors.size + missing.length > MOST_KEPT) vectors.clear();
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH);
      const embedded = await embedder.embed(batch, 'passage', signal);
      // Batch by batch: what came before the time was over serves the next query.
      batch.forEach((text, index) => vectors.set(text, embedded[index] ?? new Float32Array()));
    }
  }

  return {
    async compare(query, texts, signal) {
      const compared = texts.slice(0, MOST_COMPARED);
      if (compared.length === 0) return new Map();
      const [asked] = await embedder.embed([query], 'query', signal);
      await embedAll([...NEUTRAL_NOTES, ...compared], signal);
      const nearness = (text: string): number => cosine(asked, vectors.get(text));
      const noise = Math.max(...NEUTRAL_NOTES.map(nearness));
      return new Map(compared.map((text) => [text, Math.max(0, (nearness(text) - noise) / (1 - noise || 1))]));
    },
  };
}

function cosine(first: Float32Array | undefined, second: Float32Array | undefined): number {
  if (first === undefined || second === undefined || first.length !== second.length) return 0;
  let [product, own, other] = [0, 0, 0];
  for (const [index, value] of first.entries()) {
    const opposite = second[index] ?? 0;
    product += value * opposite;
    own += value * value;
    other += opposite * opposite;
  }
  return product / (Math.sqrt(own * other) || 1);
}
