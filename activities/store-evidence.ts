import type { StoreEvidenceInput } from '../workflows/contracts/evidence-reference.ts';
import type { BlobRef } from '../workflows/contracts/evidence.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { readEvidenceList } from './storage/stored-evidence.ts';

/** Stores findings for the activities that write and check a report; the same findings are stored once. */
export function createStoreEvidence({ blobs, runs }: Pick<ActivityDependencies, 'blobs' | 'runs'>) {
  return async ({ researchId, findings, before }: StoreEvidenceInput): Promise<BlobRef> => {
    const earlier = before === null ? [] : await readEvidenceList(blobs, before);
    const stored = await blobs.putText(JSON.stringify([...earlier, ...findings]), 'application/json');
    await runs.noteEvidence(researchId, stored.sha256);
    return stored;
  };
}
