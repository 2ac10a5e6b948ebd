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

/** A passage and its place in the ranking that found it, counted from 1. */
export interface RankedPassage extends ReadablePassage {
  readonly rank: number;
}

/** What a hit is judged by. All but the logarithm are shares or differences of shares. */
export interface HitFeatures {
  /** Natural logarithm of the place in the ranking. */
  readonly logRank: number;
  /** Score of the best statement, with the form of the answer. */
  readonly statement: number;
  /** 1 where the differences below are known, else 0. */
  readonly isCompared: number;
  /** How far the words stand above the mean of the other hits, above the best of them, and above the next below. */
  readonly wordsAboveMean: number;
  readonly wordsAboveBest: number;
  readonly wordsAboveNext: number;
  readonly pairsAboveBest: number;
  readonly titleAboveNext: number;
  /** By what the best statement covers, without regard to its form. */
  readonly coverageAboveNext: number;
}
export type FeatureName = keyof HitFeatures;

/** A hit as its features are read. */
export interface ReadHit {
  readonly features: HitFeatures;
  readonly matchedWords: readonly string[];
  /** It makes a statement at all. */
  readonly hasStatement: boolean;
}

/** Hits that are compared with each other: the first of a ranking, scored by one call. */
const COMPARED = 10;

interface Reading extends TermMatch {
  readonly rank: number;
  /** Long sections are indexed in parts, which do not stand against each other. */
  readonly section: string;
  readonly statement: number;
  readonly coverage: number;
  readonly matchedWords: readonly string[];
  readonly hasStatement: boolean;
}

/**
 * Reads hits of one ranking. Those among the first ten that are given together are compared with each other; how the others
 * stand is not known to the call that scores them, and their differences are 0.
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
 * What a search engine shows of a page is one line, often cut in the middle of its only sentence, or nothing but the title:
 * it is read as it stands.
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
