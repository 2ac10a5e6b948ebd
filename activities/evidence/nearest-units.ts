import { MIN_QUOTE_LENGTH } from '../../workflows/contracts/evidence.ts';
import { type Embedder, EmbeddingError } from '../embedding/embedder.ts';
import type { ReadablePassage } from '../reading/passage-reading.ts';
import { statementUnits } from '../reading/statement-units.ts';

/** For what only chooses among the statements of a passage that was found already. */
const TIME_LIMIT_MS = 20_000;

/**
 * Of each passage the statement whose meaning is nearest to a text, in the order given; its first one where the embedder
 * fails, undefined where it makes none.
 */
export async function nearestUnits(
  embedder: Embedder | null,
  text: string,
  passages: readonly ReadablePassage[],
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const units = passages.map((passage) => unitsOf(passage));
  const vectors = await embed(embedder, [text, ...units.flat()], signal);
  const [wanted, ...rest] = vectors;
  return units.map((own, index) => {
    if (wanted === undefined) return own[0];
    const start = units.slice(0, index).flat().length;
    const nearness = own.map((_, at) => cosine(wanted, rest[start + at]));
    return own[nearness.indexOf(Math.max(...nearness))];
  });
}

/** Single statements: pairs and lists say the same once more. */
function unitsOf({ text, language }: ReadablePassage): string[] {
  const units = statementUnits(text, language).filter((unit) => unit.text.trim().length >= MIN_QUOTE_LENGTH);
  const single = units.filter(({ size }) => size === 1);
  return (single.length > 0 ? single : units).map((unit) => unit.text);
}

/** Nothing where there is no embedder or it fails: the passages are found all the same. */
async function embed(
  embedder: Embedder | null,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  if (embedder === null || texts.length === 1) return [];
  try {
    return await embedder.embed(texts, AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EmbeddingError || (error instanceof DOMException && error.name === 'TimeoutError')) return [];
    throw error;
  }
}

function cosine(a: Float32Array, b: Float32Array | undefined): number {
  if (b === undefined) return 0;
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b) || 1);
}
