import { Worker } from '@temporalio/worker';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js';

const creators = new Map<string, Promise<WorkflowCreator>>();

/**
 * A worker whose workflows run in one thread with those of the other workers of this process that have the same code. A
 * thread of its own takes a third of a second of processor time to start, as long as many a test runs.
 */
export class SharedThreadWorker extends Worker {
  protected static override async createWorkflowCreator(
    ...parameters: Parameters<(typeof Worker)['createWorkflowCreator']>
  ): Promise<WorkflowCreator> {
    const [{ code }] = parameters;
    const shared = creators.get(code) ?? super.createWorkflowCreator(...parameters);
    creators.set(code, shared);
    const creator = await shared;
    return { createWorkflow: (options) => creator.createWorkflow(options), destroy: async () => {} };
  }
}
