import { callActivity } from '../../calls/activity-options.ts';
import { counted } from '../../contracts/counted.ts';
import type { BlobRef, Finding } from '../../contracts/evidence.ts';
import { batchByBytes } from '../../domain/finding-selection.ts';
import type { ResearchRun } from './research-run.ts';

/** Stores findings as one list, in as many steps as payloads require; null where there is none. */
export async function storeFindings(
  { researchId }: Pick<ResearchRun, 'researchId'>,
  findings: readonly Finding[],
): Promise<BlobRef | null> {
  let stored: BlobRef | null = null;
  for (const batch of batchByBytes(findings)) {
    const summary = `store ${counted(batch.length, 'finding')}`;
    stored = await callActivity('storeEvidence', { researchId, findings: batch, before: stored }, summary);
  }
  return stored;
}
