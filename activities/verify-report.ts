import type { VerifiedDraft, VerifyReportInput } from '../workflows/contracts/report-activities.ts';
import { createStoredTexts } from './citations/stored-quotes.ts';
import { verifyDraft } from './claims/verified-draft.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Checks a draft against the stored sources, without a model. */
export function createVerifyReport({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return (input: VerifyReportInput): Promise<VerifiedDraft> => verifyDraft(input, createStoredTexts(blobs));
}
