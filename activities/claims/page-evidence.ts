import { derivation } from '../extractive/question/term-similarity.ts';
import { isAmongStems } from '../text/terms.ts';
import { type Page, type PageSentence, stemsOf } from './page-sentences.ts';

/** The sentences of a page that come nearest to a claim, and how many of its words stand where; shares are 0..1. */
export interface PageEvidence {
  /** In the order of the page; at most nine. */
  readonly sentences: readonly PageSentence[];
  /** The one to three sentences in a row that hold most of its words. */
  readonly nearest: readonly PageSentence[];
  /** Share of the claim's words in these sentences and the headings above them, by rarity. */
  readonly covered: number;
  /** Share of them in the nearest sentences alone. */
  readonly coveredAtOnce: number;
  /** Share of its neighbouring words that are neighbours in one of the sentences, too. */
  readonly phrases: number;
}

export const NO_EVIDENCE: PageEvidence = { sentences: [], nearest: [], covered: 0, coveredAtOnce: 0, phrases: 0 };
const LONGEST_WINDOW = 3;
/** Every further sentence of a window has to add so much of the claim's weight. */
const LEAST_GAIN = 0.08;
/** A claim may put together what stands in different places of a page. */
const MOST_WINDOWS = 3;
/** A further place has to add so much. */
const LEAST_FURTHER = 0.15;

/** @param said the claim's words, without markup */
export function findEvidence(said: string, page: Page): PageEvidence {
  const words = weigh(said, page);
  const total = sumOf(words);
  if (total === 0 || page.sentences.length === 0) return NO_EVIDENCE;
  const chosen = new Set<number>();
  const sentencesAt = (numbers: readonly number[]) => numbers.flatMap((number) => page.sentences[number] ?? []);
  let coveredAtOnce = 0;
  let nearest: readonly PageSentence[] = [];
  for (let step = 0; step < MOST_WINDOWS; step += 1) {
    const missing = words.filter(({ holders }) => ![...chosen].some((number) => holders.has(number)));
    const { numbers, gain } = bestWindow(missing, total);
    if (step === 0) [coveredAtOnce, nearest] = [gain, sentencesAt(numbers)];
    else if (gain < LEAST_FURTHER) break;
    for (const number of numbers) chosen.add(number);
  }
  const numbers = [...chosen].sort((a, b) => a - b);
  const sentences = sentencesAt(numbers);
  const places = new Set(stemsOf(sentences.map(({ place }) => place).join('\n'), page.language));
  const isCovered = ({ holders, stem }: ClaimWord) =>
    numbers.some((number) => holders.has(number)) || isAmongStems(stem, places, page.language);
  return {
    sentences,
    nearest,
    covered: sumOf(words.filter(isCovered)) / total,
    coveredAtOnce,
    phrases: sharedNeighbours(words, numbers),
  };
}

interface ClaimWord {
  readonly stem: string;
  readonly weight: number;
  /** Numbers of the sentences that contain it, with its positions there. */
  readonly holders: ReadonlyMap<number, readonly number[]>;
}

/** The claim's words with their weights: rare words of the page decide, and those that it lacks count most. */
function weigh(said: string, { holders, sentences, language }: Page): ClaimWord[] {
  const stems = [...holders.keys()];
  return [...new Set(stemsOf(said, language))].map((stem) => {
    const own = new Set([stem]);
    const same = stems.filter((other) => isAmongStems(other, own, language) || derivation(stem, other) > 0);
    const places = new Map<number, number[]>();
    for (const { sentence, position } of same.flatMap((other) => holders.get(other) ?? [])) {
      places.set(sentence, [...(places.get(sentence) ?? []), position]);
    }
    return { stem, holders: places, weight: Math.log(1 + sentences.length / (places.size + 0.5)) };
  });
}

function bestWindow(
  words: readonly ClaimWord[],
  total: number,
): { readonly numbers: readonly number[]; readonly gain: number } {
  const starts = [...new Set(words.flatMap(({ holders }) => [...holders.keys()]))].sort((a, b) => a - b);
  let best: { numbers: readonly number[]; gain: number; value: number } = { numbers: [], gain: 0, value: 0 };
  for (const start of starts) {
    const numbers: number[] = [];
    let left = words;
    let gain = 0;
    for (let number = start; number < start + LONGEST_WINDOW; number += 1) {
      numbers.push(number);
      gain += sumOf(left.filter(({ holders }) => holders.has(number))) / total;
      left = left.filter(({ holders }) => !holders.has(number));
      const value = gain - LEAST_GAIN * (numbers.length - 1);
      if (value > best.value + 1e-9) best = { numbers: [...numbers], gain, value };
    }
  }
  return best;
}

/** Two words of a claim are neighbours in a sentence as well if at most one other content word stands between them. */
const NEAR = 2;

function sharedNeighbours(words: readonly ClaimWord[], numbers: readonly number[]): number {
  const pairs = words.slice(1).map((word, index) => [words[index], word] as const);
  const shared = pairs.filter(([first, second]) =>
    numbers.some((number) => {
      const positions = first?.holders.get(number) ?? [];
      const others = second?.holders.get(number) ?? [];
      return positions.some((one) => others.some((other) => Math.abs(one - other) <= NEAR));
    }),
  );
  return pairs.length === 0 ? 0 : shared.length / pairs.length;
}

function sumOf(words: readonly ClaimWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}
