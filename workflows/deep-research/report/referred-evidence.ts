import { patched } from '@temporalio/workflow';
import { callActivity } from '../../calls/activity-options.ts';
import { counted } from '../../contracts/counted.ts';
import type { BlobRef, Finding } from '../../contracts/evidence.ts';
import type { GivenEvidence } from '../../contracts/evidence-reference.ts';
import type { ReportMaterial, StoredMaterial } from '../../contracts/stage-results.ts';
import { batchByBytes } from '../../domain/finding-selection.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Whether findings of this run are stored once, so that no payload bounds their number. */
export function storesEvidence(): boolean {
  return patched('stored-evidence');
}

/** Stores the findings that a report is written from, in as many steps as payloads require. */
export async function storeMaterial(
  { researchId }: Pick<ResearchRun, 'researchId'>,
  material: ReportMaterial,
): Promise<StoredMaterial> {
  let evidence: BlobRef | null = null;
  for (const findings of batchByBytes(storedFindings(material))) {
    const summary = `store ${counted(findings.length, 'finding')}`;
    evidence = await callActivity('storeEvidence', { researchId, findings, before: evidence }, summary);
  }
  return { ...material, evidence };
}

/** Findings as an activity gets them: by reference where they are stored. */
export function referTo(material: StoredMaterial, findings: readonly Finding[]): GivenEvidence {
  const { evidence } = material;
  if (evidence === null) return { findings };
  const stored = storedFindings(material);
  const ids = findings.map(({ findingId }) => findingId);
  const isAll = ids.length === stored.length && stored.every(({ findingId }, index) => findingId === ids[index]);
  const kept = new Set(findings.flatMap(keysOf));
  const given = new Set(ids);
  const rejectedQuotes = stored
    .filter(({ findingId }) => given.has(findingId))
    .flatMap(keysOf)
    .filter((key) => !kept.has(key));
  return {
    findings: [],
    evidence: {
      blob: evidence,
      ...(!isAll && { findingIds: ids }),
      ...(rejectedQuotes.length > 0 && { rejectedQuotes }),
    },
  };
}

/** In the order of the store. */
function storedFindings({ findings, reserve = [] }: ReportMaterial): readonly Finding[] {
  return [...findings, ...reserve];
}

function keysOf({ quotes }: Finding): string[] {
  return quotes.map(({ key }) => key);
}
