import { describe, expect, it } from 'vitest';
import { addUsage, NO_USAGE, notRaised, remainingLimits } from '../../../workflows/domain/answers/session-limits.ts';

const ANSWER = { modelCalls: 10, modelTokens: 1_000, money: null };
const SESSION = { modelCalls: 25, modelTokens: 1_500, money: 2 };

describe('what an answer may spend', () => {
  it.each([
    { used: {}, limits: { modelCalls: 10, modelTokens: 1_000, money: 2 } },
    { used: { modelCalls: 20, modelTokens: 600, money: 1.5 }, limits: { modelCalls: 5, modelTokens: 900, money: 0.5 } },
    { used: { modelCalls: 30, modelTokens: 9_000, money: 3 }, limits: { modelCalls: 0, modelTokens: 0, money: 0 } },
  ])('after $used: $limits', ({ used, limits }) => {
    expect(remainingLimits(ANSWER, SESSION, { ...NO_USAGE, ...used })).toEqual(limits);
  });

  it('has no ceiling of money where neither has one', () => {
    expect(remainingLimits(ANSWER, { ...SESSION, money: null }, NO_USAGE).money).toBeNull();
  });

  it('is the lower of both ceilings of money', () => {
    expect(remainingLimits({ ...ANSWER, money: 0.1 }, SESSION, NO_USAGE).money).toBe(0.1);
  });

  it('is added up in every kind', () => {
    const one = { searches: 1, pages: 2, modelCalls: 3, modelTokens: 4, money: 5 };

    expect(addUsage(one, one)).toEqual({ searches: 2, pages: 4, modelCalls: 6, modelTokens: 8, money: 10 });
  });
});

describe('limits that are not raised', () => {
  it.each([
    { wanted: { modelCalls: 26 }, problems: 0 },
    { wanted: { modelCalls: 25 }, problems: 1 },
    { wanted: { modelCalls: 1, modelTokens: 1 }, problems: 2 },
    { wanted: { money: null }, problems: 0 },
    { wanted: { money: 2.5 }, problems: 0 },
    { wanted: { money: 1 }, problems: 1 },
  ])('$wanted: $problems', ({ wanted, problems }) => {
    expect(notRaised(SESSION, wanted)).toHaveLength(problems);
  });

  it('cannot be raised where there is none', () => {
    expect(notRaised({ ...SESSION, money: null }, { money: 9 })).toEqual(['money is without a limit already']);
  });
});
