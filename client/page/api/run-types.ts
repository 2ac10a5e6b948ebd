import type { PartialReport } from '../../../workflows/contracts/report/partial-report.ts';
import type { PublicRun } from '../../../workflows/contracts/report/run-view.ts';
import type { PendingClarification } from '../../../workflows/contracts/research/clarification.ts';

export type { PendingClarification };

/** `GET …/events`. */
export type RunEvent =
  | { readonly kind: 'run'; readonly run: PublicRun }
  | { readonly kind: 'report'; readonly report: PartialReport }
  | { readonly kind: 'end' };

/** What became of a message to a run. */
export interface Taken {
  /** Null: it is stored with the run, which has no worker at the moment. */
  readonly accepted?: true | null;
}
