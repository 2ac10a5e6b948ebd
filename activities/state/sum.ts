import { type RawBuilder, sql } from 'kysely';

/** A sum as a number, 0 for no rows. PostgreSQL would return a sum of integers as text. */
export function sum(expression: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`CAST(COALESCE(SUM(${expression}), 0) AS DOUBLE PRECISION)`;
}
