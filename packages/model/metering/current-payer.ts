import { Context } from '@temporalio/activity';
import type { MetricMeter } from '@temporalio/common';
import type { Payer } from './call-store.ts';

/** The running activity, by the id that Temporal gives it; all attempts share it. */
export function currentPayer(): Payer {
  const { workflowExecution, activityId } = Context.current().info;
  if (workflowExecution === undefined) throw new Error(`The activity ${activityId} does not belong to a run.`);
  return { researchId: workflowExecution.workflowId, activityId };
}

/** Of the running activity; its counts carry the activity's type. */
export function currentMeter(): MetricMeter {
  return Context.current().metricMeter;
}
