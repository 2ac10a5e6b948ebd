import type { Activities } from '@plumbline/contracts/activities';
import type { CheckedDraft, CheckReportInput, VerifiedDraft } from '@plumbline/contracts/report/report-activities';

/** A draft as verification leaves it, whether it changed it or not. */
export interface VerifiedText extends VerifiedDraft, Pick<CheckedDraft, 'foreignSentences'> {}

/** Checks a draft without scoring its quality, as for an answer. */
export async function checkText(
  { checkReport }: Pick<Activities, 'checkReport'>,
  input: Omit<CheckReportInput, 'scoredBy' | 'language'> & Partial<Pick<CheckReportInput, 'language'>>,
): Promise<VerifiedText> {
  const { scores: _, draft, ...checked } = await checkReport({ language: null, ...input, scoredBy: null });
  return { ...checked, draft: draft ?? input.draft };
}
