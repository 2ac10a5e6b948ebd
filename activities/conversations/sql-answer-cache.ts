import { type StateDatabase, sum } from '@plumbline/storage/database';
import { type RawBuilder, sql } from 'kysely';

/** An answer cache in an SQL database. */
export function createSqlAnswerCache(database: StateDatabase): AnswerCache {
  return {
    async find({ kind, key, userId }, now) {
      const reading = await database.read();
      const row = await reading
        .selectFrom('cache_entries')
        .select('value')
        .where('kind', '=', kind)
        .where('cache_key', '=', key)
        .where(({ eb }) => (userId === null ? eb('user_id', 'is', null) : eb('user_id', '=', userId)))
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row === undefined ? null : JSON.parse(row.value);
    },
    async keep({ kind, key, sessionId, userId, value, expiresAt }) {
      const text = JSON.stringify(value);
      const place = { kind, cache_key: key, session_id: sessionId, user_id: userId };
      const row = { ...place, value: text, expires_at: expiresAt, bytes: Buffer.byteLength(text) };
      await database.change(`cache ${kind} ${key}`, (transaction) =>
        transaction
          .insertInto('cache_entries')
          .values(row)
          .onConflict((conflict) => conflict.columns(['kind', 'cache_key']).doUpdateSet(row))
          .execute(),
      );
    },
    deleteSession: async (sessionId) =>
      (await deleteRows(database, 'cache_entries', sql`session_id = ${sessionId}`)).entries,
    deleteUser: async (userId) => (await deleteRows(database, 'cache_entries', sql`user_id = ${userId}`)).entries,
    deleteExpired: (before, apply) => deleteRows(database, 'cache_entries', sql`expires_at < ${before}`, apply),
  };
}

/** Deletes rows of a table, or only counts them if `apply` is false. */
export async function deleteRows(
  database: StateDatabase,
  table: 'cache_entries' | 'answer_events',
  which: RawBuilder<unknown>,
  apply = true,
): Promise<{ readonly entries: number; readonly bytes: number }> {
  const from = sql`FROM ${sql.table(table)} WHERE ${which}`;
  const found = await database.change(table, async (transaction) => {
    const counts = sql`SELECT ${sum(sql`1`)} AS entries, ${sum(sql`bytes`)} AS bytes`;
    const { rows } = await sql<{ entries: number; bytes: number }>`${counts} ${from}`.execute(transaction);
    if (apply) await sql`DELETE ${from}`.execute(transaction);
    return rows[0] ?? { entries: 0, bytes: 0 };
  });
  if (apply) await database.purge();
  return found;
}

type CacheKind = 'answer' | 'plan';

/** Where a value is kept, and for whom; a null user is one, too. */
export interface CachePlace {
  readonly kind: CacheKind;
  readonly key: string;
  readonly userId: string | null;
}

export interface CacheEntry extends CachePlace {
  readonly sessionId: string;
  /** Anything that JSON can express. */
  readonly value: unknown;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Answers and plans that may be given again. Several processes may use it at once. */
export interface AnswerCache {
  /**
   * Null if there is no entry, if it has expired, or if it was made for another user, even under the same key.
   *
   * @param now ISO 8601
   */
  find(place: CachePlace, now: string): Promise<unknown>;
  /** Replaces what was kept under the same kind and key. */
  keep(entry: CacheEntry): Promise<void>;
  /** @returns the number of entries removed */
  deleteSession(sessionId: string): Promise<number>;
  /** Everything that was made for one user. @returns the number of entries removed */
  deleteUser(userId: string): Promise<number>;
  /** Deletes entries that expired before `before` (ISO 8601); only counts them if `apply` is false. */
  deleteExpired(before: string, apply: boolean): Promise<{ readonly entries: number; readonly bytes: number }>;
}
