import type { CheckDraftInput, CheckedDraft } from '../../../workflows/contracts/report/report-activities.ts';
import { type ReportDraft, reportDraftSchema } from '../../../workflows/contracts/report/report.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { createClaimVerifier } from '../../verification/claims/claim-verdict.ts';
import { foreignSentences, proseOf } from '../../verification/claims/language-adherence.ts';
import { verifyDraft } from '../../verification/claims/verify-draft.ts';

/** Verifies a draft against the stored sources, and reads its language, without a model. */
export function createVerifyReport({ blobs }: { readonly blobs: BlobStore }) {
  return async (input: CheckDraftInput): Promise<CheckedDraft> => {
    const texts = createStoredTexts(blobs);
    return {
      ...(await verifyDraft(input, texts, createClaimVerifier({ ...input, texts }))),
      foreignSentences: input.language === null ? [] : foreignSentencesOf(input.draft, input.language),
    };
  };
}

export function foreignSentencesOf(draft: ReportDraft, language: string): string[] {
  return foreignSentences(proseOf(reportDraftSchema.parse(draft)), language);
}
