import type { Client } from '@temporalio/client';
import { homeOf } from '../../workers/home/home-folder.ts';
import { findStoreId } from '../../workers/home/store-id.ts';
import { describeRun, type RunStatus, statusOf } from './run-observation.ts';

/** The workers of a queue have another store than this client. */
export interface OtherStore {
  /** A sentence without its stop, and without paths. */
  readonly what: string;
  /** How to reach it. */
  readonly remedy: string;
}

/** Null: the store is the client's own, or no worker has said which one it has. */
export async function findOtherStore(
  client: Pick<Client, 'workflow'>,
  taskQueue: string,
  environment: NodeJS.ProcessEnv,
): Promise<OtherStore | null> {
  const { isStoreHere, readQueueStore } = await import('../../workers/temporal/queue-store.ts');
  const owner = await readQueueStore(client, taskQueue);
  if (owner === null || (await isStoreHere(owner, environment))) return null;
  const home = homeOf(environment);
  const own = findStoreId(home);
  const { storeId, place } = owner;
  const here = own === undefined ? 'none yet here' : `${own} here`;
  const there = place === null ? 'Use its home' : `Use its home on ${place.host}`;
  return {
    what: `the worker of the task queue ${taskQueue} has another store: ${storeId} there, ${here}`,
    remedy:
      owner.databaseId !== null && owner.bucket !== null
        ? 'Set its PLUMBLINE_DATABASE_URL and storage.blobs here, where reports and texts are.'
        : `${there}, where reports and texts are: PLUMBLINE_HOME=${place?.home ?? '<that folder>'} (here it is ${home}).`,
  };
}

/** What the server says of a run, and who has its files. */
export interface RunLocation {
  readonly status: RunStatus;
  /** Null: the workers of its queue have this client's store, as far as is known. */
  readonly otherStore: OtherStore | null;
}

/** @throws {UsageError} when the server has no such run */
export async function locateRun(
  client: Client,
  researchId: string,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<RunLocation> {
  const description = await describeRun(client, researchId);
  const otherStore =
    environment === undefined ? null : await findOtherStore(client, description.taskQueue, environment);
  return { status: statusOf(description), otherStore };
}
