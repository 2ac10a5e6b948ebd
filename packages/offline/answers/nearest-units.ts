import { MIN_QUOTE_LENGTH } from '@plumbline/contracts/evidence/finding';
import { type Embedder, EmbeddingError } from '@plumbline/search/embedder';
import type { StatementUnit } from '../passages/passage-entries.ts';
import type { ReadablePassage } from '../passages/passage-reading.ts';
import { statementUnits } from '../passages/statement-units.ts';

/** For about 40 statements on a slow processor; on timeout, the first statement of a passage is used. */
const TIME_LIMIT_MS = 60_000;

/** A longer excerpt would be a passage, not a quotation; in characters. */
const LONGEST_EXCERPT = 1_000;

/**
 * For each passage, the statement nearest in meaning to a text, with its neighbours, which a reader needs to judge it;
 * in the given order. If the embedder fails, the first statement; undefined for a passage without statements.
 */
export async function nearestUnits(
  embedder: Embedder | null,
  text: string,
  passages: readonly ReadablePassage[],
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const units = passages.map((passage) => unitsOf(passage));
  const texts = units.map((own) => own.map((unit) => unit.text));
  const { wanted, vectors } = await embed(embedder, text, texts.flat(), signal);
  return passages.map((passage, index) => {
    const own = units[index] ?? [];
    const start = texts.slice(0, index).flat().length;
    const nearness = own.map((_, at) => (wanted === undefined ? 0 : cosine(wanted, vectors[start + at])));
    return withNeighbours(passage.text, own, nearness);
  });
}

/** Single statements in the order of the text, without pairs and lists, which would repeat them. */
function unitsOf({ text, language }: ReadablePassage): StatementUnit[] {
  const units = statementUnits(text, language).filter((unit) => unit.text.trim().length >= MIN_QUOTE_LENGTH);
  const single = units.filter(({ size }) => size === 1);
  return (single.length > 0 ? single : units).sort((a, b) => a.start - b.start);
}

/** The nearest unit with both neighbours, or with the nearer one if both are too long. */
function withNeighbours(
  text: string,
  units: readonly StatementUnit[],
  nearness: readonly number[],
): string | undefined {
  if (units.length === 0) return undefined;
  const at = nearness.indexOf(Math.max(...nearness));
  const isBeside = (index: number): boolean => {
    const [first, second] = [units[Math.min(at, index)], units[Math.max(at, index)]];
    return first !== undefined && second !== undefined && /^\s+$/u.test(text.slice(first.end, second.start));
  };
  const neighbours = [at - 1, at + 1].filter(isBeside).sort((a, b) => (nearness[b] ?? 0) - (nearness[a] ?? 0));
  const excerpts = [neighbours, neighbours.slice(0, 1), neighbours.slice(1)].map((chosen) => {
    const shown = [at, ...chosen].flatMap((index) => units[index] ?? []);
    return text.slice(Math.min(...shown.map(({ start }) => start)), Math.max(...shown.map(({ end }) => end)));
  });
  return excerpts.find(({ length }) => length <= LONGEST_EXCERPT) ?? units[at]?.text;
}

/** Returns no vectors if there is no embedder or it fails, because the passages are usable without them. */
async function embed(
  embedder: Embedder | null,
  query: string,
  units: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly wanted?: Float32Array | undefined; readonly vectors: readonly Float32Array[] }> {
  if (embedder === null || units.length === 0) return { vectors: [] };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  try {
    const [wanted] = await embedder.embed([query], 'query', inTime);
    return { wanted, vectors: await embedder.embed(units, 'passage', inTime) };
  } catch (error) {
    signal.throwIfAborted();
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (error instanceof EmbeddingError || isLate) return { vectors: [] };
    throw error;
  }
}

function cosine(a: Float32Array, b: Float32Array | undefined): number {
  if (b === undefined) return 0;
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b) || 1);
}
