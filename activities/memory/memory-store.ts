import { type MemoryEntry, memoryEntrySchema, type MemoryEvent } from '@plumbline/contracts/research/memory';
import { type StateDatabase, type StateTables, type StateTransaction, sum } from '@plumbline/storage/database';
import { sql } from 'kysely';
import { z } from 'zod';

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

const storedSchema = memoryEntrySchema.omit({ standing: true }).extend({ isCore: z.boolean() });

type Row = StateTables['memory_entries'];

/** The memory of all users in an SQL database. */
export function createSqlMemoryStore(database: StateDatabase): MemoryStore {
  return { ...readingFrom(database), ...changesOf(database) };
}

function readingFrom(database: StateDatabase): Pick<MemoryStore, 'list' | 'find' | 'count'> {
  return {
    async list(userId) {
      const rows = await (
        await database.read()
      )
        .selectFrom('memory_entries')
        .select('entry')
        .where('user_id', '=', userId)
        .orderBy('confirmed_at', 'desc')
        .orderBy('entry_id')
        .execute();
      return rows.map(readRow);
    },
    async find(userId, entryId) {
      return findIn(await database.read(), userId, entryId);
    },
    async count() {
      return (await database.read())
        .selectFrom('memory_entries')
        .select([sql<number>`CAST(COUNT(DISTINCT user_id) AS DOUBLE PRECISION)`.as('users'), sum(sql`1`).as('entries')])
        .executeTakeFirstOrThrow();
    },
  };
}

function changesOf(database: StateDatabase): Pick<MemoryStore, 'add' | 'note' | 'remove'> {
  const change = <Result>(userId: string, work: (transaction: StateTransaction) => Promise<Result>) =>
    database.change(`memory ${userId}`, work);
  return {
    add: (entry) =>
      change(entry.userId, async (transaction) => {
        const known = await findIn(transaction, entry.userId, entry.entryId);
        const kept = known === null ? entry : mergedWith(known, entry);
        if (kept !== known) await keep(transaction, kept);
        return { entry: kept, isNew: known === null };
      }),
    note: (userId, entryId, event) =>
      change(userId, async (transaction) => {
        const known = await findIn(transaction, userId, entryId);
        if (known === null) return null;
        const kept = withEvent(known, event);
        if (kept !== known) await keep(transaction, kept);
        return kept;
      }),
    async remove(userId, entryIds) {
      const removed = await change(userId, async (transaction) => {
        // PostgreSQL knows no empty list.
        if (entryIds?.length === 0) return [];
        const all = transaction.deleteFrom('memory_entries').where('user_id', '=', userId).returning('entry');
        return (entryIds === null ? all : all.where('entry_id', 'in', entryIds)).execute();
      });
      // Also where nothing was removed: an earlier attempt may have been killed before this.
      await database.purge();
      return removed.map(readRow);
    },
  };
}

async function findIn(
  database: Awaited<ReturnType<StateDatabase['read']>>,
  userId: string,
  entryId: string,
): Promise<StoredMemory | null> {
  const row = await database
    .selectFrom('memory_entries')
    .select('entry')
    .where('user_id', '=', userId)
    .where('entry_id', '=', entryId)
    .executeTakeFirst();
  return row === undefined ? null : readRow(row);
}

async function keep(transaction: StateTransaction, entry: StoredMemory): Promise<void> {
  const text = JSON.stringify(entry);
  const row: Row = {
    user_id: entry.userId,
    entry_id: entry.entryId,
    entry: text,
    confirmed_at: entry.confirmedAt,
    bytes: Buffer.byteLength(text),
  };
  await transaction
    .insertInto('memory_entries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'entry_id']).doUpdateSet(row))
    .execute();
}

function readRow({ entry }: Pick<Row, 'entry'>): StoredMemory {
  return storedSchema.parse(JSON.parse(entry));
}

/** An entry after an event; the same entry where the event happened before. */
export function withEvent(entry: StoredMemory, event: MemoryEvent): StoredMemory {
  if (entry.history.some(({ eventId }) => eventId === event.eventId)) return entry;
  const history = [...entry.history, event];
  switch (event.what) {
    case 'reinforced':
      return { ...entry, history, strength: entry.strength + 1, confirmedAt: later(entry.confirmedAt, event.at) };
    case 'made-core':
      return { ...entry, history, isCore: true };
    case 'corrected':
      return { ...entry, history, isCore: false };
    case 'added':
      return { ...entry, history };
  }
}

/** Id of the later entry that contradicts this one; null without one, or if this one was said again since. */
export function correctorOf({ history }: Pick<StoredMemory, 'history'>): string | null {
  const last = history.findLast(({ what }) => what === 'added' || what === 'corrected');
  return last?.what === 'corrected' ? last.evidence : null;
}

/**
 * Merges a new entry into the existing one with its id: core if the new one is, and valid again if it had been
 * corrected.
 */
export function mergedWith(known: StoredMemory, added: StoredMemory): StoredMemory {
  const { createdAt: at, isCore } = added;
  const event = { at, evidence: '' };
  const valid =
    correctorOf(known) !== null
      ? { ...withEvent(known, { ...event, eventId: `added ${at}`, what: 'added' }), confirmedAt: at }
      : known;
  return isCore && !known.isCore ? withEvent(valid, { ...event, eventId: `core ${at}`, what: 'made-core' }) : valid;
}

function later(first: string, second: string): string {
  return first > second ? first : second;
}
