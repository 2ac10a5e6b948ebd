import type { ResearchProgress } from '../../workflows/contracts/progress.ts';
import type { ResearchClient } from './research-client.ts';
import { type RunStoreContext, type RunView, viewOfObservation } from './run-view.ts';

/** What is needed to ask Temporal for a run. */
export interface RunAccess {
  readonly research: Pick<ResearchClient, 'observe'>;
  webUiOf(researchId: string): string | null;
}

/**
 * The current state of a run: from the run, the server and, when no worker answers, the store.
 *
 * @param known progress seen earlier
 */
export async function lookAtRun(
  context: RunStoreContext,
  access: RunAccess,
  researchId: string,
  known: ResearchProgress | null = null,
): Promise<RunView> {
  const observation = await access.research.observe(researchId);
  const stored = observation.progress === null ? await (await context.tools()).runs.read(researchId) : null;
  return viewOfObservation(observation, stored, access.webUiOf(researchId), known);
}
