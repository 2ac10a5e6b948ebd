import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { PartialReport } from '../../../workflows/contracts/report/partial-report.ts';

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

/** The documents that the findings of a task come from, in the order of reading. */
export function sourcesRead(found: Pick<PartialReport, 'findings'> | null, taskId: string): string[] {
  const ofTask = (found?.findings ?? []).filter((finding) => finding.taskId === taskId);
  return [...new Set(ofTask.map(({ title, locator }) => nameOf(locator, title)))];
}

/** The name of a file; of a page of the web, its title. */
function nameOf(locator: string, title: string): string {
  const isAddress = /^https?:/.test(locator);
  return (isAddress ? title : locator.split('/').at(-1)) || title || locator;
}
