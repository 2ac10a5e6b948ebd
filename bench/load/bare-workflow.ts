import { taskQueueFor } from '@plumbline/contracts/common/task-queues';
import { proxyActivities, workflowInfo } from '@temporalio/workflow';

/** The least that an activity can be. */
export interface BareActivities {
  noOp(): Promise<void>;
}

/**
 * A workflow that is nothing but activities, half of them on each of the two queues that research uses most.
 *
 * @param concurrency how many chains of activities run side by side
 */
export async function bareWorkflow(activities: number, concurrency: number): Promise<void> {
  const onQueue = (kind: 'main' | 'model'): BareActivities =>
    proxyActivities<BareActivities>({
      startToCloseTimeout: 60_000,
      taskQueue: taskQueueFor(workflowInfo().taskQueue, kind),
    });
  const queues = [onQueue('main'), onQueue('model')];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < activities) await queues[begun++ % queues.length]?.noOp();
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

export { deepResearch } from '../../workflows/deep-research/deep-research.ts';
