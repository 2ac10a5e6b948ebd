import { type Kysely, type RawBuilder, sql } from 'kysely';
import { answerIdOf, sessionOfAnswer } from '../../workflows/contracts/conversation.ts';
import type { Ledger } from '../../workflows/contracts/metering.ts';
import type { StateTables } from '../state/state-tables.ts';
import { sum } from '../state/sum.ts';
import { fromMicro } from './call-row.ts';

/** The amount spent plus the amount reserved for requests under way. */
export function withReserved(column: 'prompt_tokens' | 'completion_tokens' | 'money'): RawBuilder<unknown> {
  return sql`COALESCE(${sql.ref(column)}, 0) + COALESCE(${sql.ref(`reserved_${column}`)}, 0)`;
}

/** Adds up what a run spent; null when nothing is on record. */
export async function ledgerFrom(calls: Kysely<StateTables>, researchId: string): Promise<Ledger | null> {
  const entries = await calls
    .selectFrom('calls')
    .select(['kind', 'name', 'model'])
    .select([
      sum(sql`requests`).as('requests'),
      sum(sql`lost`).as('lost'),
      sum(sql`reused`).as('reused'),
      sum(withReserved('prompt_tokens')).as('promptTokens'),
      sum(withReserved('completion_tokens')).as('completionTokens'),
      sum(withReserved('money')).as('money'),
      sum(sql`CASE WHEN money IS NULL AND reserved_money IS NULL THEN 0 ELSE 1 END`).as('priced'),
    ])
    .where('research_id', '=', researchId)
    .groupBy(['kind', 'name', 'model'])
    .execute();
  if (entries.length === 0) return null;
  const reusedFrom = await calls
    .selectFrom('calls')
    .select('reused_from')
    .select(sql<number>`CAST(COUNT(DISTINCT content_hash) AS DOUBLE PRECISION)`.as('answers'))
    .where('research_id', '=', researchId)
    .where('reused_from', 'is not', null)
    .groupBy('reused_from')
    .execute();
  return {
    // Sorted here, because each database collates text differently.
    entries: entries
      .map(({ priced, money, ...entry }) => ({ ...entry, money: priced === 0 ? null : fromMicro(money) }))
      .sort((a, b) => compare([a.kind, a.name, a.model], [b.kind, b.name, b.model])),
    reusedFrom: reusedFrom
      .flatMap(({ reused_from, answers }) => (reused_from === null ? [] : [{ researchId: reused_from, answers }]))
      .sort((a, b) => compare([a.researchId], [b.researchId])),
  };
}

/** The session's own id, and those of its answers. */
export async function payersFrom(state: Kysely<StateTables>, sessionId: string): Promise<string[]> {
  const start = answerIdOf(sessionId, 0).slice(0, -1);
  const rows = await sql<{ research_id: string }>`
    SELECT research_id FROM calls WHERE ${isOrStartsWith(sessionId, start)}
    UNION SELECT research_id FROM answers WHERE ${isOrStartsWith(sessionId, start)}`.execute(state);
  return rows.rows
    .map(({ research_id }) => research_id)
    .filter((id) => id === sessionId || sessionOfAnswer(id) === sessionId)
    .sort();
}

/** Whatever signs the id has: a pattern of LIKE would need them escaped. */
function isOrStartsWith(id: string, start: string): RawBuilder<boolean> {
  const text = sql`CAST(${start} AS TEXT)`;
  return sql`(research_id = ${id} OR SUBSTR(research_id, 1, LENGTH(${text})) = ${text})`;
}

function compare(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [a.join('\n'), b.join('\n')];
  return left < right ? -1 : left > right ? 1 : 0;
}
