import { coverage } from '../question/term-coverage.ts';
import { isBoilerplate } from '../units/boilerplate.ts';
import {
  createStatementScorer,
  type InformationNeed,
  type ReadablePassage,
  rankStatements,
  type StatementScore,
} from './passage-reading.ts';
import { createWordReader, type TermMatch } from './term-match.ts';

/** A passage and its rank in the ranking that found it, counted from 1. */
export interface RankedPassage extends ReadablePassage {
  readonly rank: number;
}

/** The features of a hit. All but the logarithm are shares or differences of shares. */
export interface HitFeatures {
  /** Natural logarithm of the rank. */
  readonly logRank: number;
  /** Score of the best statement, with the form of the answer. */
  readonly statement: number;
  /** 1 if the differences below are known, else 0. */
  readonly isCompared: number;
  /** How far the match of words exceeds the mean of the other hits, the best of them, and the next lower one. */
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

/** Number of first hits of a ranking that are compared with each other, in one call. */
const COMPARED = 10;

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
