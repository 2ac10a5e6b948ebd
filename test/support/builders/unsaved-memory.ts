import { type MemoryStore, mergedWith, type StoredMemory, withEvent } from '../../../activities/memory/memory-store.ts';

/** A store of memory without a database. */
export function createUnsavedMemory(): MemoryStore {
  const kept = new Map<string, StoredMemory>();
  const keyOf = (userId: string, entryId: string) => JSON.stringify([userId, entryId]);
  const keep = (entry: StoredMemory): StoredMemory => {
    kept.set(keyOf(entry.userId, entry.entryId), entry);
    return entry;
  };
  const list = async (userId: string) => [...kept.values()].filter((entry) => entry.userId === userId);
  const find = async (userId: string, entryId: string) => kept.get(keyOf(userId, entryId)) ?? null;
  return {
    list,
    find,
    async add(entry) {
      const known = await find(entry.userId, entry.entryId);
      return { entry: keep(known === null ? entry : mergedWith(known, entry)), isNew: known === null };
    },
    async note(userId, entryId, event) {
      const known = await find(userId, entryId);
      return known && keep(withEvent(known, event));
    },
    async remove(userId, entryIds) {
      const removed = (await list(userId)).filter(({ entryId }) => entryIds?.includes(entryId) ?? true);
      for (const { entryId } of removed) kept.delete(keyOf(userId, entryId));
      return removed;
    },
    count: async () => ({ users: new Set([...kept.values()].map(({ userId }) => userId)).size, entries: kept.size }),
  };
}

/** Of users who noted nothing about documents that no model described. */
export const NO_NOTES = {
  notes: {
    list: async () => new Map(),
    change: async () => [],
    readDescription: async () => null,
    keepDescription: async () => undefined,
    remove: async () => undefined,
  },
  describeDocument: async () => null,
};
