import type { Stage } from '@plumbline/contracts/report/progress';
import type { PendingClarification } from '@plumbline/contracts/research/clarification';
import type { Delivery } from '../runs/run-messages.ts';
import { RequestProblem } from './problem.ts';

/** A message that a run took. */
export interface TakenMessage {
  readonly researchId: string;
  /** Null: it is stored with the run, which has no worker at the moment. */
  readonly accepted: true | null;
  readonly stage: Stage | null;
  /** Questions that are still open. */
  readonly pendingClarification: PendingClarification | null;
}

/** @throws {RequestProblem} when the run refused the message */
export function takenMessage(researchId: string, { accepted, refusals, progress }: Delivery): TakenMessage {
  if (accepted === false) {
    throw new RequestProblem(409, `the run refused the message: ${refusals.join('; ')}`, {
      remedy: `GET /api/runs/${encodeURIComponent(researchId)} shows what it waits for.`,
    });
  }
  return {
    researchId,
    accepted,
    stage: progress?.stage ?? null,
    pendingClarification: progress?.pendingClarification ?? null,
  };
}
