import { z } from 'zod';
import type { WebProvider } from './web-search.ts';

/** The store that a task queue belongs to. A run leaves its texts and indexes there, so no other store can continue it. */
export const queueStoreSchema = z.object({
  /** Id of the home. */
  storeId: z.string(),
  /** Id of the PostgreSQL database; null: the state is in the home. */
  databaseId: z.string().nullable(),
  /** Bucket with its prefix; null: texts are in the home, or an earlier version claimed the queue. */
  bucket: z.string().nullable().default(null),
  /** Where the worker that claimed the queue had it; null: known only from the queue's name. */
  place: z.object({ home: z.string(), host: z.string() }).nullable(),
});

/**
 * Type of the workflow that reserves a queue for a store. It never begins: only its id, which the server gives once,
 * and its memo matter.
 */
export const QUEUE_STORE = 'queueStore';

/** Kinds of work; a worker process can be limited to some. `main` is workflows and cheap activities. */
export const WORK_KINDS = ['main', 'model', 'web'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A queue within a kind of work: each web provider has its own, which carries the provider's rate limit. */
export type QueueName = WorkKind | `web-${WebProvider}`;

/**
 * Queue for one kind of work.
 *
 * @param baseQueue queue of the workflows; it carries the store's id, so two checkouts on one server stay apart
 */
export function taskQueueFor(baseQueue: string, name: QueueName): string {
  return name === 'main' ? baseQueue : `${baseQueue}-${name}`;
}

/** After this time the server gives up on a worker that was killed during a workflow task. */
export const WORKFLOW_TASK_TIMEOUT_MS = 10_000;

export type QueueStore = z.infer<typeof queueStoreSchema>;

export function queueStoreIdOf(taskQueue: string): string {
  return `store-of/${taskQueue}`;
}

/** Whether it is the same store: what is in a database and a bucket is the same from every home. */
export function isSameStore(one: QueueStore, other: QueueStore): boolean {
  const [a, b] = [one, other].map(({ databaseId, bucket }) =>
    databaseId && bucket ? `${databaseId} ${bucket}` : null,
  );
  return one.storeId === other.storeId || (a !== null && a === b);
}

/** For people: which store, and where. */
export function describeStore({ storeId, place }: QueueStore): string {
  return place === null ? storeId : `${storeId} (${place.home} on ${place.host})`;
}
