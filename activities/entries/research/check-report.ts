import { canonicalJson } from '../../../workflows/contracts/common/canonical-json.ts';
import type {
  CheckedDraft,
  CheckedQuality,
  CheckReportInput,
} from '../../../workflows/contracts/report/report-activities.ts';
import { type ReportDraft, reportDraftSchema } from '../../../workflows/contracts/report/report.ts';
import { withFindings } from '../../../workflows/domain/verified-findings.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { scoreDraft } from '../../report/review/quality-scores.ts';
import { type ClaimVerifier, createClaimVerifier } from '../../verification/claims/claim-verdict.ts';
import { foreignSentences, proseOf } from '../../verification/claims/language-adherence.ts';
import { recheckDraft } from '../../verification/claims/recheck-draft.ts';
import { verifyDraft } from '../../verification/claims/verify-draft.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const UNSCORED: CheckedQuality = { scores: null, faults: [] };

/**
 * Verifies a draft against the stored sources, unless its parts are verified; reads its language, and scores what verification kept,
 * without a model.
 */
export function createCheckReport({ corpus, blobs }: Pick<ActivityDependencies, 'corpus' | 'blobs'>) {
  return async (input: CheckReportInput): Promise<CheckedDraft> => {
    const { anchor, language, scoredBy, refused } = input;
    const texts = createStoredTexts(blobs);
    const verifier = createClaimVerifier({ ...input, texts });
    const verified =
      refused === undefined
        ? await verifyDraft(input, texts, verifier)
        : await recheckDraft({ ...input, refused }, texts, verifier);
    const judge = refused === undefined ? verifier : asVerified(verifier);
    const evidence = { anchor, ...withFindings(verified, input), texts, corpus, verifier: judge };
    return {
      ...verified,
      draft: canonicalJson(verified.draft) === canonicalJson(input.draft) ? null : verified.draft,
      foreignSentences: language === null ? [] : foreignSentencesOf(input.draft, language),
      ...(scoredBy === null ? UNSCORED : await scoreDraft(verified, scoredBy, evidence)),
    };
  };
}

/** What the verification of its part has kept is supported; where it could not tell, it is not. */
function asVerified({ read }: ClaimVerifier): ClaimVerifier {
  return {
    verify: async ({ text, isUnverified }) =>
      isUnverified === true
        ? { status: 'uncheckable', text, reasons: [], coverage: 0, dependsOnMeaning: true }
        : { status: 'supported', text, reasons: [], coverage: 1, dependsOnMeaning: false },
    read,
  };
}

export function foreignSentencesOf(draft: ReportDraft, language: string): string[] {
  return foreignSentences(proseOf(reportDraftSchema.parse(draft)), language);
}
