import type { ResearchProgress, ResearchResult, Stage } from './progress.ts';

/** Everything known of a run; `status --json` prints it. */
export interface RunView {
  readonly researchId: string;
  readonly question: string;
  readonly stage: Stage | null;
  readonly startedAt: string;
  /** Null while it runs. */
  readonly endedAt: string | null;
  readonly awaitingInput: boolean;
  /** Source of the data: the run itself through a worker, the server alone, or only the store. */
  readonly from: 'worker' | 'server' | 'store';
  /** Last known; null when nothing was ever recorded. */
  readonly progress: ResearchProgress | null;
  /** Last poll or heartbeat of a worker; looked up only when none answered, null when there never was one. */
  readonly workerLastSeenAt: string | null;
  /** No worker answered, but one sends heartbeats for an activity of the run. */
  readonly workerIsBusy: boolean;
  /** Activities in progress. */
  readonly activities: readonly PendingActivity[];
  readonly retries: readonly Retry[];
  /** A workflow task fails and is retried: the worker needs a new version. */
  readonly failingTask: { readonly attempt: number; readonly cause: string } | null;
  readonly failure: string | null;
  /** What to do about a run that failed; null: it did not. */
  readonly advice: string | null;
  readonly webUi: string | null;
  readonly hasReport: boolean;
  /** Of the report as files of this home; null: it has none, which tells nothing of the report. */
  readonly reportPath: string | null;
  readonly recordPath: string | null;
}

/** An activity in progress, as its heartbeats describe it. */
export interface PendingActivity {
  readonly activity: string;
  /** ISO 8601. */
  readonly startedAt: string | null;
  /** ISO 8601; null until the first one arrived. */
  readonly lastHeartbeatAt: string | null;
  /** Text of the last heartbeat; null without a heartbeat, or if it cannot be read here. */
  readonly doing: string | null;
}

/** An activity that is retried after a failed attempt. */
export interface Retry {
  readonly activity: string;
  /** The current or next attempt, counted from 1. */
  readonly attempt: number;
  readonly cause: string;
  /** ISO 8601; null while the attempt is running. */
  readonly nextAttemptAt: string | null;
}

/** A run without paths of this machine. */
export interface PublicRun extends Omit<RunView, 'progress' | 'reportPath' | 'recordPath'> {
  readonly progress: PublicProgress | null;
}

/** Progress without places in the store. */
export interface PublicProgress extends Omit<ResearchProgress, 'result'> {
  readonly result: Omit<ResearchResult, 'record'> | null;
}

/** What a list shows of a run. */
export interface ListedRun extends Pick<
  RunView,
  'researchId' | 'question' | 'stage' | 'awaitingInput' | 'startedAt' | 'endedAt'
> {
  /** Null: without a user. */
  readonly userId: string | null;
}

/** What is on record of a run; available without a server and after its history was deleted. */
export interface StoredRun extends Pick<
  RunView,
  'researchId' | 'question' | 'startedAt' | 'progress' | 'hasReport' | 'reportPath' | 'recordPath'
> {
  /** The request's user; null if it has none or was not started by this project's client. */
  readonly userId: string | null;
  /** Null when the run was not started by this project's client. */
  readonly requestHash: string | null;
}
