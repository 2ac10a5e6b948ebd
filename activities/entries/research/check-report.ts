import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import { type ReportDraft, reportDraftSchema } from '@plumbline/contracts/report/report';
import type { CheckedDraft, CheckReportInput } from '@plumbline/contracts/report/report-activities';
import { createClaimVerifier, recheckDraft, verifyDraft } from '@plumbline/evidence/claims';
import { foreignSentences, proseOf } from '@plumbline/evidence/languages';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import type { ActivityDependencies } from '../dependencies.ts';

/** Verifies a draft against the stored sources and reads its language. Of a model's draft the parts are verified already. */
export function createCheckReport({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return async (input: CheckReportInput): Promise<CheckedDraft> => {
    const { language, refused } = input;
    const texts = createStoredTexts(blobs);
    const verified =
      refused === undefined
        ? await verifyDraft(input, texts, createClaimVerifier({ ...input, texts }))
        : await recheckDraft({ ...input, refused }, texts);
    return {
      ...verified,
      draft: canonicalJson(verified.draft) === canonicalJson(input.draft) ? null : verified.draft,
      foreignSentences: language === null ? [] : foreignSentencesOf(input.draft, language),
    };
  };
}

export function foreignSentencesOf(draft: ReportDraft, language: string): string[] {
  return foreignSentences(proseOf(reportDraftSchema.parse(draft)), language);
}
