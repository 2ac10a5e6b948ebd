import type { FeatureName, HitFeatures } from './hit-features.ts';

/** A logistic regression and the probability from which a hit counts as relevant. */
export interface RelevanceModel {
  readonly weights: Readonly<Partial<Record<FeatureName, number>>>;
  readonly bias: number;
  /** Probability, 0..1 exclusive, that maps to the score {@link OPERATING_POINT}. */
  readonly cut: number;
}

/** The score from which a hit counts as relevant; the default of the setting `relevanceThreshold`. */
export const OPERATING_POINT = 0.7;

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
