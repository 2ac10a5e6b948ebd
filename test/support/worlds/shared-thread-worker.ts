import { Worker } from '@temporalio/worker';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js';

/** On a busy machine, loading the code alone takes longer than the SDK's 5 s. */
const PATIENCE_MS = 60_000;

const creators = new Map<string, Promise<WorkflowCreator>>();

/**
 * A worker whose workflows run in one thread with those of the other workers of this process that have the same code. A
 * thread of its own takes a third of a second of processor time to start, as long as many a test runs.
 */
export class SharedThreadWorker extends Worker {
  protected static override async createWorkflowCreator(
    ...[bundle, options, logger]: Parameters<(typeof Worker)['createWorkflowCreator']>
  ): Promise<WorkflowCreator> {
    const { code } = bundle;
    const patient = { ...options, isolateExecutionTimeoutMs: PATIENCE_MS };
    const shared = creators.get(code) ?? super.createWorkflowCreator(bundle, patient, logger);
    creators.set(code, shared);
    const creator = await shared;
    return { createWorkflow: (options) => creator.createWorkflow(options), destroy: async () => {} };
  }
}
