import { MIN_QUOTE_LENGTH } from '../../../workflows/contracts/evidence.ts';
import { type Embedder, EmbeddingError } from '../../embedding/embedder.ts';
import type { ReadablePassage } from '../passages/passage-reading.ts';
import type { StatementUnit } from '../units/passage-entries.ts';
import { statementUnits } from '../units/statement-units.ts';

/** Short, because the passages are already found and the embedder only selects among their statements. */
const TIME_LIMIT_MS = 20_000;

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
  const [wanted, ...vectors] = await embed(embedder, [text, ...texts.flat()], signal);
  return passages.map((passage, index) => {
    const own = units[index] ?? [];
    const start = texts.slice(0, index).flat().length;
    const nearness = wanted === undefined ? [0] : own.map((_, at) => cosine(wanted, vectors[start + at]));
    return withNeighbours(passage.text, own, nearness.indexOf(Math.max(...nearness)));
  });
}

/** Single statements in the order of the text, without pairs and lists, which would repeat them. */
function unitsOf({ text, language }: ReadablePassage): StatementUnit[] {
  const units = statementUnits(text, language).filter((unit) => unit.text.trim().length >= MIN_QUOTE_LENGTH);
  const single = units.filter(({ size }) => size === 1);
  return (single.length > 0 ? single : units).sort((a, b) => a.start - b.start);
}

function withNeighbours(text: string, units: readonly StatementUnit[], at: number): string | undefined {
  const unit = units[at];
  if (unit === undefined) return undefined;
  const isBeside = (first: StatementUnit | undefined, second: StatementUnit | undefined): boolean =>
    first !== undefined && second !== undefined && /^\s+$/u.test(text.slice(first.end, second.start));
  const [before, after] = [units[at - 1], units[at + 1]];
  const start = isBeside(before, unit) ? (before?.start ?? unit.start) : unit.start;
  const end = isBeside(unit, after) ? (after?.end ?? unit.end) : unit.end;
  return end - start > LONGEST_EXCERPT ? unit.text : text.slice(start, end);
}

/** Returns no vectors if there is no embedder or it fails, because the passages are usable without them. */
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
