import type { ForkPoint } from '../../workflows/contracts/fork.ts';
import type { ForkableRun } from '../../workflows/contracts/settled-stages.ts';

/** Runs as their histories tell of them, under way or over. */
export interface ForkableRuns {
  /** @throws {OriginUnavailableError} when there is no such run any more */
  read(researchId: string, from: ForkPoint): Promise<ForkableRun>;
}

/** The run that a fork was made from is gone, or has not come so far. */
export class OriginUnavailableError extends Error {
  override readonly name = 'OriginUnavailableError';
}
