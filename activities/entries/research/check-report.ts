import { canonicalJson } from '../../../workflows/contracts/common/canonical-json.ts';
import type { CheckedDraft, CheckReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import { type ReportDraft, reportDraftSchema } from '../../../workflows/contracts/report/report.ts';
import { withFindings } from '../../../workflows/domain/verified-findings.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { scoreDraft } from '../../report/review/quality-scores.ts';
import { createClaimVerifier } from '../../verification/claims/claim-verdict.ts';
import { foreignSentences, proseOf } from '../../verification/claims/language-adherence.ts';
import { recheckDraft } from '../../verification/claims/recheck-draft.ts';
import { verifyDraft } from '../../verification/claims/verify-draft.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Verifies a draft against the stored sources and reads its language. Of a model's draft the parts are verified already; another is scored. */
export function createCheckReport({ corpus, blobs }: Pick<ActivityDependencies, 'corpus' | 'blobs'>) {
  return async (input: CheckReportInput): Promise<CheckedDraft> => {
    const { anchor, language, scoredBy, refused } = input;
    const texts = createStoredTexts(blobs);
    const verifier = createClaimVerifier({ ...input, texts });
    const verified =
      refused === undefined
        ? await verifyDraft(input, texts, verifier)
        : await recheckDraft({ ...input, refused }, texts, verifier);
    const evidence = { anchor, ...withFindings(verified, input), texts, corpus, verifier };
    return {
      ...verified,
      draft: canonicalJson(verified.draft) === canonicalJson(input.draft) ? null : verified.draft,
      foreignSentences: language === null ? [] : foreignSentencesOf(input.draft, language),
      scores: scoredBy === null || refused !== undefined ? null : await scoreDraft(verified, scoredBy, evidence),
    };
  };
}

export function foreignSentencesOf(draft: ReportDraft, language: string): string[] {
  return foreignSentences(proseOf(reportDraftSchema.parse(draft)), language);
}
