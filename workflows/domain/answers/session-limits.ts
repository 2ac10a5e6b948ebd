import type { Usage } from '@plumbline/contracts/research/accounting';
import type { SpendingLimits } from '@plumbline/contracts/settings/conversation-settings';

export const NO_USAGE: Usage = { searches: 0, pages: 0, modelCalls: 0, modelTokens: 0, money: 0 };

export function addUsage(sum: Usage, more: Usage): Usage {
  return {
    searches: sum.searches + more.searches,
    pages: sum.pages + more.pages,
    modelCalls: sum.modelCalls + more.modelCalls,
    modelTokens: sum.modelTokens + more.modelTokens,
    money: sum.money + more.money,
  };
}

/** What the next answer may spend: its own limit, or what is left of the session's; 0 where nothing is. */
export function remainingLimits(answer: SpendingLimits, session: SpendingLimits, used: Usage): SpendingLimits {
  const left = (limit: number, spent: number): number => Math.max(0, limit - spent);
  const money = session.money === null ? null : left(session.money, used.money);
  return {
    modelCalls: Math.min(answer.modelCalls, left(session.modelCalls, used.modelCalls)),
    modelTokens: Math.min(answer.modelTokens, left(session.modelTokens, used.modelTokens)),
    money: money === null ? answer.money : Math.min(money, answer.money ?? money),
  };
}

/** Limits that are not higher than now, with why; a limit that is left out stays. */
export function notRaised(now: SpendingLimits, wanted: Partial<SpendingLimits>): string[] {
  const isRaised = (before: number | null, after: number | null): boolean =>
    before !== null && (after === null || after > before);
  return Object.entries(wanted).flatMap(([name, value]) => {
    const before = now[name as keyof SpendingLimits];
    return value === undefined || isRaised(before, value) ? [] : [`${name} is ${before ?? 'without a limit'} already`];
  });
}
