import type { SearchedField, WeightedTerm } from './passage-query.ts';
import type { PassageLengths } from './passage-writer.ts';
import { countOf, numberOf } from './word-postings.ts';

// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009): b is between 0.5 and 0.8. Sections of
// documentations differ in length because they treat more, so the words take the lower end.
const K1 = 1.2;
const B = { words: 0.5, wordParts: 0.75, headingParts: 0.75 };

/** Reused zeroed buffer: collecting a million entries costs more than clearing them. */
function createScratch<Numbers extends Float64Array | Uint16Array>(create: (length: number) => Numbers) {
  let kept = create(0);
  return (length: number): Numbers => {
    if (kept.length < length) kept = create(length);
    return kept.subarray(0, length).fill(0) as Numbers;
  };
}

const zeroScores = createScratch((length) => new Float64Array(length));
const zeroWeights = createScratch((length) => new Float64Array(length));
const zeroCounts = createScratch((length) => new Uint16Array(length));

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
  const scores = zeroScores(lengths.of.words.length);
  // Of the words, which their headings need again.
  const rarities = new Map<string, number>();
  for (const { field, term, weight } of terms) {
    if (field === 'heading') continue;
    const segments = entriesOf(field, term);
    const rarity = inverseFrequency(segments, lengths);
    if (field === 'words') rarities.set(term, rarity);
    addScores(scores, segments, { field, factor: weight * rarity * (K1 + 1) }, lengths);
  }
  const headings = terms.flatMap(({ field, term, weight }) =>
    field !== 'heading'
      ? []
      : {
          segments: entriesOf('heading', term),
          weight: weight * (rarities.get(term) ?? inverseFrequency(entriesOf('words', term), lengths)),
        },
  );
  addHeadings(scores, headings, lengths);
  return bestOf(scores, limit);
}

function inverseFrequency(segments: readonly Uint32Array[], { total, of }: PassageLengths): number {
  let frequency = 0;
  for (const entries of segments) for (const entry of entries) if (isPresent(of.words, numberOf(entry))) frequency += 1;
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}

interface AskedHeading {
  /** Of a word in headings. */
  readonly segments: readonly Uint32Array[];
  readonly weight: number;
}

/** A heading counts by the weight of its words that are asked for, times their share of it: what it names besides is not asked for. */
function addHeadings(scores: Float64Array, headings: readonly AskedHeading[], { of }: PassageLengths): void {
  const [weights, words] = [zeroWeights(scores.length), zeroCounts(scores.length)];
  for (const { segments, weight } of headings)
    for (const entries of segments)
      for (const entry of entries) {
        const number = numberOf(entry);
        weights[number] = (weights[number] ?? 0) + weight;
        words[number] = (words[number] ?? 0) + 1;
      }
  for (const { segments } of headings)
    for (const entries of segments)
      for (const entry of entries) {
        const number = numberOf(entry);
        const weight = weights[number] ?? 0;
        const length = of.heading[number] ?? 0;
        if (weight === 0 || length === 0) continue;
        scores[number] = (scores[number] ?? 0) + (weight * (words[number] ?? 0)) / length;
        weights[number] = 0;
      }
}

/** Computes what a length adds for the passages that have the term only: most of a large corpus has none of a query's. */
function addScores(
  scores: Float64Array,
  segments: readonly Uint32Array[],
  { field, factor }: { readonly field: keyof typeof B; readonly factor: number },
  { of, sums, total }: PassageLengths,
): void {
  const least = K1 * (1 - B[field]);
  const perTerm = (K1 * B[field] * total) / Math.max(1, sums[field]);
  const ofField = of[field];
  for (const entries of segments) {
    for (const entry of entries) {
      const number = numberOf(entry);
      const length = ofField[number] ?? 0;
      // Removed.
      if (length === 0) continue;
      const count = countOf(entry);
      scores[number] = (scores[number] ?? 0) + (factor * count) / (count + (least + perTerm * length));
    }
  }
}

export function isPresent(lengths: Uint32Array, number: number): boolean {
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
