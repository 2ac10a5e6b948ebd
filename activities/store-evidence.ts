import type { StoreEvidenceInput } from '../workflows/contracts/evidence-reference.ts';
import type { BlobRef } from '../workflows/contracts/evidence.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { storeEvidenceList } from './storage/stored-evidence.ts';

/** Stores findings for the activities that write and check a report; the same findings are stored once. */
export function createStoreEvidence(stores: Pick<ActivityDependencies, 'blobs' | 'runs'>) {
  return ({ researchId, findings, before }: StoreEvidenceInput): Promise<BlobRef> =>
    storeEvidenceList(stores, researchId, findings, before);
}
