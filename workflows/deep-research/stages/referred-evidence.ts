import { callActivity } from '../../calls/activity-options.ts';
import { counted } from '../../contracts/common/counted.ts';
import type { GivenEvidence } from '../../contracts/evidence/evidence-reference.ts';
import type { BlobRef, Finding } from '../../contracts/evidence/evidence.ts';
import type { ReportMaterial, StoredMaterial } from '../../contracts/report/settled-stages.ts';
import { batchByBytes } from '../../domain/finding-selection.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Stores the findings that a report is written from, once, so that no payload bounds their number. */
export async function storeMaterial(
  run: Pick<ResearchRun, 'researchId'>,
  material: ReportMaterial,
): Promise<StoredMaterial> {
  return { ...material, evidence: await storeFindings(run, storedFindings(material)) };
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
function storedFindings({ findings, reserve }: ReportMaterial): readonly Finding[] {
  return [...findings, ...reserve];
}

function keysOf({ quotes }: Finding): string[] {
  return quotes.map(({ key }) => key);
}

/** Stores findings as one list, in as many steps as payload limits require; null for an empty list. */
async function storeFindings(
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
