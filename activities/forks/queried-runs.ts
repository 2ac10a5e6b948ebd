import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/common';
import { FORKABLE, type ForkableRun } from '../../workflows/contracts/settled-stages.ts';
import { type ForkableRuns, OriginUnavailableError } from './forkable-runs.ts';

/**
 * Asks the run itself: a worker replays its history for that, also if it is over.
 *
 * @param connect the worker's own connection; by default the one that the running activity is given
 */
export function createQueriedRuns(
  connect: () => Promise<Pick<Context['client'], 'workflow'>> = async () => Context.current().client,
): ForkableRuns {
  return {
    async read(researchId, from) {
      const client = await connect();
      try {
        return await client.workflow.getHandle(researchId).query<ForkableRun, [string]>(FORKABLE, from);
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
        throw new OriginUnavailableError(`There is no run "${researchId}" any more, of which this one is a fork.`);
      }
    },
  };
}
