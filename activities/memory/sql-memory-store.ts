import { memoryEntrySchema } from '@plumbline/contracts/research/memory';
import { type StateDatabase, type StateTables, type StateTransaction, sum } from '@plumbline/storage/database';
import { sql } from 'kysely';
import { z } from 'zod';
import { mergedWith, withEvent } from './entry-changes.ts';
import type { MemoryStore, StoredMemory } from './memory-store.ts';

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
