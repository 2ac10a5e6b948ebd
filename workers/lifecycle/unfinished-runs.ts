import { USE_NOTED_EVERY_MS } from '../../activities/storage/file-blob-store.ts';
import type { RunStore, StoredRun } from '../../activities/storage/file-run-store.ts';
import { isFinal } from '../../workflows/contracts/progress.ts';

/** Runs that are not over as far as the store knows. */
export async function unfinishedRuns(runs: RunStore): Promise<StoredRun[]> {
  return (await runs.list()).filter(({ progress }) => progress === null || !isFinal(progress.stage));
}

/**
 * What a running run refers to is only in its history, but it has read all of it since it began. Blobs last used before
 * this time (ms since 1970) are therefore not among it.
 */
export function usedBefore(runs: readonly StoredRun[], latest: number): number {
  const starts = runs.map(({ startedAt }) => Date.parse(startedAt) || 0);
  return Math.min(latest, ...starts.map((start) => start - USE_NOTED_EVERY_MS));
}
