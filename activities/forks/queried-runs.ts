import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/common';
import { FORKABLE, type ForkableRun } from '../../workflows/contracts/settled-stages.ts';
import { type ForkableRuns, OriginUnavailableError } from './forkable-runs.ts';

/** Asks the run itself through the worker's own connection: a worker replays its history for that, also if it is over. */
export function createQueriedRuns(): ForkableRuns {
  return {
    async read(researchId, from) {
      const { client } = Context.current();
      try {
        return await client.workflow.getHandle(researchId).query<ForkableRun, [string]>(FORKABLE, from);
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
        throw new OriginUnavailableError(`There is no run "${researchId}" any more, of which this one is a fork.`);
      }
    },
  };
}
