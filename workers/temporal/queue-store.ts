import { storeIdOfQueue } from '@plumbline/contracts/common/embedded-state';
import {
  describeStore,
  isSameStore,
  QUEUE_STORE,
  type QueueStore,
  queueStoreIdOf,
  queueStoreSchema,
} from '@plumbline/contracts/common/task-queues';
import type { Client } from '@temporalio/client';
import { readSettings } from '../config/settings-files.ts';
import { type BlobsConfig, readBlobs, type WorkerConfig } from '../config/worker-config.ts';
import { homeOf } from '../home/home-folder.ts';
import { findStoreId } from '../home/store-id.ts';
import type { WorkerIdentity } from './worker-identity.ts';

/** The server starts the workflow after so long, that is never. */
const NEVER = '3650 days';

type Workflows = Pick<Client, 'workflow'>;

interface StateOfWorker extends Pick<WorkerConfig, 'home'> {
  readonly calls: Pick<WorkerConfig['calls'], 'databaseUrl'>;
  readonly blobs: Pick<BlobsConfig, 'bucket' | 'prefix'> | null;
}

/** @throws {Error} when the database does not answer */
export async function storeOfWorker(
  { home, calls: { databaseUrl }, blobs }: StateOfWorker,
  { host, storeId }: Pick<WorkerIdentity, 'host'> & { readonly storeId: string },
): Promise<QueueStore> {
  // Late: clients load this module as well.
  const { readDatabaseIdAt } = await import('../assembly/state-stores.ts');
  return {
    storeId,
    databaseId: databaseUrl === null ? null : await readDatabaseIdAt(databaseUrl),
    // Without its address: one bucket may have several.
    bucket: blobs && `s3://${blobs.bucket}/${blobs.prefix}`,
    place: { home, host },
  };
}

/** Whether a client with these settings has this store. */
export async function isStoreHere(store: QueueStore, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const variables = readSettings(environment);
  const home = homeOf(environment);
  const storeId = findStoreId(home) ?? '';
  const [databaseUrl, blobs] = [variables.read('PLUMBLINE_DATABASE_URL') ?? null, readBlobs(variables)];
  if (storeId === store.storeId || databaseUrl === null || blobs === null) return storeId === store.storeId;
  return isSameStore(store, await storeOfWorker({ home, calls: { databaseUrl }, blobs }, { host: '', storeId }));
}

/**
 * Claims a task queue for a store. Of two workers that come at once the server lets one have it: workflow ids are unique.
 *
 * @param servedBy the workers that poll the queue, for the message
 * @throws {Error} when the queue belongs to another store
 */
export async function claimQueue(
  client: Workflows,
  taskQueue: string,
  own: QueueStore,
  servedBy: () => Promise<readonly WorkerIdentity[]>,
): Promise<void> {
  const named = storeByName(taskQueue);
  // A name with the id of a store needs no claim to be refused to others.
  const owner = named === null || named.storeId === own.storeId ? await claim(client, taskQueue, own) : named;
  const isOfHome = owner.storeId === own.storeId;
  if (!isOfHome && !isSameStore(owner, own)) throw new Error(otherStore(taskQueue, owner, own, await servedBy()));
  if (owner.databaseId !== own.databaseId) throw new Error(otherDatabase(taskQueue, owner, own));
  if (owner.bucket !== null && owner.bucket !== own.bucket) throw new Error(otherBucket(taskQueue, owner, own));
}

function storeByName(taskQueue: string): QueueStore | null {
  const storeId = storeIdOfQueue(taskQueue);
  return storeId === null ? null : { storeId, databaseId: null, bucket: null, place: null };
}

async function claim(client: Workflows, taskQueue: string, own: QueueStore): Promise<QueueStore> {
  try {
    await client.workflow.start(QUEUE_STORE, {
      workflowId: queueStoreIdOf(taskQueue),
      // Nothing polls it.
      taskQueue: `${taskQueue}-store`,
      startDelay: NEVER,
      workflowIdConflictPolicy: 'FAIL',
      memo: { store: own },
      staticSummary: `task queue ${taskQueue} belongs to the store ${own.storeId}`,
    });
    return own;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError')) throw error;
    return (await readClaim(client, taskQueue)) ?? claim(client, taskQueue, own);
  }
}

/** The store that a task queue belongs to, by a claim or by its name; null: it is not known. */
export async function readQueueStore(client: Workflows, taskQueue: string): Promise<QueueStore | null> {
  return (await readClaim(client, taskQueue)) ?? storeByName(taskQueue);
}

async function readClaim(client: Workflows, taskQueue: string): Promise<QueueStore | null> {
  try {
    const { status, memo } = await client.workflow.getHandle(queueStoreIdOf(taskQueue)).describe();
    return status.name === 'RUNNING' ? queueStoreSchema.parse(memo?.['store']) : null;
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return null;
    throw error;
  }
}

function otherStore(taskQueue: string, owner: QueueStore, own: QueueStore, workers: readonly WorkerIdentity[]): string {
  const others = workers.filter(({ storeId }) => storeId !== own.storeId);
  const served =
    others.length === 0
      ? ''
      : `, and is served by ${others.map(({ pid, host }) => `process ${pid} on ${host}`).join(', ')}`;
  return [
    `The task queue ${taskQueue} belongs to another store: ${describeStore(owner)}${served}.`,
    `This worker has the store ${describeStore(own)}. Runs find their texts and indexes only in the store they began in.`,
    'Use that home (PLUMBLINE_HOME) for this worker too, or one PLUMBLINE_DATABASE_URL and one storage.blobs for all workers of the queue, or give this store a queue of its own: set PLUMBLINE_TASK_QUEUE for its worker and its clients.',
    `If that store is gone for good and no run of it is left, release the queue: temporal workflow terminate --workflow-id ${queueStoreIdOf(taskQueue)}`,
  ].join(' ');
}

function otherBucket(taskQueue: string, owner: QueueStore, own: QueueStore): string {
  return [
    `The workers of the task queue ${taskQueue} keep texts in ${owner.bucket}, this one in ${own.bucket ?? 'its home'}.`,
    'Set the same storage.blobs everywhere.',
  ].join(' ');
}

function otherDatabase(taskQueue: string, owner: QueueStore, own: QueueStore): string {
  const describe = ({ databaseId }: QueueStore) =>
    databaseId === null ? 'the home' : `the PostgreSQL database ${databaseId}`;
  return [
    `The workers of the task queue ${taskQueue} keep paid answers and limits in ${describe(owner)}, this one in ${describe(own)}.`,
    'Set the same PLUMBLINE_DATABASE_URL everywhere.',
    `To move everything to another database, let their runs end, stop them, and release the queue: temporal workflow terminate --workflow-id ${queueStoreIdOf(taskQueue)}`,
  ].join(' ');
}
