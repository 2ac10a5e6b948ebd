import type { BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import { isUndecodable } from '@plumbline/contracts/common/undecodable';
import type { Client } from '@temporalio/client';
import { type BriefingProgress, briefingProgressQuery } from '../../workflows/briefing/messages.ts';
import { innermostMessage, isNotFound } from '../errors/temporal-errors.ts';
import { type RunStatus, statusOf } from '../runs/run-observation.ts';
import type { Briefing, StartedBriefing } from './briefing-start.ts';

/** A query needs a worker; without one the server keeps it waiting for half a minute. */
const QUERY_DEADLINE_MS = 2_000;

/** What the server knows of a slot's run. */
export interface BriefingObservation {
  readonly status: RunStatus;
  /** Null when no worker answered, and when it is over. */
  readonly progress: BriefingProgress | null;
  /** Null until it is over, and where it failed. */
  readonly outcome: BriefingOutcome | null;
  /** Why it failed; null unless it did. */
  readonly failure: string | null;
}

export async function observeBriefing(
  client: Client,
  { workflowId, runId }: Pick<StartedBriefing, 'workflowId' | 'runId'>,
): Promise<BriefingObservation> {
  const status = statusOf(await client.workflow.getHandle(workflowId, runId).describe());
  if (status === 'running') {
    return { status, progress: await queryProgress(client, workflowId, runId), outcome: null, failure: null };
  }
  try {
    const outcome = await client.workflow.getHandle<Briefing>(workflowId, runId).result();
    return { status, progress: null, outcome, failure: null };
  } catch (error) {
    if (status === 'completed') throw error;
    return { status, progress: null, outcome: null, failure: innermostMessage(error) };
  }
}

/** Null: the server does not know the run of the slot. */
export async function statusOfBriefing(client: Client, workflowId: string): Promise<RunStatus | null> {
  try {
    return statusOf(await client.workflow.getHandle(workflowId).describe());
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return null;
  }
}

async function queryProgress(client: Client, workflowId: string, runId: string): Promise<BriefingProgress | null> {
  try {
    const progress = await client.connection.withDeadline(Date.now() + QUERY_DEADLINE_MS, () =>
      client.workflow.getHandle(workflowId, runId).query(briefingProgressQuery),
    );
    return isUndecodable(progress) ? null : progress;
  } catch {
    // No worker, or a failing workflow task; who watches asks again.
    return null;
  }
}
