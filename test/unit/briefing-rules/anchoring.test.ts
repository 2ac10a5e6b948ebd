import { describe, expect, it } from 'vitest';
import { checkAnchoring } from '../../../workflows/briefing/evaluation.ts';
import { addDays } from '../../../workflows/domain/briefing/slots.ts';
import { slot } from './samples.ts';

/** One entry a day, the last one on the day before the slot's. */
const log = (convictions: number[], contradictedOn: number[] = [], theme = 'storage') =>
  convictions.map((conviction, index) => ({
    day: addDays('2026-03-06', index - convictions.length),
    theme,
    conviction,
    confirmed: 1,
    contradicting: contradictedOn.includes(index) ? 1 : 0,
  }));

describe('checkAnchoring', () => {
  it.each([
    ['did not move for 5 days although contradicted: flagged', log([8, 8, 8, 8, 8], [0]), ['storage']],
    ['did not move, nothing contradicted it', log([8, 8, 8, 8, 8]), []],
    ['moved', log([8, 8, 7, 8, 8], [1]), []],
    ['contradicted only before the last 5 days', log([8, 8, 8, 8, 8, 8], [0]), []],
    ['moved only before the last 5 days', log([7, 8, 8, 8, 8, 8], [3]), ['storage']],
    ['a theme with fewer days beside one with 5', [...log([8, 8, 8, 8, 8]), ...log([5, 5], [1], 'tariffs')], []],
  ])('%s', (_, entries, anchored) => {
    expect(checkAnchoring(entries, slot)).toEqual({ anchored, note: '' });
  });

  it.each([
    ['fewer than 5 days', log([8, 8, 8, 8], [0]), 'the conviction log has 4 days, fewer than 5'],
    [
      '5 entries on 4 days',
      [...log([8, 8, 8, 8], [0]), ...log([5], [], 'tariffs')],
      'the conviction log has 4 days, fewer than 5',
    ],
    ['no log', null, 'the conviction log is missing'],
  ])('is skipped and says why: %s', (_, entries, note) => {
    expect(checkAnchoring(entries, slot)).toEqual({ anchored: null, note });
  });

  it('does not look at days after the slot', () => {
    expect(checkAnchoring(log([8, 8, 8, 8, 8], [0]), { day: '2026-03-04' }).anchored).toBeNull();
  });
});
