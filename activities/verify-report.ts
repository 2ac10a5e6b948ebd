import type { VerifiedDraft, VerifyReportInput } from '../workflows/contracts/report-activities.ts';
import { withFindings } from '../workflows/domain/verified-findings.ts';
import { createStoredTexts } from './citations/stored-quotes.ts';
import { verifyDraft } from './claims/verified-draft.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Checks a draft against the stored sources, without a model. */
export function createVerifyReport({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return async (input: VerifyReportInput): Promise<VerifiedDraft> => {
    const verified = await verifyDraft(input, createStoredTexts(blobs));
    return input.omitsFindings === true ? verified : withFindings(verified, input.findings);
  };
}
