import { randomUUID } from 'node:crypto';
import type { Activities } from '@plumbline/contracts/activities';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import type { Priority } from '@temporalio/common';
import { createDataConverter } from '../../payloads/data-converter.ts';
import { createResearchWorkers } from '../../workers/assembly/research-workers.ts';
import { loadWorkerConfig, type WorkerConfig } from '../../workers/config/worker-config.ts';
import { connectToTemporal } from '../../workers/temporal/temporal-connection.ts';
import { installRuntime } from '../../workers/temporal/worker-runtime.ts';
import { DEEP_RESEARCH } from '../../workflows/deep-research/messages.ts';

export type ResearchHandle = WorkflowHandle<(input: unknown) => Promise<unknown>>;

export interface StartOptions {
  readonly question?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly priority?: Priority;
}

/** The way of a client to a Temporal server, without what a command line adds. */
export interface ResearchStarter {
  readonly client: Client;
  start(options?: StartOptions): Promise<ResearchHandle>;
  close(): Promise<void>;
}

/** Connects as clients do. */
export async function connectStarter(
  address: string,
  taskQueue: string,
  corpusDirectory: string,
): Promise<ResearchStarter> {
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, dataConverter: createDataConverter([]) });
  return {
    client,
    start: ({ question = 'How long does the lamp burn?', settings = {}, priority } = {}) =>
      client.workflow.start(DEEP_RESEARCH, {
        taskQueue,
        workflowId: `research-${randomUUID()}`,
        workflowTaskTimeout: 5_000,
        args: [{ question, corpusDirectories: [corpusDirectory], settings }],
        ...(priority !== undefined && { priority }),
      }) as Promise<ResearchHandle>,
    close: () => connection.close(),
  };
}

/** Settings of a worker process, from variables as a user sets them and nothing else of the machine. */
export function workerConfigOf(
  home: string,
  address: string,
  variables: Readonly<Record<string, string>> = {},
): WorkerConfig {
  return loadWorkerConfig({ PLUMBLINE_HOME: home, TEMPORAL_ADDRESS: address, ...variables });
}

let isRuntimeInstalled = false;

/** Runs the body beside workers of this process that are set up like those of the product; all are down afterwards. */
export async function withWorkers<Result>(
  config: WorkerConfig,
  activities: Activities,
  workflowBundle: { readonly code: string },
  body: () => Promise<Result>,
): Promise<Result> {
  if (!isRuntimeInstalled) installRuntime();
  isRuntimeInstalled = true;
  const connection = await connectToTemporal(config.temporal);
  try {
    const workers = await createResearchWorkers(config, {
      connecting: Promise.resolve(connection),
      namespace: config.temporal.namespace,
      identity: 'bench',
      buildId: 'bench',
      activities,
      workflowBundle,
    });
    const done = body();
    // All of them have to be down before the connection may be closed, also when the body fails.
    await Promise.allSettled(workers.map((worker) => worker.runUntil(done)));
    return await done;
  } finally {
    await connection.close();
  }
}
