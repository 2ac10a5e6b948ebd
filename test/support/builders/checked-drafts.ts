import type { Activities } from '@plumbline/contracts/activities';
import type { CheckedDraft, CheckReportInput, VerifiedDraft } from '@plumbline/contracts/report/report-activities';

/** A draft as verification leaves it, whether it changed it or not. */
export interface VerifiedText extends VerifiedDraft, Pick<CheckedDraft, 'foreignSentences'> {}

/** Checks a draft, as for an answer; of what a model wrote nothing was refused before. */
export async function checkText(
  { checkReport }: Pick<Activities, 'checkReport'>,
  input: Omit<CheckReportInput, 'language'> & Partial<Pick<CheckReportInput, 'language'>>,
): Promise<VerifiedText> {
  const { draft, ...checked } = await checkReport({
    language: null,
    ...(input.engine === 'model' && { refused: [] }),
    ...input,
  });
  return { ...checked, draft: draft ?? input.draft };
}
