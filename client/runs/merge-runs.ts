import type { StoredRun } from '../../workers/local-tools.ts';
import type { Stage } from '../../workflows/contracts/progress.ts';
import type { ListedRun } from './research-client.ts';
import { viewOfStored } from './run-view.ts';

export interface RunRow {
  readonly researchId: string;
  readonly question: string;
  readonly stage: Stage | null;
  readonly awaitingInput: boolean;
  readonly startedAt: string;
}

/**
 * One list of the runs in Temporal and in the store, newest first. Temporal's entry wins; the store has the runs that
 * Temporal no longer keeps.
 *
 * @param listed null when Temporal is not running
 */
export function mergeRuns(
  stored: readonly StoredRun[],
  listed: readonly ListedRun[] | null,
  awaitingOnly: boolean,
): RunRow[] {
  const ofTemporal = new Set(listed?.map(({ researchId }) => researchId));
  const ofStore = stored
    .filter(({ researchId }) => !ofTemporal.has(researchId))
    .map(viewOfStored)
    // When Temporal is running, only the runs that it lists as waiting are waiting.
    .filter(({ awaitingInput }) => !awaitingOnly || (listed === null && awaitingInput))
    .map(({ researchId, question, stage, awaitingInput, startedAt }) => ({
      researchId,
      question,
      stage,
      awaitingInput,
      startedAt,
    }));
  return [...(listed ?? []), ...ofStore].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}
