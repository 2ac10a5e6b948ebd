import type { StoredRun } from '../../activities/platform/storage/run-store.ts';
import type { Stores } from '../../workers/assembly/stores.ts';
import { isFinal, type ResearchProgress, type Stage } from '../../workflows/contracts/report/progress.ts';
import type { PendingActivity, Retry } from './pending-activities.ts';
import { adviceFor } from './run-end.ts';
import type { RunObservation } from './run-observation.ts';

/** What is needed to look into the store of runs. */
export interface RunStoreContext {
  tools(): Promise<Pick<Stores, 'runs'>>;
}

/** Everything known of a run; `status --json` prints it. */
export interface RunView {
  readonly researchId: string;
  readonly question: string;
  readonly stage: Stage | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly awaitingInput: boolean;
  /** Source of the data: the run itself through a worker, the server alone, or only the store. */
  readonly from: 'worker' | 'server' | 'store';
  /** Last known; null when nothing was ever recorded. */
  readonly progress: ResearchProgress | null;
  readonly workerLastSeenAt: string | null;
  /** No worker answers, but one sends heartbeats for an activity of the run. */
  readonly workerIsBusy: boolean;
  /** Activities in progress. */
  readonly activities: readonly PendingActivity[];
  readonly retries: readonly Retry[];
  readonly failingTask: RunObservation['failingTask'];
  readonly failure: string | null;
  /** What to do about a run that failed; null: it did not. */
  readonly advice: string | null;
  readonly webUi: string | null;
  readonly hasReport: boolean;
  /** Of the report as files of this home; null: it has none, which tells nothing of the report. */
  readonly reportPath: string | null;
  readonly recordPath: string | null;
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
  const progress = observation.progress ?? newerOf(known, stored?.progress ?? null);
  const { researchId, stage } = observation;
  const question = observation.question === '' ? (stored?.question ?? '') : observation.question;
  const { hasReport = false, reportPath = null, recordPath = null } = stored ?? {};
  return {
    researchId,
    question,
    stage,
    startedAt: observation.startedAt,
    endedAt: observation.closedAt,
    awaitingInput: observation.awaitingInput,
    from: observation.progress === null ? 'server' : 'worker',
    progress,
    workerLastSeenAt: observation.workerLastSeenAt,
    workerIsBusy: observation.workerIsBusy,
    activities: observation.activities,
    retries: observation.retries,
    failingTask: observation.failingTask,
    // A run that was resumed has the failure of before on record until it records itself.
    failure: observation.closedAt === null ? null : (observation.failure ?? progress?.failure ?? null),
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
