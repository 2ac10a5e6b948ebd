import type { BriefingInput, BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import { WORKFLOW_TASK_TIMEOUT_MS } from '@plumbline/contracts/common/task-queues';
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { BRIEFING, briefingIdOf, slotOf } from '../../workflows/briefing/messages.ts';
import { ConflictError } from '../errors/failures.ts';
import { memoText } from '../runs/run-observation.ts';

/** The workflow of a slot by its type. */
export type Briefing = (input: BriefingInput) => Promise<BriefingOutcome>;

export interface BriefingClientOptions {
  readonly client: Client;
  readonly taskQueue: string;
  /** Fairness key for servers that balance between tenants; null: none. */
  readonly tenant: string | null;
}

export interface StartedBriefing {
  readonly workflowId: string;
  readonly runId: string;
  /** True when the slot was under way already. */
  readonly attached: boolean;
}

/** Starts the workflow of a slot, or joins the one under way; a finished one runs again, and sees what was written. */
export async function startBriefing(
  { client, taskQueue, tenant }: BriefingClientOptions,
  name: string,
  input: BriefingInput,
): Promise<StartedBriefing> {
  const slot = slotOf(input.kind, input.time, input.timezone);
  const workflowId = briefingIdOf(name, slot, input.isBackfill);
  try {
    const { firstExecutionRunId } = await client.workflow.start<Briefing>(BRIEFING, {
      workflowId,
      taskQueue,
      args: [input],
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
      memo: { folder: input.folder },
      staticSummary: `${input.kind} briefing ${slot.slotId}${input.isBackfill ? ', backfill' : ''}`,
      ...(tenant !== null && { priority: { fairnessKey: tenant } }),
    });
    return { workflowId, runId: firstExecutionRunId, attached: false };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    return { workflowId, runId: await runOfFolder(client, workflowId, { name, folder: input.folder }), attached: true };
  }
}

async function runOfFolder(
  client: Client,
  workflowId: string,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<string> {
  const description = await client.workflow.getHandle(workflowId).describe();
  const other = memoText(description, 'folder');
  if (other === '' || other === folder) return description.runId;
  throw sharedName(name, other);
}

/** The error for a name that another folder's briefing has, too. */
export function sharedName(name: string, otherFolder: string): ConflictError {
  return new ConflictError(
    `the briefing in ${otherFolder} is called "${name}" too`,
    'Change `name` in one of the two briefing.yml files: it identifies schedules and running slots.',
  );
}
