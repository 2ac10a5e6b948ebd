import type { MemoryEntry, MemoryEvent } from '@plumbline/contracts/research/memory';

/** An entry as it is kept: what it is worth now follows from its age. */
export interface StoredMemory extends Omit<MemoryEntry, 'standing'> {
  readonly isCore: boolean;
}

/** The memory of all users. It changes by these operations alone, each of which may be repeated. Several processes may use it at once. */
export interface MemoryStore {
  /** Everything of one user, the last confirmed first. */
  list(userId: string): Promise<StoredMemory[]>;
  find(userId: string, entryId: string): Promise<StoredMemory | null>;
  /** Keeps an entry of the same id as it is; only makes it core where the new one is. */
  add(entry: StoredMemory): Promise<{ readonly entry: StoredMemory; readonly isNew: boolean }>;
  /**
   * Notes an event, once: a second one of the same id changes nothing. Evidence adds strength and confirms.
   *
   * @returns null where the user has no such entry
   */
  note(userId: string, entryId: string, event: MemoryEvent): Promise<StoredMemory | null>;
  /**
   * Removes entries of one user from the rows and from the files. @param entryIds null: all entries @returns what was
   * removed
   */
  remove(userId: string, entryIds: readonly string[] | null): Promise<StoredMemory[]>;
  /** Of all users. */
  count(): Promise<{ readonly users: number; readonly entries: number }>;
}
