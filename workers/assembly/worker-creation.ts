import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';

/** Creates a worker while its connection is made: the thread of its workflows, if it has one, starts at once. */
export async function createWorker(
  connecting: Promise<NativeConnection>,
  options: Omit<WorkerOptions, 'connection'>,
): Promise<Worker> {
  if (options.workflowBundle === undefined) return Worker.create({ ...options, connection: await connecting });
  // The SDK reads the connection from its caller's options, after it has made what runs workflows.
  const completed: WorkerOptions = { ...options };
  class EarlyWorker extends Worker {
    protected static override async createWorkflowCreator(
      ...parameters: Parameters<typeof Worker.createWorkflowCreator>
    ) {
      const [creator, connection] = await Promise.all([super.createWorkflowCreator(...parameters), connecting]);
      completed.connection = connection;
      return creator;
    }
  }
  return EarlyWorker.create(completed);
}
