import { describe, expect, it } from 'vitest';
import { isBetter, isLow } from '../../../workflows/domain/report-quality.ts';
import { GOOD_SCORES } from '../../support/builders/scripted-activities.ts';

describe('isLow', () => {
  it.each([
    [{ queryAdherence: 69 }, true],
    [{ citationSupport: 69 }, true],
    [{ queryAdherence: 70, citationSupport: 70 }, false],
    [{ completeness: 0, languagePurity: 0, quoteExactness: 0 }, false],
  ])('%o: %s', (changes, expected) => {
    expect(isLow({ ...GOOD_SCORES, ...changes })).toBe(expected);
  });
});

describe('isBetter', () => {
  const former = { ...GOOD_SCORES, queryAdherence: 40, completeness: 80 };

  it('takes a repair that raises the weaker score', () => {
    expect(isBetter({ ...former, queryAdherence: 60, citationSupport: 50 }, former)).toBe(true);
  });

  it('takes none that changes nothing, weakens the other score, or answers less of the question', () => {
    expect(isBetter(former, former)).toBe(false);
    expect(isBetter({ ...former, queryAdherence: 100, citationSupport: 30 }, former)).toBe(false);
    expect(isBetter({ ...former, queryAdherence: 100, completeness: 79 }, former)).toBe(false);
  });
});
