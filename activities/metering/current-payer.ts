import { Context } from '@temporalio/activity';
import type { Payer } from './call-store.ts';

/** The activity that is running, as Temporal numbers it: the same in all its attempts. */
export function currentPayer(): Payer {
  const { workflowExecution, activityId } = Context.current().info;
  if (workflowExecution === undefined) throw new Error(`The activity ${activityId} belongs to no run.`);
  return { researchId: workflowExecution.workflowId, activityId };
}
