import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import type { RunView } from '@plumbline/contracts/report/run-view';
import type { ResearchClient } from './research-client.ts';
import { type RunStoreContext, viewOfObservation, viewOfStored, withPatience } from './run-view.ts';

/** Looks at one run again and again: while no worker answers, what it told before stays known. */
export function createRunLook(context: RunStoreContext, access: RunAccess, researchId: string): () => Promise<RunView> {
  let known: ResearchProgress | null = null;
  let answeredAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const view = await lookAtRun(context, access, researchId, known);
    known = view.progress;
    if (view.from === 'worker') answeredAt = Date.now();
    return withPatience(view, Date.now() - answeredAt);
  };
}

/** What is needed to ask Temporal for a run. */
interface RunAccess {
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
  const asksStore = observation.progress === null || observation.endedAt !== null;
  const stored = asksStore ? await (await context.tools()).runs.read(researchId) : null;
  return viewOfObservation(observation, stored, access.webUiOf(researchId), known);
}

/**
 * A run that is over, as its worker has stored it. Asking the run itself would have a worker replay all of it.
 *
 * @returns null when the store does not know its end: the worker has another store, or could not write
 */
export async function lookAtStoredEnd(
  context: RunStoreContext,
  access: Pick<RunAccess, 'webUiOf'>,
  researchId: string,
): Promise<RunView | null> {
  const stored = await (await context.tools()).runs.read(researchId);
  const view = stored === null ? null : viewOfStored(stored);
  return view === null || view.endedAt === null ? null : { ...view, webUi: access.webUiOf(researchId) };
}
