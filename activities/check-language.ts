import type { Activities } from '../workflows/contracts/activities.ts';
import type { CheckLanguageInput } from '../workflows/contracts/report-activities.ts';
import { reportDraftSchema } from '../workflows/contracts/report.ts';
import { foreignSentences, proseOf } from './claims/language-adherence.ts';

/** Finds the sentences of a draft that are not in the report's language. */
export function createCheckLanguage() {
  return async ({ language, draft }: CheckLanguageInput): ReturnType<Activities['checkLanguage']> => ({
    foreignSentences: foreignSentences(proseOf(reportDraftSchema.parse(draft)), language),
  });
}
