import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import { type ReportDraft, reportDraftSchema } from '@plumbline/contracts/report/report';
import type { CheckedDraft, CheckReportInput } from '@plumbline/contracts/report/report-activities';
import { createClaimVerifier, recheckDraft, verifyDraft } from '@plumbline/evidence/claims';
import { foreignSentences, proseOf } from '@plumbline/evidence/languages';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { withFindings } from '../../../workflows/domain/verified-findings.ts';
import { scoreDraft } from '../../report/review/quality-scores.ts';
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
