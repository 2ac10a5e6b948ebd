import type { CallRow } from '../state/state-tables.ts';
import type { CallKey, LostRequest, Payer, Spent } from './call-store.ts';
import type { CallCost } from './paid-calls.ts';

const MICRO = 1_000_000;

const NOTHING_RESERVED = {
  is_open: 0,
  reserved_prompt_tokens: 0,
  reserved_completion_tokens: 0,
  reserved_money: null,
} as const;

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

export function toMicro(money: number | null): number | null {
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
