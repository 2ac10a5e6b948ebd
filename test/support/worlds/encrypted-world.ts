import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type QueueName, taskQueueFor } from '@plumbline/contracts/common/task-queues';
import type { ListedRun } from '@plumbline/contracts/report/run-view';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, type Worker } from '@temporalio/worker';
import { createResearchClient } from '../../../client/runs/research-client.ts';
import { createDataConverter, createListConverter } from '../../../payloads/data-converter.ts';
import { type EncryptionKey, encryptionKeysSchema } from '../../../payloads/encryption-keys.ts';
import { startTemporalServer } from '../../../workers/supervisor/temporal-server.ts';
import { registerSearchAttributes } from '../../../workers/temporal/temporal-connection.ts';
import { DEEP_RESEARCH } from '../../../workflows/deep-research/messages.ts';
import type { ScriptedActivities } from '../builders/scripted-activities.ts';
import { loadBuiltWorkflows } from './built-workflows.ts';
import { SharedThreadWorker } from './shared-thread-worker.ts';
import { findTestBinary } from './temporal.ts';
import type { DeepResearchHandle } from './workflow-world.ts';

export type Keys = readonly EncryptionKey[];

/** A server with a database file of its own, and clients and workers that have different keys. */
export interface EncryptedWorld {
  start(keys: Keys, question: string, settings?: Record<string, unknown>): Promise<DeepResearchHandle>;
  /** The same run as seen with these keys. */
  handle(keys: Keys, workflowId: string): DeepResearchHandle;
  /** What the commands list with these keys. */
  list(keys: Keys): Promise<readonly ListedRun[]>;
  /** Runs workers while the body runs. @param modelKeys those of the workers for models, when they have others */
  withWorkers<Result>(
    keys: Keys,
    scripted: ScriptedActivities,
    body: () => Promise<Result>,
    modelKeys?: Keys,
  ): Promise<Result>;
  /** Everything that the server keeps on disk, as Latin-1 text. */
  readStored(): Promise<string>;
  close(): Promise<void>;
}

export function keyFor(id: string): EncryptionKey {
  const [key] = encryptionKeysSchema.parse(`${id}:${Buffer.alloc(32, id).toString('base64')}`);
  if (key === undefined) throw new Error('no key');
  return key;
}

export async function createEncryptedWorld(): Promise<EncryptedWorld> {
  // Missing keys are reported as errors, each with a page of details.
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'ERROR' } },
  });
  const directory = await mkdtemp(join(tmpdir(), 'plumbline-encrypted-'));
  const server = await startTemporalServer({
    binary: await findTestBinary(),
    databaseFile: join(directory, 'temporal.db'),
    logFile: join(directory, 'server.log'),
    preferredPorts: [],
    withUi: false,
    signal: new AbortController().signal,
  });
  const connection = await Connection.connect({ address: server.address, connectTimeout: 120_000 });
  const nativeConnection = await NativeConnection.connect({ address: server.address });
  await registerSearchAttributes(nativeConnection, 'default');
  const taskQueue = `plumbline-${randomUUID().slice(0, 8)}`;
  const bundles = {
    plain: await loadBuiltWorkflows(),
    encrypting: await loadBuiltWorkflows({ encrypts: true }),
  };

  const clientWith = (keys: Keys): Client => new Client({ connection, dataConverter: createDataConverter(keys) });
  const createWorker = (keys: Keys, queue: QueueName, { activities }: ScriptedActivities): Promise<Worker> =>
    SharedThreadWorker.create({
      connection: nativeConnection,
      dataConverter: createDataConverter(keys),
      taskQueue: taskQueueFor(taskQueue, queue),
      activities: { ...activities },
      ...(queue === 'main' && {
        workflowBundle: keys.length > 0 ? bundles.encrypting : bundles.plain,
        stickyQueueScheduleToStartTimeout: 2_000,
      }),
    });

  return {
    start: (keys, question, settings = {}) =>
      clientWith(keys).workflow.start(DEEP_RESEARCH, {
        taskQueue,
        workflowId: `research-${randomUUID()}`,
        workflowTaskTimeout: 5_000,
        staticSummary: question,
        staticDetails: question,
        memo: { question },
        args: [{ question, corpusDirectories: ['/corpus'], settings }],
      }) as Promise<DeepResearchHandle>,
    handle: (keys, workflowId) => clientWith(keys).workflow.getHandle(workflowId) as DeepResearchHandle,
    list: (keys) => {
      const listing = new Client({ connection, dataConverter: createListConverter(keys) });
      const client = clientWith(keys);
      const store = () => Promise.reject(new Error('lists have no store'));
      const research = createResearchClient({ client, listing, taskQueue, tenant: null, hidesQuestions: true, store });
      return research.list({ awaitingOnly: false });
    },
    async withWorkers(keys, scripted, body, modelKeys = keys) {
      const workers = await Promise.all([
        createWorker(keys, 'main', scripted),
        createWorker(modelKeys, 'model', scripted),
      ]);
      const done = body();
      await Promise.allSettled(workers.map((worker) => worker.runUntil(done)));
      return done;
    },
    async readStored() {
      const files = await readdir(directory);
      // The database removes its journal at any moment.
      const read = files.map((name) => readFile(join(directory, name), 'latin1').catch(() => ''));
      return (await Promise.all(read)).join('\n');
    },
    async close() {
      await connection.close();
      await nativeConnection.close();
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}
