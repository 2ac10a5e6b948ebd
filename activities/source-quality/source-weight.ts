import type { SourceTier } from '../../workflows/contracts/evidence.ts';
import type { SourceWeighting } from '../../workflows/contracts/research-request.ts';
import { type QuestionKind, questionKindOf } from './question-kind.ts';

type Weights = Readonly<Record<SourceTier, number>>;

const WEIGHTS: Readonly<Record<Exclude<SourceWeighting, 'auto'>, Weights>> = {
  low: { 1: 1.02, 2: 1, 3: 0.98 },
  medium: { 1: 1.1, 2: 1, 3: 0.9 },
  high: { 1: 1.25, 2: 1, 3: 0.75 },
};

/** A source's tier counts most where an error costs most. */
const WEIGHTING_OF_KIND: Readonly<Record<QuestionKind, keyof typeof WEIGHTS>> = {
  legal: 'high',
  medical: 'high',
  scientific: 'high',
  news: 'medium',
  product: 'medium',
  other: 'low',
};

/** Factor for the relevance of a hit by the tier of its source; null: ungraded, unchanged. */
export function sourceWeigher(weighting: SourceWeighting, question: string): (tier: SourceTier | null) => number {
  const weights = WEIGHTS[weighting === 'auto' ? WEIGHTING_OF_KIND[questionKindOf(question)] : weighting];
  return (tier) => (tier === null ? 1 : weights[tier]);
}
