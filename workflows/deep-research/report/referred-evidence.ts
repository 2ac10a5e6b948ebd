import type { GivenEvidence } from '../../contracts/evidence-reference.ts';
import type { Finding } from '../../contracts/evidence.ts';
import type { ReportMaterial, StoredMaterial } from '../../contracts/stage-results.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { storeFindings } from '../run/stored-findings.ts';

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
