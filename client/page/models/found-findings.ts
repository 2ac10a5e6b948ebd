import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { PartialReport } from '../../../workflows/contracts/report/partial-report.ts';
import { type Evidence, evidenceOfFinding, isWebAddress } from './evidence.ts';

export interface FoundForTask {
  readonly taskId: string;
  /** Empty: of no task of the plan. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Findings by task, in the order of the plan; tasks without any are left out. */
export function foundByTask({ tasks, findings }: Pick<PartialReport, 'tasks' | 'findings'>): FoundForTask[] {
  const byTask = Map.groupBy(findings, ({ taskId }) => taskId);
  const planned = tasks.map(({ taskId, text }) => ({ taskId, text, findings: byTask.get(taskId) ?? [] }));
  const known = new Set(tasks.map(({ taskId }) => taskId));
  const others = findings.filter(({ taskId }) => !known.has(taskId));
  return [...planned, { taskId: '', text: '', findings: others }].filter((task) => task.findings.length > 0);
}

/** All quotations so far, in the order in which they are shown. */
export function evidenceFound(found: PartialReport): Evidence[] {
  const findings = foundByTask(found).flatMap((task) => task.findings);
  return findings.flatMap((finding) => evidenceOfFinding(found.researchId, finding));
}

/** The quotations of a task by the names of their documents, in the order of reading. */
export function sourcesRead({ researchId, findings }: PartialReport, taskId: string): Map<string, Evidence[]> {
  const ofTask = findings.filter((finding) => finding.taskId === taskId);
  const quoted = ofTask.flatMap((finding) => evidenceOfFinding(researchId, finding));
  return Map.groupBy(quoted, ({ citation }) => nameOf(citation));
}

/** The name of a file; of a page of the web, its title. */
function nameOf({ locator, title }: Evidence['citation']): string {
  return (isWebAddress(locator) ? title : locator.split('/').at(-1)) || title || locator;
}
