import { answerIdOf, sessionOfAnswer } from '@plumbline/contracts/answers/conversation';
import type { Ledger } from '@plumbline/contracts/common/metering';
import { type CallRow, type StateTables, type StateTransaction, sum } from '@plumbline/storage/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CallKey, LostRequest, Payer, Spent } from './call-store.ts';
import type { CallCost } from './paid-calls.ts';

const MICRO = 1_000_000;

const NOTHING_RESERVED = {
  is_open: 0,
  reserved_prompt_tokens: 0,
  reserved_completion_tokens: 0,
  reserved_money: null,
} as const;

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

/** The session's own id, and the ids of its answers. */
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

/** Works for any id: a LIKE pattern would need escaping. */
function isOrStartsWith(id: string, start: string): RawBuilder<boolean> {
  const text = sql`CAST(${start} AS TEXT)`;
  return sql`(research_id = ${id} OR SUBSTR(research_id, 1, LENGTH(${text})) = ${text})`;
}

function compare(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [a.join('\n'), b.join('\n')];
  return left < right ? -1 : left > right ? 1 : 0;
}

// Answers to parallel calls arrive together, and a killed process loses those that it has not stored yet. These
// statements are therefore plain SQL: the query builder would take five times as long to build them as the database
// takes to run them.

/** Stores a run's answer for a key, unless it has one. @param storedAt ISO 8601 */
export async function storeAnswer(
  transaction: StateTransaction,
  { kind, name, model, contentHash }: CallKey,
  { researchId }: Payer,
  { answer, storedAt }: { readonly answer: unknown; readonly storedAt: string },
): Promise<void> {
  const text = JSON.stringify(answer);
  const bytes = Buffer.byteLength(text);
  await sql`
    INSERT INTO answers (content_hash, research_id, kind, name, model, answer, stored_at, bytes)
    VALUES (${contentHash}, ${researchId}, ${kind}, ${name}, ${model}, ${text}, ${storedAt}, ${bytes})
    ON CONFLICT DO NOTHING`.execute(transaction);
}

/**
 * Settles the open request, which was answered. A row without an open request keeps its amounts: the request was
 * settled before, or counted as lost.
 *
 * @param settledAt ISO 8601
 * @returns undefined if nothing was reserved
 */
export async function settleRow(
  transaction: StateTransaction,
  { contentHash }: CallKey,
  { researchId, activityId }: Payer,
  { spent, settledAt }: { readonly spent: Spent; readonly settledAt: string },
): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    UPDATE calls SET
      prompt_tokens = prompt_tokens + is_open * ${Math.ceil(spent.promptTokens)},
      completion_tokens = completion_tokens + is_open * ${Math.ceil(spent.completionTokens)},
      money = ${withMoney(spent)},
      is_open = 0, reserved_prompt_tokens = 0, reserved_completion_tokens = 0, reserved_money = NULL,
      updated_at = ${settledAt}
    WHERE research_id = ${researchId} AND activity_id = ${activityId} AND content_hash = ${contentHash}
    RETURNING *`.execute(transaction);
  return rows[0];
}

function withMoney({ money }: Spent): RawBuilder<number | null> {
  const micro = toMicro(money);
  return micro === null ? sql`money` : sql`CASE is_open WHEN 1 THEN COALESCE(money, 0) + ${micro} ELSE money END`;
}

/** The row of a call before its first request. */
export function newRow({ kind, name, model, contentHash }: CallKey, { researchId, activityId }: Payer): CallRow {
  return {
    research_id: researchId,
    activity_id: activityId,
    content_hash: contentHash,
    kind,
    name,
    model,
    requests: 0,
    lost: 0,
    reused: 0,
    ...NOTHING_RESERVED,
    prompt_tokens: 0,
    completion_tokens: 0,
    money: null,
    reused_from: null,
    updated_at: '',
  };
}

/** Notes another request before it is sent; a request still open was lost with the attempt that sent it. */
export function reserved(row: CallRow, expected: Spent): CallRow {
  return {
    ...failed(row, 'unanswered'),
    requests: row.requests + 1,
    is_open: 1,
    reserved_prompt_tokens: Math.ceil(expected.promptTokens),
    reserved_completion_tokens: Math.ceil(expected.completionTokens),
    reserved_money: toMicro(expected.money),
  };
}

/** Closes the open request, which brought no answer. */
export function failed(row: CallRow, how: LostRequest): CallRow {
  if (row.is_open === 0) return row;
  if (how === 'refused') return { ...row, ...NOTHING_RESERVED };
  const expected = {
    prompt_tokens: row.reserved_prompt_tokens,
    completion_tokens: row.reserved_completion_tokens,
    money: row.reserved_money,
  };
  return { ...add(row, expected), lost: row.lost + 1 };
}

/** Notes the use of a stored answer. @param from the run that asked for it */
export function reused(row: CallRow, from: string): CallRow {
  return { ...row, reused: row.reused + 1, reused_from: from === row.research_id ? row.reused_from : from };
}

export function costOf({ requests, prompt_tokens, completion_tokens, money }: CallRow): CallCost {
  return { requests, tokens: prompt_tokens + completion_tokens, money: fromMicro(money) ?? undefined };
}

function toMicro(money: number | null): number | null {
  return money === null ? null : Math.round(money * MICRO);
}

export function fromMicro(money: number | null): number | null {
  return money === null ? null : money / MICRO;
}

function add(row: CallRow, spent: Pick<CallRow, 'prompt_tokens' | 'completion_tokens' | 'money'>): CallRow {
  const money = row.money === null && spent.money === null ? null : (row.money ?? 0) + (spent.money ?? 0);
  return {
    ...row,
    ...NOTHING_RESERVED,
    prompt_tokens: row.prompt_tokens + spent.prompt_tokens,
    completion_tokens: row.completion_tokens + spent.completion_tokens,
    money,
  };
}
