import type { StoreEvidenceInput } from '../../../workflows/contracts/evidence/evidence-reference.ts';
import type { BlobRef } from '../../../workflows/contracts/evidence/evidence.ts';
import { storeEvidenceList } from '../../platform/storage/stored-evidence.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Stores findings for the activities that write and check a report; the same findings are stored once. */
export function createStoreEvidence(stores: Pick<ActivityDependencies, 'blobs' | 'runs'>) {
  return ({ researchId, findings, before }: StoreEvidenceInput): Promise<BlobRef> =>
    storeEvidenceList(stores, researchId, findings, before);
}
