import type { ResearchProgress } from '../../../workflows/contracts/progress.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { type RunView, viewOfObservation } from '../../runs/run-view.ts';
import type { RunStoreContext } from '../context/command-context.ts';

/**
 * The current state of a run: from the run, the server and, when no worker answers, the store.
 *
 * @param known progress seen earlier
 */
export async function lookAtRun(
  context: RunStoreContext,
  access: Pick<TemporalAccess, 'research' | 'webUiOf'>,
  researchId: string,
  known: ResearchProgress | null = null,
): Promise<RunView> {
  const observation = await access.research.observe(researchId);
  const stored = observation.progress === null ? await (await context.tools()).runs.read(researchId) : null;
  return viewOfObservation(observation, stored, access.webUiOf(researchId), known);
}
