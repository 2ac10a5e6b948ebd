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

type EntriesOf = (field: SearchedField, term: string) => readonly Uint32Array[];

/** What makes a term rare and a passage long: scores of several indexes compare only if all use the same. */
export interface TermStatistics extends Pick<PassageLengths, 'total' | 'sums'> {
  /** How many passages have a term, by field and term. */
  readonly frequencies: ReadonlyMap<string, number>;
}

const frequencyKey = (field: SearchedField, term: string): string => `${field === 'heading' ? 'words' : field} ${term}`;

export function statisticsOf(
  terms: readonly WeightedTerm[],
  { total, sums, of }: PassageLengths,
  entriesOf: EntriesOf,
): TermStatistics {
  const frequencies = new Map<string, number>();
  for (const { field, term } of terms) {
    const key = frequencyKey(field, term);
    if (frequencies.has(key)) continue;
    let frequency = 0;
    for (const entries of entriesOf(field === 'heading' ? 'words' : field, term))
      for (const entry of entries) if (isPresent(of.words, numberOf(entry))) frequency += 1;
    frequencies.set(key, frequency);
  }
  return { total, sums, frequencies };
}

/** Of two indexes without a common passage. */
export function addStatistics(one: TermStatistics, other: TermStatistics): TermStatistics {
  const add = <Key extends string>(key: Key): number =>
    one.sums[key as SearchedField] + other.sums[key as SearchedField];
  const frequencies = new Map(one.frequencies);
  for (const [key, frequency] of other.frequencies) frequencies.set(key, (frequencies.get(key) ?? 0) + frequency);
  return {
    total: one.total + other.total,
    sums: {
      words: add('words'),
      wordParts: add('wordParts'),
      headingParts: add('headingParts'),
      heading: add('heading'),
    },
    frequencies,
  };
}

/** The best passages by the sum of BM25 over the terms, best first; equal scores by number. */
export function rankPassages(
  terms: readonly WeightedTerm[],
  { of }: PassageLengths,
  { statistics, entriesOf }: { readonly statistics: TermStatistics; readonly entriesOf: EntriesOf },
  limit: number,
): RankedPassage[] {
  const scores = zeroScores(of.words.length);
  const weighted = terms.map(({ field, term, weight }) => {
    const frequency = statistics.frequencies.get(frequencyKey(field, term)) ?? 0;
    const rarity = Math.log(1 + (statistics.total - frequency + 0.5) / (frequency + 0.5));
    return { field, segments: entriesOf(field, term), weight: weight * rarity };
  });
  for (const { field, segments, weight } of weighted)
    if (field !== 'heading') addScores(scores, segments, { field, factor: weight * (K1 + 1) }, { ...statistics, of });
  addHeadings(
    scores,
    weighted.filter(({ field }) => field === 'heading'),
    of,
  );
  return bestOf(scores, limit);
}

interface AskedHeading {
  /** Of a word in headings. */
  readonly segments: readonly Uint32Array[];
  readonly weight: number;
}

/** A heading counts by the weight of its words that are asked for, times their share of it: what it names besides is not asked for. */
function addHeadings(scores: Float64Array, headings: readonly AskedHeading[], of: PassageLengths['of']): void {
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
