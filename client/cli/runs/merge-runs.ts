import type { StoredRun } from '../../../workers/local-tools.ts';
import type { Stage } from '../../../workflows/contracts/progress.ts';
import type { ListedRun } from '../../runs/research-client.ts';
import { viewOfStored } from '../../runs/run-view.ts';

export interface RunRow {
  readonly researchId: string;
  readonly question: string;
  readonly stage: Stage | null;
  readonly awaitingInput: boolean;
  readonly startedAt: string;
}

/**
 * One list, newest first, of what Temporal and the store know. Temporal knows better what it knows; it forgets, and the
 * store does not.
 *
 * @param listed null when Temporal does not run
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
    // When Temporal runs, a run that it does not list as waiting does not wait.
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
