import { describe, expect, it } from 'vitest';
import { beginningOf, nearestTerm, slipsBetween } from '../../index/passage-query.ts';

describe('slipsBetween', () => {
  it.each([
    ['default', 'default', 0],
    ['defalt', 'default', 1],
    ['deffault', 'default', 1],
    ['defualt', 'default', 1],
    ['defoult', 'default', 1],
    ['dfeualt', 'default', 2],
    ['', 'lamp', 4],
  ])('from "%s" to "%s" are %d', (one, other, slips) => {
    expect(slipsBetween(one, other)).toBe(slips);
    expect(slipsBetween(other, one)).toBe(slips);
  });
});

describe('nearestTerm', () => {
  it('allows one slip in a short word and two in a long one', () => {
    expect(nearestTerm('defalt', ['deduct', 'default', 'defect'])).toBe('default');
    expect(nearestTerm('defat', ['default'])).toBeNull();
    expect(nearestTerm('sentnial', ['sentiment', 'sentinel'])).toBe('sentinel');
  });

  it('compares without accents and capitals', () => {
    expect(nearestTerm('Gebuer', ['gebur', 'gabel'])).toBe('gebur');
  });

  it('takes no figure and no name with a mark for a word', () => {
    expect(nearestTerm('maxmemoy', ['max_memory', 'maxmemory', 'maxmemor1'])).toBe('maxmemory');
  });
});

describe('beginningOf', () => {
  it.each([
    ['Sentinal', 'se'],
    ['über', null],
    ['Übrtragung', 'ub'],
    ['2.1.0', null],
    ['max_age', null],
  ])('of "%s" is %s', (word, beginning) => {
    expect(beginningOf(word)).toBe(beginning);
  });
});
