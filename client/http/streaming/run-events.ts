import { createHash } from 'node:crypto';
import type { LocalTools } from '../../../workers/local-tools.ts';
import type { Stage } from '../../../workflows/contracts/progress.ts';
import type { PublicRun } from '../runs/public-run.ts';

type CheckedPartialReport = Awaited<ReturnType<LocalTools['checkPartialReport']>>;

/** What a run has found so far, its quotations checked. */
export type FoundSoFar = Omit<CheckedPartialReport, 'markdown'>;

/** What watchers of a run are told. */
export type RunEvent =
  | { readonly kind: 'run'; readonly run: PublicRun }
  | ({ readonly kind: 'report' } & FoundSoFar)
  | { readonly kind: 'end'; readonly stage: Stage | null; readonly hasReport: boolean };

/** What a watcher has seen last, as `Last-Event-ID` says it. */
export interface SeenEvents {
  /** Key of the run; empty: none. */
  readonly run: string;
  readonly report: string;
  /** The last event of all. */
  readonly end: boolean;
}

export const NOTHING_SEEN: SeenEvents = { run: '', report: '', end: false };

/** The same in every process, so that a watcher goes on after the server was killed. */
export function eventIdOfSeen({ run, report, end }: SeenEvents): string {
  return `${run}.${report}${end ? '.end' : ''}`;
}

/** Null: it is none of ours. */
export function readSeenEvents(id: string): SeenEvents | null {
  const [, run, report, end] = /^([0-9a-f]{0,16})\.([0-9a-f]{0,16})(\.end)?$/.exec(id) ?? [];
  return run === undefined || report === undefined ? null : { run, report, end: end !== undefined };
}

/** Two states of a run with the same key look the same: a heartbeat alone is no change. */
export function keyOfRun(run: PublicRun): string {
  const activities = run.activities.map(({ activity, doing }) => [activity, doing]);
  return keyOf({ ...run, workerLastSeenAt: null, activities });
}

export function keyOfReport({ report, quotesRejected }: FoundSoFar): string {
  return keyOf([{ ...report, asOf: '' }, quotesRejected]);
}

function keyOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
