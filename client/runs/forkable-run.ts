import type { Client } from '@temporalio/client';
import type { ForkPoint } from '../../workflows/contracts/fork.ts';
import type { ForkableRun } from '../../workflows/contracts/settled-stages.ts';
import { forkableQuery } from '../../workflows/deep-research/messages.ts';
import { ConflictError } from '../errors/failures.ts';
import { commands } from '../wording/cli-commands.ts';
import { describeRun } from './run-observation.ts';

/** A worker may have to replay a long run first. */
const DEADLINE_MS = 20_000;

/**
 * Asks a run, under way or over, from where it can be forked.
 *
 * @param from the point before which it tells everything; left out: it tells nothing of its stages
 * @throws {UsageError} when there is no such run, or no worker answers for it
 */
export async function queryForkable(client: Client, researchId: string, from?: ForkPoint): Promise<ForkableRun> {
  await describeRun(client, researchId);
  try {
    return await client.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
      client.workflow.getHandle(researchId).query(forkableQuery, ...(from === undefined ? [] : ([from] as const))),
    );
  } catch (error) {
    const hint = `It needs a worker that can replay it. Look at it: ${commands.status(researchId)}`;
    throw new ConflictError(`the run "${researchId}" does not tell what it has settled`, hint, { cause: error });
  }
}
