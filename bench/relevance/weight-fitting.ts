import {
  type FeatureName,
  probabilityOf,
  type RelevanceModel,
} from '../../activities/offline-engine/passages/passage-relevance.ts';
import type { JudgedQuery } from './judged-query.ts';
import { fitLogistic } from './logistic-regression.ts';

/** What a model is fitted from, and where it is cut. */
export interface FittingPlan {
  readonly features: readonly FeatureName[];
  /** See {@link fitLogistic}. */
  readonly ridge: number;
  /**
   * The relevant hits count as much as all others together: where the judgements name one passage of several that answer, how
   * rare the named ones are tells nothing.
   */
  readonly isBalanced: boolean;
  /** Hits from each query, best first. */
  readonly depth: number;
  /** The model is cut where so many of the hits that it calls relevant are; a little more than is aimed at for new queries. */
  readonly precision: number;
  /** But never so high that fewer of the relevant hits are called so. */
  readonly recall: number;
}

/**
 * A claim is held against documents that say much the same: how a hit stands above the others tells more than what it
 * covers, which differs from claim to claim. A question is answered by a statement of the right form, wherever it stands.
 */
export const FITTING_PLANS: Readonly<Record<'claims' | 'questions', FittingPlan>> = {
  claims: {
    features: [
      'logRank',
      'isCompared',
      'wordsAboveMean',
      'wordsAboveBest',
      'wordsAboveNext',
      'pairsAboveBest',
      'titleAboveNext',
      'coverageAboveNext',
    ],
    ridge: 30,
    isBalanced: false,
    depth: 100,
    precision: 0.82,
    recall: 0.5,
  },
  questions: {
    features: ['logRank', 'statement'],
    ridge: 30,
    isBalanced: true,
    depth: 40,
    precision: 0.8,
    recall: 0.81,
  },
};

/** Fits a model to judged queries. */
export function fitModel(queries: readonly JudgedQuery[], plan: FittingPlan): RelevanceModel {
  const hits = queries.flatMap((query) => query.hits.slice(0, plan.depth));
  const outcomes = hits.map(({ isRelevant }) => isRelevant);
  const relevant = outcomes.filter(Boolean).length;
  const { weights, bias } = fitLogistic(
    { rows: hits.map(({ features }) => plan.features.map((name) => features[name])), outcomes },
    plan.ridge,
    plan.isBalanced && relevant > 0 ? (outcomes.length - relevant) / relevant : 1,
  );
  const model = {
    weights: Object.fromEntries(plan.features.map((name, index) => [name, rounded(weights[index] ?? 0)])),
    bias: rounded(bias),
  };
  return { ...model, cut: cutOf(queries, model, plan) };
}

function cutOf(
  queries: readonly JudgedQuery[],
  model: Omit<RelevanceModel, 'cut'>,
  { precision, recall }: FittingPlan,
): number {
  const all = queries.flatMap(({ hits }) => hits);
  const called = all
    .map(({ features, isRelevant }) => ({ probability: probabilityOf(model, features), isRelevant }))
    .sort((a, b) => b.probability - a.probability);
  const relevant = called.filter(({ isRelevant }) => isRelevant).length;
  let [found, before, cut] = [0, 0, 0.5];
  for (const [index, { probability, isRelevant }] of called.entries()) {
    if (isRelevant) found += 1;
    // Hits alike are called together.
    if (called[index + 1]?.probability === probability) continue;
    if (before < recall * relevant || found >= precision * (index + 1)) cut = probability;
    before = found;
  }
  // Downwards, so that the last one needed stays above it.
  return Math.floor(cut * 1e4) / 1e4;
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
