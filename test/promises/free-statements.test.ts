import { describe, expect, it } from 'vitest';
import { ruleOnFreeStatements } from '../../bench/claims/free-statements.ts';

const REFUSED_AT_MOST = 0.05;
const FIGURES_REFUSED_FROM = 0.9;

const statements = await ruleOnFreeStatements();
const refusedOf = (fault: 'figure' | 'meaning' | null) => {
  const own = statements.filter((one) => one.fault === fault);
  return { count: own.length, share: own.filter(({ ruling }) => ruling.refused !== null).length / own.length };
};

describe('the rules alone, on statements in free words', () => {
  it('refuse hardly any that is true', () => {
    expect(refusedOf(null).count).toBe(60);
    expect(refusedOf(null).share).toBeLessThanOrEqual(REFUSED_AT_MOST);
  });

  it('refuse most false figures, dates and names', () => {
    expect(refusedOf('figure').share).toBeGreaterThanOrEqual(FIGURES_REFUSED_FROM);
    expect(refusedOf('figure').count + refusedOf('meaning').count).toBe(60);
  });
});
