import type { ReviewAlignmentInput, ReviewedDraft } from '../../../workflows/contracts/report/alignment-activities.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { reviewDraft } from '../../report/review/alignment-review.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Reviews a verified draft once more before a person sees it. */
export function createReviewAlignment({
  corpus,
  blobs,
  reasoner,
  alignment: mode,
}: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'reasoner' | 'alignment'>) {
  return (input: ReviewAlignmentInput, signal: AbortSignal): Promise<Reasoned<ReviewedDraft>> =>
    reviewDraft(input, { mode, reasoner, corpus, texts: createStoredTexts(blobs), signal });
}
