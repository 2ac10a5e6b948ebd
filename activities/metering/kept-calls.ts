import { sql } from 'kysely';
import type { StateTransaction } from '../state/state-database.ts';
import type { Payer } from './call-store.ts';

/** Which calls of another run are kept; times are ISO 8601. */
export interface KeptCalls {
  /** The other run. */
  readonly from: string;
  readonly until: string;
  readonly notedAt: string;
}

/** Adds a row of the payer for each answer of another run, as one that was reused and cost nothing. */
export async function keepRows(
  transaction: StateTransaction,
  { researchId, activityId }: Payer,
  { from, until, notedAt }: KeptCalls,
): Promise<void> {
  await sql`
    INSERT INTO calls (
      research_id, activity_id, content_hash, kind, name, model, requests, lost, reused, is_open,
      reserved_prompt_tokens, reserved_completion_tokens, reserved_money, prompt_tokens, completion_tokens, money,
      reused_from, updated_at
    )
    SELECT
      CAST(${researchId} AS TEXT), CAST(${activityId} AS TEXT), content_hash, MIN(kind), MIN(name), MIN(model), 0, 0, 1, 0,
      0, 0, NULL, 0, 0, NULL,
      COALESCE(MIN(reused_from), CAST(${from} AS TEXT)), CAST(${notedAt} AS TEXT)
    FROM calls
    WHERE research_id = ${from} AND updated_at <= ${until} AND (requests > lost + is_open OR reused > 0)
    GROUP BY content_hash
    ON CONFLICT DO NOTHING`.execute(transaction);
}
