import { describe, expect, it } from 'vitest';
import { computedFigures, findDerivationError } from '../../claims/calculations.ts';
import { enumeratedIn } from '../../claims/figure-support.ts';

describe('a computation', () => {
  it.each([
    ['9 + 5', '14 hours'],
    ['(9 + 5) * 60', '840 minutes'],
    ['9 − 5', '4 hours'],
    ['(9+5)/2', '7'],
    ['9 / 5', '1.8'],
    ['9 : 5', '2'],
    ['9/5', '180 %'],
    ['(9-5)/9*100', '44.4 %'],
    ['-(5 - 9)', '4'],
    ['250 × 40 %', '100'],
    ['5 - 9', '4 hours'],
  ])('is done again: %s = %s', (expression, result) => {
    expect(findDerivationError({ expression, result })).toBe(null);
  });

  it.each([
    ['a wrong result', '9 + 5', '15 hours', '9 + 5 is 14, not 15 hours'],
    ['too exact a result', '9 / 5', '1.85', '9 / 5 is 1.8, not 1.85'],
    ['words', 'nine hours and five', '14', 'cannot be computed'],
    ['an open bracket', '(9 + 5', '14', 'cannot be computed'],
    ['nothing between numbers', '9 5', '14', 'cannot be computed'],
    ['a division by zero', '9 / (5 - 5)', '0', 'cannot be computed'],
    ['no result', '9 + 5', 'many', 'is not a figure'],
  ])('is refused with %s', (_, expression, result, reason) => {
    expect(findDerivationError({ expression, result })).toContain(reason);
  });

  it('gives the figures of a statement that are its result, rounded as they are written', () => {
    const derivation = { expression: '(9-5)/9*100', result: '44.4 %' };

    expect(computedFigures(derivation, 'It burns 44 % longer.')).toEqual(['44 % longer.']);
    expect(computedFigures(derivation, 'It burns 45 % longer.')).toEqual([]);
  });
});

describe('an enumeration', () => {
  it.each([
    ['It needs oil, a wick and glass.', [3]],
    ['It needs oil, a wick, glass, and air.', [4]],
    ['Öl, Docht sowie Glas gehören dazu.', [3]],
    ['Oil and wick.', []],
    ['Oil, wick\nand glass.', [3]],
    ['Oil,   wick   and   glass; tin and lead.', [3]],
    ['It needs oil, wick and glass, and air, tin or lead.', [5]],
    ['Oil (and wick), glass, and air', []],
    [`Oil${' '.repeat(20_000)}wick`, []],
    [`${'oil, '.repeat(4_000)}`, []],
    ['1,000 lamps and 2,000 wicks', []],
    ['Parts:\n- oil\n- wick\n- glass\n- air\n\nEnd.', [4]],
  ])('counts its items: %s', (text, counts) => {
    expect([...enumeratedIn(text)]).toEqual(counts);
  });
});
