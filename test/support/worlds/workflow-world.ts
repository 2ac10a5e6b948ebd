import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { taskQueueFor } from '@plumbline/contracts/common/task-queues';
import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { Client, Connection, isGrpcServiceError, type WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkflowBundle,
} from '@temporalio/worker';
import { buildBundle } from '../../../workers/build/bundle.ts';
import { DEEP_RESEARCH, progressQuery } from '../../../workflows/deep-research/messages.ts';
import { KEPT_HISTORIES } from '../../replay/kept-histories.ts';
import type { ScriptedActivities } from '../builders/scripted-activities.ts';
import { loadBuiltWorkflows } from './built-workflows.ts';
import { SharedThreadWorker } from './shared-thread-worker.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
export const PAYLOAD_CONVERTER_PATH = path('workflows/payload-converter.ts');
const DATA_CONVERTER = { payloadConverterPath: PAYLOAD_CONVERTER_PATH };

export type DeepResearchHandle = WorkflowHandle<(input: unknown) => Promise<unknown>>;

/** A real server's client and real workers around scripted activities. */
export interface WorkflowWorld {
  readonly client: Client;
  readonly taskQueue: string;
  /**
   * Starts workers, runs the body, and stops them again; several times for one queue if wanted.
   *
   * @param release the workflow code; the present one if left out
   */
  withWorkers<Result>(
    scripted: ScriptedActivities,
    body: () => Promise<Result>,
    release?: { readonly code: string },
  ): Promise<Result>;
  start(settings?: Record<string, unknown>, changes?: Record<string, unknown>): Promise<DeepResearchHandle>;
  /** Polls the progress query until it satisfies the condition. @throws {Error} when the run ends without */
  until(handle: DeepResearchHandle, condition: (progress: ResearchProgress) => boolean): Promise<ResearchProgress>;
  close(): Promise<void>;
}

let bundle: Promise<{ readonly code: string }> | undefined;

/** The code that is shipped, or other workflows. */
export function bundleWorkflows(workflowsPath?: string): Promise<WorkflowBundle> {
  if (workflowsPath === undefined) return buildBundle({ encrypts: false });
  return bundleWorkflowCode({
    workflowsPath,
    payloadConverterPath: PAYLOAD_CONVERTER_PATH,
    logger: new DefaultLogger('ERROR'),
  });
}

export async function createWorkflowWorld(address: string): Promise<WorkflowWorld> {
  installQuietRuntime();
  const connection = await Connection.connect({ address, connectTimeout: 120_000 });
  const nativeConnection = await NativeConnection.connect({ address });
  const client = new Client({ connection, dataConverter: DATA_CONVERTER, identity: 'test' });
  const taskQueue = `plumbline-${randomUUID().slice(0, 8)}`;
  bundle ??= loadBuiltWorkflows();
  const workflowBundle = await bundle;

  const createWorkers = ({ activities }: ScriptedActivities, release: { readonly code: string }) =>
    createTestWorkers({ connection: nativeConnection, taskQueue, activities, release });

  return {
    client,
    taskQueue,
    async withWorkers(scripted, body, release = workflowBundle) {
      const workers = await createWorkers(scripted, release);
      const done = body();
      // All of them have to be down before the connection may be closed, also when the body fails.
      await Promise.allSettled(workers.map((worker) => worker.runUntil(done)));
      return done;
    },
    start: (settings = {}, changes = {}) =>
      client.workflow.start(DEEP_RESEARCH, {
        taskQueue,
        workflowId: `research-${randomUUID()}`,
        workflowTaskTimeout: 5_000,
        args: [{ question: 'How long does the lamp burn?', corpusDirectories: ['/corpus'], settings, ...changes }],
      }) as Promise<DeepResearchHandle>,
    async until(handle, condition) {
      for (;;) {
        const { status } = await handle.describe();
        const progress = await progressOf(handle);
        if (progress !== null && condition(progress)) return progress;
        if (status.name !== 'RUNNING') throw new Error(`the run ended first: ${JSON.stringify(progress)}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      await connection.close();
      await nativeConnection.close();
    },
  };
}

/** Workers of the queues that tests use. @param release the workflow code */
export async function createTestWorkers({
  connection,
  taskQueue,
  activities,
  release,
}: {
  readonly connection: NativeConnection;
  readonly taskQueue: string;
  readonly activities: object;
  readonly release: { readonly code: string };
}): Promise<Worker[]> {
  const base = { connection, dataConverter: DATA_CONVERTER, activities, identity: 'test' };
  return Promise.all([
    SharedThreadWorker.create({
      ...base,
      taskQueue,
      workflowBundle: release,
      stickyQueueScheduleToStartTimeout: 2_000,
    }),
    ...(['model', 'web', 'web-wikipedia', 'web-searxng'] as const).map((name) =>
      Worker.create({ ...base, taskQueue: taskQueueFor(taskQueue, name) }),
    ),
  ]);
}

/**
 * Keeps the history of a finished run for the replay ring, in the folder that RECORD_HISTORIES names, if it names one and the
 * ring has the shape.
 */
export async function keepHistory(
  handle: Pick<WorkflowHandle, 'workflowId' | 'fetchHistory'>,
  shape: string,
): Promise<void> {
  const folder = process.env['RECORD_HISTORIES'];
  if (folder === undefined || !KEPT_HISTORIES.includes(shape)) return;
  const { events } = JSON.parse(historyToJSON(await handle.fetchHistory())) as { readonly events: readonly object[] };
  // A session names its children after itself, so replay needs the id, which no event holds.
  const kept = { events: events.map(withoutInput), workflowId: handle.workflowId };
  const json = JSON.stringify(kept, (key, value: unknown) => (NOT_REPLAYED.has(key) ? undefined : value));
  await writeFile(join(folder, `${shape}.json`), json);
}

/** What replay does not look at: who did something where, paths of the machine, and words for people. */
const NOT_REPLAYED: ReadonlySet<string> = new Set([
  'historySizeBytes',
  'identity',
  'requestId',
  'stackTrace',
  'taskId',
  'userMetadata',
  'workerVersion',
]);

/** Replay compares names and order of activities and takes their results from the history; their inputs are most of it. */
function withoutInput(event: object): object {
  const scheduled = 'activityTaskScheduledEventAttributes';
  const attributes: unknown = Reflect.get(event, scheduled);
  if (typeof attributes !== 'object' || attributes === null) return event;
  const { activityId, activityType, taskQueue, workflowTaskCompletedEventId } = attributes as Record<string, unknown>;
  return { ...event, [scheduled]: { activityId, activityType, taskQueue, workflowTaskCompletedEventId } };
}

let isInstalled = false;

/** Once for the process. */
export function installQuietRuntime(): void {
  if (isInstalled) return;
  isInstalled = true;
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } });
}

/** Null while a workflow task that failed is tried again: then no query is answered. */
async function progressOf(handle: DeepResearchHandle): Promise<ResearchProgress | null> {
  try {
    return await handle.query(progressQuery);
  } catch (error) {
    if (isUnanswerable(error)) return null;
    throw error;
  }
}

/** Code 9 is `FAILED_PRECONDITION`. */
function isUnanswerable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isGrpcServiceError(error) ? error.code === 9 : isUnanswerable(error.cause);
}
