import type { PageComparison, PageSentence, SupportFeatures } from './page-comparison.ts';

/** How far a page says what a claim says. */
export interface PageSupport {
  /** 0..1, for ranking; the probability of the model below. */
  readonly score: number;
  readonly isSupported: boolean;
  /** What the page contradicts or does not say, for people. */
  readonly reasons: readonly string[];
  /** The sentences that the claim was compared with, in the order of the page. */
  readonly sentences: readonly PageSentence[];
}

export interface SupportModel {
  readonly weights: Partial<Readonly<Record<keyof SupportFeatures, number>>>;
  readonly bias: number;
}

// Printed by `npm run eval:claims -- <file> --fit` for the rows that `npm run eval:claims:make` makes.

export const SAME_LANGUAGE_MODEL: SupportModel = {
  weights: {
    coveredAtOnce: 4.2,
    phrases: 2.9,
    wrongFigures: -3.9,
    missingNames: -0.9,
    replacedWords: -8,
    turnedWords: -2.7,
  },
  bias: -2.9,
};

/** Across languages only figures, acronyms and names can be compared, and words that both languages share. */
export const OTHER_LANGUAGE_MODEL: SupportModel = {
  weights: { covered: 10.3, wrongFigures: -2.9, missingNames: -1.1 },
  bias: -0.1,
};

/** From this score on, a claim is supported, unless a reason against it decides. */
const SUPPORTED_FROM = 0.5;

export function decideSupport({ features, isComparable, reasons, sentences }: PageComparison): PageSupport {
  const score = supportScore(features, isComparable ? SAME_LANGUAGE_MODEL : OTHER_LANGUAGE_MODEL);
  // A wrong figure or a replaced word is wrong, however much else the page says.
  const isDecided = features.wrongFigures > 0 || features.replacedWords > 0;
  return { score, isSupported: score >= SUPPORTED_FROM && !isDecided, reasons, sentences };
}

/** The model's probability that the page supports the claim. */
export function supportScore(features: SupportFeatures, { weights, bias }: SupportModel): number {
  const names = Object.keys(weights) as (keyof SupportFeatures)[];
  const sum = names.reduce((total, name) => total + (weights[name] ?? 0) * features[name], bias);
  return 1 / (1 + Math.exp(-sum));
}
