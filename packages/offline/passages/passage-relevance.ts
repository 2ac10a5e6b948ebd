import { coverage, createWordMatcher, type WeightedTerm } from '@plumbline/language/term-matching';
import { analyzeTerms, type Term } from '@plumbline/language/terms';
import {
  createStatementScorer,
  type InformationNeed,
  rankStatements,
  type ReadablePassage,
  type StatementScore,
} from './passage-reading.ts';
import { isBoilerplate } from './statement-units.ts';

/** The usual values for saturation and length normalisation (Robertson and Zaragoza 2009). */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Number of words in a typical passage: an abstract, a section. */
const COMMON_LENGTH = 220;
/** Rare words decide here more than in coverage: passages of one ranking share the common ones. */
const SHARPNESS = 1.5;
/** Weaker matches do not count as a use of the word. */
const IS_MET = 0.5;
/** Greatest distance of two near words. */
const NEAR = 4;

/** Number of first hits of a ranking that are compared with each other, in one call. */
const COMPARED = 10;

/** The score from which a hit counts as relevant; the default of the setting `relevanceThreshold`. */
export const OPERATING_POINT = 0.7;

// Printed by `npm run eval:relevance -- <folder> --fit`, which fits both models to the queries of a folder. To renew
// them, run it on judged claims (BEIR layout) and on judged questions (corpus/ and questions.jsonl), and copy its
// output here.

/**
 * For assertions: compares a hit with the others of its ranking. Fitted on 2026-11-22 to the 809 train claims of
 * SciFact (Wadden et al. 2020) over 5183 abstracts, first 100 hits, judgements of BEIR, unjudged documents not
 * relevant.
 */
export const ASSERTION_MODEL: RelevanceModel = {
  weights: {
    logRank: -0.7166,
    isCompared: 2.0267,
    wordsAboveMean: 5.0409,
    wordsAboveBest: 4.7692,
    wordsAboveNext: 2.9373,
    pairsAboveBest: 0.8388,
    titleAboveNext: 2.4331,
    coverageAboveNext: 2.1359,
  },
  bias: -3.6794,
  cut: 0.4425,
};

/**
 * For questions: uses the best statement and the rank. Fitted on 2026-11-22 to 21 questions over 40 German laws, first
 * 40 hits, relevant only if the passage contains an expected phrase. Other passages answer as well, so the relevant
 * hits weigh as much as all others together, and four fifths of them pass the cut.
 */
export const QUESTION_MODEL: RelevanceModel = {
  weights: { logRank: -0.7848, statement: 9.5347 },
  bias: -1.1029,
  cut: 0.6194,
};

export interface PassageRelevance {
  /** 0..1. */
  readonly relevance: number;
  /** Words of the question that the best statement matches. */
  readonly matchedWords: readonly string[];
}

/**
 * Weight of the rank relative to the best statement. The search sees every word of the passage and its rarity, the
 * statement whether the words occur together in the form of an answer; neither alone finds as much.
 */
const RANK_WEIGHT = 0.5;
/** How fast the value of a rank falls with its logarithm, like the discount of nDCG (Järvelin and Kekäläinen 2002). */
const RANK_DECAY = 0.25;

/**
 * How well a passage serves a need: by its best statement, and by its rank r, worth 1 / (1 + 0.25 ln r). Use it to
 * compare passages of one question; {@link scoreHits} says how likely they are relevant.
 */
export function passageRelevance(need: InformationNeed, passage: RankedPassage): PassageRelevance {
  const [best] = rankStatements(need, passage);
  if (best === undefined) return { relevance: 0, matchedWords: [] };
  const worth = 1 / (1 + RANK_DECAY * Math.log(passage.rank));
  return {
    relevance: (best.score + RANK_WEIGHT * worth) / (1 + RANK_WEIGHT),
    matchedWords: best.matchedWords,
  };
}

/**
 * Calibrated scores of hits of one ranking, in the given order: 0.7 is the operating point of the offline engine (see
 * relevance-weights.ts). A passage without a statement is not relevant.
 *
 * @param passages pass the first ten of a ranking in one call, because they are compared with each other
 */
export function scoreHits(need: InformationNeed, passages: readonly RankedPassage[]): PassageRelevance[] {
  const model = need.isAssertion === true ? ASSERTION_MODEL : QUESTION_MODEL;
  return readHits(need, passages).map(({ features, matchedWords, hasStatement }) => ({
    relevance: hasStatement ? calibratedScore(model, features) : 0,
    matchedWords,
  }));
}

/** A logistic regression and the probability from which a hit counts as relevant. */
export interface RelevanceModel {
  readonly weights: Readonly<Partial<Record<FeatureName, number>>>;
  readonly bias: number;
  /** Probability, 0..1 exclusive, that maps to the score {@link OPERATING_POINT}. */
  readonly cut: number;
}

/** Probability by the regression, 0..1. */
export function probabilityOf({ weights, bias }: Omit<RelevanceModel, 'cut'>, features: HitFeatures): number {
  const names = Object.keys(features) as FeatureName[];
  const logit = names.reduce((sum, name) => sum + (weights[name] ?? 0) * features[name], bias);
  return 1 / (1 + Math.exp(-logit));
}

/** Converts a probability to a score: a monotone map that keeps 0 and 1 and maps the cut to the operating point. */
export function scoreOfProbability(probability: number, cut: number): number {
  if (Number.isNaN(probability)) return 0;
  const bounded = Math.min(1, Math.max(0, probability));
  return bounded < cut
    ? (OPERATING_POINT * bounded) / cut
    : OPERATING_POINT + ((1 - OPERATING_POINT) * (bounded - cut)) / (1 - cut);
}

/** Score of a hit, 0..1. */
export function calibratedScore(model: RelevanceModel, features: HitFeatures): number {
  return scoreOfProbability(probabilityOf(model, features), model.cut);
}

/** A passage and its rank in the ranking that found it, counted from 1. */
export interface RankedPassage extends ReadablePassage {
  readonly rank: number;
}

/** The features of a hit. All but the logarithm are shares or differences of shares. */
interface HitFeatures {
  /** Natural logarithm of the rank. */
  readonly logRank: number;
  /** Score of the best statement, with the form of the answer. */
  readonly statement: number;
  /** 1 if the differences below are known, else 0. */
  readonly isCompared: number;
  /** By how much the match of words exceeds the mean of the other hits, the best other hit, and the next lower one. */
  readonly wordsAboveMean: number;
  readonly wordsAboveBest: number;
  readonly wordsAboveNext: number;
  readonly pairsAboveBest: number;
  readonly titleAboveNext: number;
  /** Compares what the best statements cover, regardless of their form. */
  readonly coverageAboveNext: number;
}
export type FeatureName = keyof HitFeatures;

/** A hit with its features. */
export interface ReadHit {
  readonly features: HitFeatures;
  readonly matchedWords: readonly string[];
  /** Whether it contains any statement. */
  readonly hasStatement: boolean;
}

interface Reading extends TermMatch {
  readonly rank: number;
  /** Long sections are indexed in parts, which must not be compared with each other. */
  readonly section: string;
  readonly statement: number;
  readonly coverage: number;
  readonly matchedWords: readonly string[];
  readonly hasStatement: boolean;
}

/**
 * Reads hits of one ranking. Compares the given hits that are among the first ten with each other; the differences of
 * all others are unknown and 0.
 */
export function readHits(need: InformationNeed, passages: readonly RankedPassage[]): ReadHit[] {
  const readWords = createWordReader(need.terms);
  const readings = passages.map((passage): Reading => {
    const best = bestStatement(need, passage);
    return {
      ...readWords(passage),
      rank: passage.rank,
      section: [passage.title, ...passage.headingPath].join('\n'),
      statement: best?.score ?? 0,
      coverage: best === undefined ? 0 : coverage(need.terms, best.matches),
      matchedWords: best?.matchedWords ?? [],
      hasStatement: best !== undefined,
    };
  });
  const first = readings.filter(({ rank }) => rank <= COMPARED);
  return readings.map((reading) => ({
    features: featuresOf(
      reading,
      reading.rank <= COMPARED ? first.filter(({ section }) => section !== reading.section) : [],
    ),
    matchedWords: reading.matchedWords,
    hasStatement: reading.hasStatement,
  }));
}

/**
 * A search engine shows one line of a page, often cut in the middle of its only sentence, or only the title. A single
 * line without a statement is therefore scored as it is.
 */
function bestStatement(need: InformationNeed, passage: ReadablePassage): StatementScore | undefined {
  const [best] = rankStatements(need, passage);
  if (best !== undefined) return best;
  const line = passage.text.trim() === '' ? passage.title : passage.text.trim();
  return line.includes('\n') || isBoilerplate(line) ? undefined : createStatementScorer(need, passage)({ text: line });
}

type Compared = 'words' | 'pairs' | 'title' | 'coverage';

function featuresOf(reading: Reading, others: readonly Reading[]): HitFeatures {
  const { rank, statement } = reading;
  const othersBy = (name: Compared): number[] => others.map((other) => other[name]);
  const above = (name: Compared, of: (values: readonly number[]) => number): number =>
    others.length === 0 ? 0 : reading[name] - of(othersBy(name));
  const aboveNext = (name: Compared): number =>
    above(name, (values) => Math.max(0, ...values.filter((value) => value <= reading[name])));
  return {
    logRank: Math.log(rank),
    statement,
    isCompared: Number(others.length > 0),
    wordsAboveMean: above('words', (values) => values.reduce((sum, value) => sum + value, 0) / values.length),
    wordsAboveBest: above('words', (values) => Math.max(...values)),
    wordsAboveNext: aboveNext('words'),
    pairsAboveBest: above('pairs', (values) => Math.max(...values)),
    titleAboveNext: aboveNext('title'),
    coverageAboveNext: aboveNext('coverage'),
  };
}

/** How a passage matches the words of a need; each a share, 0..1. */
interface TermMatch {
  /** How often the words occur: their BM25 score as a share of the highest possible score. */
  readonly words: number;
  /** Adjacent words of the question that are also near each other in the passage, by weight. */
  readonly pairs: number;
  /** Coverage by title and headings. */
  readonly title: number;
}

/** Matches the words of a need with passages; needs no search and means the same in every corpus. */
export function createWordReader(terms: readonly WeightedTerm[]): (passage: ReadablePassage) => TermMatch {
  const sharp = terms.map((term) => ({ ...term, weight: term.weight ** SHARPNESS }));
  return ({ title, headingPath, text, language }) => {
    const match = createWordMatcher(terms, language);
    const uses = terms.map(() => 0);
    const count = (words: readonly Term[]): void => {
      for (const word of words) {
        for (const [index, share] of match(word).entries())
          if (share >= IS_MET) uses[index] = (uses[index] ?? 0) + share;
      }
    };
    const own = analyzeTerms(text, language);
    const heads = analyzeTerms([title, ...headingPath].join('\n'), language);
    count(own);
    count(analyzeTerms(title, language));
    const damping = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * own.length) / COMMON_LENGTH);
    const met = terms.map((_, index) => Math.max(0, ...heads.map((word) => match(word)[index] ?? 0)));
    return {
      words: coverage(
        sharp,
        uses.map((use) => use / (use + damping)),
      ),
      pairs: pairsMet(terms, own),
      title: coverage(terms, met),
    };
  };
}

/** Share of the weight of all adjacent word pairs of the question that are near each other in the passage. */
function pairsMet(terms: readonly WeightedTerm[], words: readonly Term[]): number {
  const places = new Map<string, number[]>();
  for (const [place, { stem }] of words.entries()) places.set(stem, [...(places.get(stem) ?? []), place]);
  const pairs = terms.slice(1).map((second, index) => {
    const first = terms[index] ?? second;
    const [before, after] = [places.get(first.stem) ?? [], places.get(second.stem) ?? []];
    const areNear = before.some((one) => after.some((other) => Math.abs(other - one) <= NEAR));
    return { weight: first.weight + second.weight, areNear };
  });
  const sumOf = (chosen: typeof pairs): number => chosen.reduce((sum, { weight }) => sum + weight, 0);
  return pairs.length === 0 ? 0 : sumOf(pairs.filter(({ areNear }) => areNear)) / sumOf(pairs);
}
