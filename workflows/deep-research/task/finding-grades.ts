import type { ClassifyTiersInput } from '@plumbline/contracts/activities';
import { counted } from '@plumbline/contracts/common/counted';
import { noteStored, referTo } from '@plumbline/contracts/evidence/evidence-index';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { callActivity } from '../../calls/activity-options.ts';
import { withGrades } from '../../domain/context-tier.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Who keeps findings; without an index of them they are not stored. */
export type KeepingParts = Pick<ResearchRun, 'researchId'> & Partial<Pick<ResearchRun, 'evidence'>>;

/** The run that findings are stored for; null: they are not stored. */
export function keeperOf({ researchId, evidence }: KeepingParts): string | null {
  return evidence === undefined ? null : researchId;
}

/** Gives findings their tiers and weights. */
export async function gradeFindings(
  run: KeepingParts,
  rules: Pick<ClassifyTiersInput, 'anchor' | 'approvedTasks'>,
  findings: readonly Finding[],
  subject = '',
): Promise<readonly Finding[]> {
  const input = { ...rules, ...referTo(run, findings), storeFor: keeperOf(run) };
  const graded = await callActivity(
    'classifyTiers',
    input,
    `${subject}tiers of ${counted(findings.length, 'finding')}`,
  );
  const known = withGrades(findings, graded.findings);
  noteStored(run.evidence, graded.stored, known);
  return known;
}
