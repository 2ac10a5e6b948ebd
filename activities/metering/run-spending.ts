import type { Kysely } from 'kysely';
import type { SpendingPoint } from '../../workflows/contracts/report-figures.ts';
import type { StateTables } from '../state/state-tables.ts';
import { fromMicro } from './call-row.ts';

/** Adds up what a run spent, call by call. A call counts when it was last touched: earlier attempts have no time of their own. */
export async function spendingFrom(calls: Kysely<StateTables>, researchId: string): Promise<SpendingPoint[]> {
  const rows = await calls
    .selectFrom('calls')
    .select(['updated_at', 'requests', 'prompt_tokens', 'completion_tokens', 'money'])
    .where('research_id', '=', researchId)
    .where('requests', '>', 0)
    .orderBy('updated_at')
    .execute();
  let [requests, tokens, micro] = [0, 0, 0];
  return rows.map((row) => {
    requests += row.requests;
    tokens += row.prompt_tokens + row.completion_tokens;
    micro += row.money ?? 0;
    return { at: row.updated_at, requests, tokens, money: fromMicro(micro) ?? 0 };
  });
}
