import { counted } from '../../contracts/counted.ts';
import type { GivenEvidence } from '../../contracts/evidence-reference.ts';
import type { BlobRef, Finding } from '../../contracts/evidence.ts';
import { batchByBytes } from '../../domain/finding-selection.ts';
import type { ResearchRun } from './research-run.ts';

/** Stores findings as one list, in as many steps as payloads require; null where there is none. */
export async function storeFindings(
  { researchId, rules }: Pick<ResearchRun, 'researchId' | 'rules'>,
  findings: readonly Finding[],
): Promise<BlobRef | null> {
  let stored: BlobRef | null = null;
  for (const batch of batchByBytes(findings)) {
    const summary = `store ${counted(batch.length, 'finding')}`;
    stored = await rules.call('storeEvidence', { researchId, findings: batch, before: stored }, summary);
  }
  return stored;
}

/** Findings for one call: stored and referred to, because in its input they would fill the history. */
export async function storedForCall(
  run: Pick<ResearchRun, 'researchId' | 'rules'>,
  findings: readonly Finding[],
): Promise<GivenEvidence> {
  const blob = await storeFindings(run, findings);
  return blob === null ? { findings } : { findings: [], evidence: { blob } };
}
