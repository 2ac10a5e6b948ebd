import type { RunWait } from '@plumbline/contracts/report/progress';
import { type ResearchLimits, researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BudgetWait } from '../../../workflows/calls/budget-wait.ts';

/** A wait at a limit of one page; `decide` is what a person does at each wait. */
function parkAtOnePage(decide: (limits: ResearchLimits) => ResearchLimits) {
  let limits = researchLimitsSchema.parse({ pages: 1 });
  let used = 0;
  const shown: RunWait[] = [];
  const budget = new BudgetWait({
    timeoutMs: 60_000,
    limits: () => limits,
    hasReached: (name) => name === 'pages' && used >= limits.pages,
    isFinishing: () => false,
    waitForPeople: async (_, wait) => {
      shown.push(wait);
      limits = decide(limits);
    },
  });
  const takePage = () =>
    budget.waitForBudget(['searches', 'pages'], () => {
      if (used >= limits.pages) return false;
      used += 1;
      return true;
    });
  return { takePage, shown };
}

describe('waitForBudget', () => {
  it('gives the last page to one of several calls, and lets the others wait until the limit is raised', async () => {
    const { takePage, shown } = parkAtOnePage((limits) => ({ ...limits, pages: 3 }));

    const taken = await Promise.all([takePage(), takePage(), takePage()]);

    expect(taken).toEqual([true, true, true]);
    expect(shown).toMatchObject([{ kind: 'budget', subject: 'pages', limit: 1, reason: 'the limit of 1 is reached' }]);
  });

  it('asks once about a limit that is not raised, and then grants the rest: nothing', async () => {
    const { takePage, shown } = parkAtOnePage((limits) => limits);

    const taken = await Promise.all([takePage(), takePage(), takePage()]);

    expect(taken).toEqual([true, false, false]);
    expect(shown).toHaveLength(1);
    expect(await takePage()).toBe(false);
    expect(shown).toHaveLength(1);
  });
});

describe('at a quota', () => {
  const ask = async (renewsInMs: number) => {
    const shown: RunWait[] = [];
    let timeMs = Date.parse('2026-01-31T23:00:00.000Z');
    vi.useFakeTimers({ now: timeMs });
    const limits = researchLimitsSchema.parse({});
    const budget = new BudgetWait({
      timeoutMs: 2 * 3_600_000,
      limits: () => limits,
      hasReached: () => false,
      isFinishing: () => false,
      waitForPeople: async (_, wait) => {
        shown.push(wait);
        timeMs = Date.parse(wait.until);
        vi.setSystemTime(timeMs);
      },
    });
    const renewsAt = new Date(timeMs + renewsInMs).toISOString();
    return { isRaised: await budget.ask('modelTokens', { reason: 'the quota is used up', renewsAt }), shown };
  };
  afterEach(() => vi.useRealTimers());

  it('waits until it renews, which needs nobody, and says so', async () => {
    const { isRaised, shown } = await ask(3_600_000);

    expect(isRaised).toBe(true);
    expect(shown).toMatchObject([{ reason: 'the quota is used up', until: '2026-02-01T00:01:00.000Z' }]);
  });

  it('waits no longer than at any limit', async () => {
    const { isRaised, shown } = await ask(20 * 3_600_000);

    expect(isRaised).toBe(false);
    expect(shown).toMatchObject([{ until: '2026-02-01T01:00:00.000Z' }]);
  });
});
