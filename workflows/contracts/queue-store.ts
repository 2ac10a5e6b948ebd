import { z } from 'zod';

/** The store that a task queue belongs to. A run leaves its texts and indexes there, so no other store can continue it. */
export const queueStoreSchema = z.object({
  /** Id of the home. */
  storeId: z.string(),
  /** Id of the PostgreSQL database; null: the state is in the home. */
  databaseId: z.string().nullable(),
  /** Where the worker that claimed the queue had it; null: known only from the queue's name. */
  place: z.object({ home: z.string(), host: z.string() }).nullable(),
});
export type QueueStore = z.infer<typeof queueStoreSchema>;

/** Type of the workflow that holds a queue for a store. It never begins: only its id, which the server gives once, and its memo matter. */
export const QUEUE_STORE = 'queueStore';

export function queueStoreIdOf(taskQueue: string): string {
  return `store-of/${taskQueue}`;
}

/** For people: which store, and where. */
export function describeStore({ storeId, place }: QueueStore): string {
  return place === null ? storeId : `${storeId} (${place.home} on ${place.host})`;
}
