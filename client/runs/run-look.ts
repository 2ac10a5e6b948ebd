import type { ResearchProgress } from '../../workflows/contracts/progress.ts';
import { lookAtRun, type RunAccess } from './look-at-run.ts';
import { type RunStoreContext, type RunView, withPatience } from './run-view.ts';

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
