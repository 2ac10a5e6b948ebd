import { USE_NOTED_EVERY_MS } from '../../activities/storage/file-blob-store.ts';
import type { RunStore, StoredRun } from '../../activities/storage/file-run-store.ts';
import { isFinal } from '../../workflows/contracts/progress.ts';

/** Runs that are under way as far as the store knows. */
export async function unfinishedRuns(runs: RunStore): Promise<StoredRun[]> {
  return (await runs.list()).filter(({ progress }) => progress === null || !isFinal(progress.stage));
}

/**
 * Only its history knows what a run that is under way rests on, but it has read all of it since it began. What was last used
 * before this time (ms since 1970) is none of it.
 */
export function usedBefore(runs: readonly StoredRun[], latest: number): number {
  const starts = runs.map(({ startedAt }) => Date.parse(startedAt) || 0);
  return Math.min(latest, ...starts.map((start) => start - USE_NOTED_EVERY_MS));
}
