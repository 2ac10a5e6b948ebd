import { describe, expect, it } from 'vitest';
import { ruleOnFreeStatements } from '../../bench/claims/free-statements.ts';

const DOUBTED_AT_MOST = 0.15;
const FIGURES_DOUBTED_FROM = 0.9;

const statements = await ruleOnFreeStatements();
const rulingsOn = (fault: 'figure' | 'meaning' | null) => {
  const rulings = statements.filter((one) => one.fault === fault).map(({ ruling }) => ruling);
  const doubted = rulings.filter((ruling) => ruling.refused === null && ruling.doubts.length > 0);
  return { count: rulings.length, share: doubted.length / rulings.length };
};

describe('the rules alone, on statements in free words', () => {
  it('refuse none: what a statement means is not theirs to say', () => {
    expect(statements.map(({ ruling }) => ruling.refused).filter((reason) => reason !== null)).toEqual([]);
  });

  it('doubt few that are true', () => {
    expect(rulingsOn(null).count).toBe(60);
    expect(rulingsOn(null).share).toBeLessThanOrEqual(DOUBTED_AT_MOST);
  });

  it('doubt most false figures, dates and names', () => {
    expect(rulingsOn('figure').share).toBeGreaterThanOrEqual(FIGURES_DOUBTED_FROM);
    expect(rulingsOn('figure').count + rulingsOn('meaning').count).toBe(60);
  });
});
