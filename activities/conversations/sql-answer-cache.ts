import { type ExpressionBuilder, sql } from 'kysely';
import type { StateDatabase } from '../state/state-database.ts';
import type { StateTables } from '../state/state-tables.ts';
import { sum } from '../state/sum.ts';
import type { AnswerCache } from './answer-cache.ts';

/** An answer cache in an SQL database. */
export function createSqlAnswerCache(database: StateDatabase): AnswerCache {
  return {
    async find({ kind, key, userId }, now) {
      const row = await (
        await database.read()
      )
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
      const row = {
        kind,
        cache_key: key,
        session_id: sessionId,
        user_id: userId,
        value: text,
        expires_at: expiresAt,
        bytes: Buffer.byteLength(text),
      };
      await database.change(`cache ${kind} ${key}`, (transaction) =>
        transaction
          .insertInto('cache_entries')
          .values(row)
          .onConflict((conflict) => conflict.columns(['kind', 'cache_key']).doUpdateSet(row))
          .execute(),
      );
    },
    ...deletionsIn(database),
  };
}

function deletionsIn(database: StateDatabase): Pick<AnswerCache, 'deleteSession' | 'deleteUser' | 'deleteExpired'> {
  const deleteWhere = async (column: 'session_id' | 'user_id', value: string): Promise<number> => {
    const { numDeletedRows } = await database.change('cache', (transaction) =>
      transaction.deleteFrom('cache_entries').where(column, '=', value).executeTakeFirst(),
    );
    await database.purge();
    return Number(numDeletedRows);
  };
  return {
    deleteSession: (sessionId) => deleteWhere('session_id', sessionId),
    deleteUser: (userId) => deleteWhere('user_id', userId),
    async deleteExpired(before, apply) {
      const isExpired = (row: ExpressionBuilder<StateTables, 'cache_entries'>) => row('expires_at', '<', before);
      const found = await database.change('cache', async (transaction) => {
        const counted = await transaction
          .selectFrom('cache_entries')
          .select([sum(sql`1`).as('entries'), sum(sql`bytes`).as('bytes')])
          .where(isExpired)
          .executeTakeFirstOrThrow();
        if (apply) await transaction.deleteFrom('cache_entries').where(isExpired).execute();
        return counted;
      });
      if (apply) await database.purge();
      return found;
    },
  };
}
