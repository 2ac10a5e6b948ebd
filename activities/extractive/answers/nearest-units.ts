import { MIN_QUOTE_LENGTH } from '../../../workflows/contracts/evidence.ts';
import { type Embedder, EmbeddingError } from '../../embedding/embedder.ts';
import type { ReadablePassage } from '../passages/passage-reading.ts';
import type { StatementUnit } from '../units/passage-entries.ts';
import { statementUnits } from '../units/statement-units.ts';

/** For what only chooses among the statements of a passage that was found already. */
const TIME_LIMIT_MS = 20_000;

/** More is a passage and no quotation; in characters. */
const LONGEST_EXCERPT = 1_000;

/**
 * Of each passage the statement whose meaning is nearest to a text, with those beside it, which a reader needs to judge it;
 * in the order given. The first statement where the embedder fails, undefined where there is none.
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

/** Single statements in the order of the text: pairs and lists say the same once more. */
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
