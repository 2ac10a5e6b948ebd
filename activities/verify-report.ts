import type { CheckDraftInput, CheckedDraft } from '../workflows/contracts/report-activities.ts';
import { type ReportDraft, reportDraftSchema } from '../workflows/contracts/report.ts';
import { createStoredTexts } from './citations/stored-quotes.ts';
import { foreignSentences, proseOf } from './claims/language-adherence.ts';
import { verifyDraft } from './claims/verified-draft.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Checks a draft against the stored sources and for its language, without a model. */
export function createVerifyReport({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return async (input: CheckDraftInput): Promise<CheckedDraft> => ({
    ...(await verifyDraft(input, createStoredTexts(blobs))),
    foreignSentences: input.language === null ? [] : foreignSentencesOf(input.draft, input.language),
  });
}

export function foreignSentencesOf(draft: ReportDraft, language: string): string[] {
  return foreignSentences(proseOf(reportDraftSchema.parse(draft)), language);
}
