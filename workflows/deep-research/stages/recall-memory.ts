import { callActivity } from '../../calls/activity-options.ts';
import type { RecalledMemory } from '../../contracts/memory-activities.ts';
import type { QueryAnchor } from '../../contracts/query-anchor.ts';
import type { ReportMaterial } from '../../contracts/stage-results.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** What the user of the run had remembered; null for a run without a user. */
export async function recallMemory(
  { request }: Pick<ResearchRun, 'request'>,
  { originalQuestion, refinements }: QueryAnchor,
): Promise<RecalledMemory | null> {
  const { userId, settings } = request;
  if (userId === undefined) return null;
  const text = [originalQuestion, ...refinements].join(' ');
  return callActivity('recallMemory', { userId, text, threshold: settings.citeThreshold }, 'read the memory');
}

/** What is remembered joins the evidence; it was not researched, so it is not validated either. */
export function withRemembered(material: ReportMaterial, memory: RecalledMemory | null): ReportMaterial {
  if (memory === null || memory.findings.length === 0) return material;
  const { findings, quotes } = material;
  return {
    ...material,
    findings: [...memory.findings, ...findings],
    quotes: [...memory.findings.flatMap((finding) => finding.quotes), ...quotes],
  };
}
