import type { PassageLengths } from './passage-lengths.ts';
import type { SearchedField, WeightedTerm } from './passage-query.ts';
import { countOf, numberOf } from './posting-blocks.ts';

// The customary parameters of BM25 (Robertson and Zaragoza 2009).
const K1 = 1.2;
const B = 0.75;

export interface RankedPassage {
  readonly number: number;
  readonly score: number;
}

/** The best passages by the sum of BM25 over the terms, best first; equal scores by number. */
export function rankPassages(
  terms: readonly WeightedTerm[],
  lengths: PassageLengths,
  entriesOf: (field: SearchedField, term: string) => readonly Uint32Array[],
  limit: number,
): RankedPassage[] {
  const scores = new Float64Array(lengths.of.words.length);
  const norms = normsOf(lengths);
  for (const { field, term, weight } of terms) addScores(scores, entriesOf(field, term), norms[field], lengths, weight);
  return bestOf(scores, limit);
}

type Norms = Readonly<Record<SearchedField, Float64Array>>;

/** The part of the formula that a passage's length decides. */
function normsOf({ of, total }: PassageLengths): Norms {
  const normOf = (lengths: Uint32Array): Float64Array => {
    let sum = 0;
    for (const length of lengths) sum += length;
    const perTerm = (K1 * B * total) / Math.max(1, sum);
    const norms = new Float64Array(lengths.length);
    for (let number = 0; number < lengths.length; number++)
      norms[number] = K1 * (1 - B) + perTerm * (lengths[number] ?? 0);
    return norms;
  };
  return { words: normOf(of.words), wordParts: normOf(of.wordParts), headingParts: normOf(of.headingParts) };
}

function addScores(
  scores: Float64Array,
  segments: readonly Uint32Array[],
  norms: Float64Array,
  { total, of }: PassageLengths,
  weight: number,
): void {
  let frequency = 0;
  for (const entries of segments) for (const entry of entries) if (isPresent(of.words, numberOf(entry))) frequency += 1;
  const inverse = Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
  const factor = weight * inverse * (K1 + 1);
  for (const entries of segments) {
    for (const entry of entries) {
      const [number, count] = [numberOf(entry), countOf(entry)];
      if (!isPresent(of.words, number)) continue;
      scores[number] = (scores[number] ?? 0) + (factor * count) / (count + (norms[number] ?? 0));
    }
  }
}

function isPresent(lengths: Uint32Array, number: number): boolean {
  return (lengths[number] ?? 0) > 0;
}

/** Sorting all scores would take longer than computing them. */
function bestOf(scores: Float64Array, limit: number): RankedPassage[] {
  const best: RankedPassage[] = [];
  let least = 0;
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number] ?? 0;
    if (score <= least) continue;
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < score) place -= 1;
    best.splice(place, 0, { number, score });
    if (best.length > limit) best.pop();
    if (best.length === limit) least = best.at(-1)?.score ?? 0;
  }
  return best;
}
