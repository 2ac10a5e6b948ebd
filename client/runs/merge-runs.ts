import type { ListedRun, StoredRun } from '@plumbline/contracts/report/run-view';
import type { Usage } from '@plumbline/contracts/research/accounting';
import { adviceFor } from './run-end.ts';
import { viewOfStored } from './run-view.ts';

/** A run of a list. */
export interface RunRow extends ListedRun {
  /** As far as the store knows; null: nothing was stored yet. */
  readonly usage: Usage | null;
  /** What it has found; from validation on, what of it the report can rest on. */
  readonly findings: number | null;
  /** What of documents it searches: runs with the same id search the same folders. */
  readonly corpusId: string | null;
  /** What to do about a run that failed; null: it did not. */
  readonly advice: string | null;
}

/**
 * One list of the runs in Temporal and in the store, newest first. Temporal's entry wins; the store has the runs that
 * Temporal no longer keeps, and what a run has used and found.
 *
 * @param listed null when Temporal is not running
 */
export function mergeRuns(
  stored: readonly StoredRun[],
  listed: readonly ListedRun[] | null,
  awaitingOnly: boolean,
): RunRow[] {
  const ofTemporal = new Set(listed?.map(({ researchId }) => researchId));
  const known = new Map(stored.map((run) => [run.researchId, run]));
  const ofStore = stored
    .filter(({ researchId }) => !ofTemporal.has(researchId))
    .map(listedFromStore)
    // When Temporal is running, only the runs that it lists as waiting are waiting.
    .filter(({ awaitingInput }) => !awaitingOnly || (listed === null && awaitingInput));
  return [...(listed ?? []), ...ofStore]
    .map((run) => ({
      ...run,
      ...measuresOf(known.get(run.researchId)),
      advice: adviceOf(run, known.get(run.researchId)),
    }))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}

function listedFromStore(stored: StoredRun): ListedRun {
  const { researchId, question, stage, awaitingInput, startedAt, endedAt } = viewOfStored(stored);
  return { researchId, question, stage, awaitingInput, startedAt, endedAt, userId: stored.userId };
}

function adviceOf(run: ListedRun, stored: StoredRun | undefined): string | null {
  return adviceFor({ ...run, progress: stored?.progress ?? null, hasReport: stored?.hasReport ?? false });
}

function measuresOf(stored: StoredRun | undefined): Pick<RunRow, 'usage' | 'findings' | 'corpusId'> {
  const progress = stored?.progress ?? null;
  if (progress === null) return { usage: null, findings: null, corpusId: null };
  const { usage, tasks, corpus } = progress;
  const findings = tasks.reduce((sum, task) => sum + task.findings, 0);
  return { usage, findings, corpusId: corpus?.corpusId ?? null };
}
