import { isFinal, type ResearchProgress } from '@plumbline/contracts/report/progress';
import type { RunView, StoredRun } from '@plumbline/contracts/report/run-view';
import type { Stores } from '../../workers/assembly/stores.ts';
import { adviceFor } from './run-end.ts';
import type { RunObservation } from './run-observation.ts';

/** What is needed to look into the store of runs. */
export interface RunStoreContext {
  tools(): Promise<Pick<Stores, 'runs'>>;
}

/**
 * The server's data; when no worker answered, completed from the store and from earlier progress.
 *
 * @param known progress seen earlier, so that it is not reported as new again
 */
export function viewOfObservation(
  observation: RunObservation,
  stored: StoredRun | null,
  webUi: string | null,
  known: ResearchProgress | null = null,
): RunView {
  const { runId: _runId, status: _status, ...observed } = observation;
  const { researchId, stage, endedAt } = observed;
  const progress = observed.progress ?? newerOf(known, stored?.progress ?? null);
  const question = observed.question === '' ? (stored?.question ?? '') : observed.question;
  const { hasReport = false, reportPath = null, recordPath = null } = stored ?? {};
  return {
    ...observed,
    question,
    progress,
    // A run that was resumed has the failure of before on record until it records itself.
    failure: endedAt === null ? null : (observed.failure ?? progress?.failure ?? null),
    advice: adviceFor({ researchId, question, stage, progress, hasReport }),
    webUi,
    hasReport,
    reportPath,
    recordPath,
  };
}

/** After this time without an answer a worker that was there counts as missing. */
const PATIENCE_MS = 15_000;

/**
 * The view of a run that is watched. A loaded machine answers some queries late, and between two activities there is no
 * heartbeat either: a worker that answered a moment ago is busy.
 *
 * @param silentMs time since the last answer
 */
export function withPatience(view: RunView, silentMs: number): RunView {
  const isSilent = view.from === 'server' && view.endedAt === null;
  return isSilent && silentMs < PATIENCE_MS ? { ...view, workerIsBusy: true } : view;
}

function newerOf(first: ResearchProgress | null, second: ResearchProgress | null): ResearchProgress | null {
  if (first === null || second === null) return first ?? second;
  return Date.parse(second.updatedAt) > Date.parse(first.updatedAt) ? second : first;
}

/** The last known state, when no server can be asked. */
export function viewOfStored(stored: StoredRun): RunView {
  const { progress } = stored;
  const isOver = progress !== null && isFinal(progress.stage);
  return {
    researchId: stored.researchId,
    question: stored.question,
    stage: progress?.stage ?? null,
    startedAt: stored.startedAt,
    endedAt: isOver ? progress.updatedAt : null,
    awaitingInput: !isOver && (progress?.pendingClarification ?? progress?.planToApprove ?? null) !== null,
    from: 'store',
    progress,
    workerLastSeenAt: null,
    workerIsBusy: false,
    activities: [],
    retries: [],
    failingTask: null,
    failure: progress?.failure ?? null,
    advice: adviceFor({ ...stored, stage: progress?.stage ?? null }),
    webUi: null,
    hasReport: stored.hasReport,
    reportPath: stored.reportPath,
    recordPath: stored.recordPath,
  };
}
