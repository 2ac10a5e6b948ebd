import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { ReviewAlignmentInput, ReviewedDraft } from '../workflows/contracts/alignment-activities.ts';
import { reviewDraft } from './alignment/alignment-review.ts';
import { createStoredTexts } from './citations/stored-quotes.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Reviews a verified draft once more before a person sees it. */
export function createReviewAlignment({
  blobs,
  reasoner,
  alignment: mode,
}: Pick<ActivityDependencies, 'blobs' | 'reasoner' | 'alignment'>) {
  return (input: ReviewAlignmentInput, signal: AbortSignal): Promise<Reasoned<ReviewedDraft>> =>
    reviewDraft(input, { mode, reasoner, texts: createStoredTexts(blobs), signal });
}
