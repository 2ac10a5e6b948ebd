import { Worker as RealWorker, type WorkerOptions } from '@temporalio/worker';
import { WORKFLOW_TASK } from '../point.ts';
import { reach } from './control-line.ts';

export * from '@temporalio/worker';

const unheard = { fn: () => undefined };

/**
 * The SDK's worker, interceptable inside workflow tasks: workflow logs arrive here after the workflow code has run and
 * before the server gets the result.
 */
export class Worker extends RealWorker {
  static override create(options: WorkerOptions): Promise<RealWorker> {
    // In place, because the product completes its options while the SDK works on them.
    options.sinks = {
      ...options.sinks,
      defaultWorkerLogger: {
        trace: unheard,
        debug: unheard,
        info: {
          fn: async (info, message: string, attributes: Readonly<Record<string, unknown>>) => {
            if (message !== 'stage entered') return;
            const call = { activity: WORKFLOW_TASK, activityId: info.runId, attempt: 1 };
            await reach(call, String(attributes['stage']));
          },
        },
        warn: unheard,
        error: unheard,
      },
    };
    return super.create(options);
  }
}
