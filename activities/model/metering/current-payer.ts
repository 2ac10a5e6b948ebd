import { Context } from '@temporalio/activity';
import type { Payer } from './call-store.ts';

/** The running activity, by the id that Temporal gives it; all attempts share it. */
export function currentPayer(): Payer {
  const { workflowExecution, activityId } = Context.current().info;
  if (workflowExecution === undefined) throw new Error(`The activity ${activityId} does not belong to a run.`);
  return { researchId: workflowExecution.workflowId, activityId };
}
