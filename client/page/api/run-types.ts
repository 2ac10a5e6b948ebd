import type { PartialReport } from '../../../workflows/contracts/report/partial-report.ts';
import type { ResearchProgress, Stage } from '../../../workflows/contracts/report/progress.ts';
import type { PendingClarification } from '../../../workflows/contracts/research/clarification.ts';

export type { PendingClarification };

export type RunProgress = Omit<ResearchProgress, 'result'>;

/** `GET /api/runs/{researchId}`. */
export interface ShownRun {
  readonly researchId: string;
  readonly question: string;
  readonly stage: Stage | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly from: 'worker' | 'server' | 'store';
  readonly progress: RunProgress | null;
  readonly workerLastSeenAt: string | null;
  readonly workerIsBusy: boolean;
  readonly activities: readonly { readonly activity: string; readonly doing: string | null }[];
  readonly retries: readonly {
    readonly activity: string;
    readonly attempt: number;
    readonly cause: string;
    readonly nextAttemptAt: string | null;
  }[];
  readonly failingTask: { readonly attempt: number; readonly cause: string } | null;
  readonly failure: string | null;
  readonly webUi: string | null;
  readonly hasReport: boolean;
}

/** `GET …/events`. */
export type RunEvent =
  | { readonly kind: 'run'; readonly run: ShownRun }
  | { readonly kind: 'report'; readonly report: PartialReport }
  | { readonly kind: 'end' };

/** What became of a message to a run. */
export interface Taken {
  /** Null: it is stored with the run, which has no worker at the moment. */
  readonly accepted?: true | null;
}
