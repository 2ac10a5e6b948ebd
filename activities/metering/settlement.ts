import { type RawBuilder, sql } from 'kysely';
import type { StateTransaction } from '../state/state-database.ts';
import type { CallRow } from '../state/state-tables.ts';
import { toMicro } from './call-row.ts';
import type { CallKey, Payer, Spent } from './call-store.ts';

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
