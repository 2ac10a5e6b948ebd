import { UnknownRunError, UsageError } from '../../errors/failures.ts';
import { lookAtRun } from '../../runs/look-at-run.ts';
import { type RunView, viewOfStored } from '../../runs/run-view.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withRunningTemporal } from '../context/reach.ts';
import { resolveRun } from './known-runs.ts';

/**
 * A run as Temporal knows it, if it is running, or else the store. Starts nothing.
 *
 * @param given id, or undefined for the newest run
 * @throws {UsageError} when the run is unknown
 */
export async function findRun(context: CommandContext, given: string | undefined): Promise<RunView> {
  const researchId = await resolveRun(context, given);
  return withRunningTemporal(context, async (access) => {
    const stored = await (await context.tools()).runs.read(researchId);
    if (access === null) {
      if (stored !== null) return viewOfStored(stored);
      throw new UnknownRunError(researchId);
    }
    try {
      return await lookAtRun(context, access, researchId);
    } catch (error) {
      // Temporal forgets runs after the retention time; the store does not.
      if (error instanceof UsageError && stored !== null) return viewOfStored(stored);
      throw error;
    }
  });
}
