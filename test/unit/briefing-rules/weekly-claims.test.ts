import { describe, expect, it } from 'vitest';
import { claimsOfTheWeek } from '../../../workflows/briefing/evaluation.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { claimOf, slot } from './samples.ts';

const output = (...claims: Parameters<typeof claimsOfTheWeek>[0]) => ({
  slot: slotOf('daily', '2026-03-04T06:30:00Z', 'UTC'),
  claims,
});

describe('claimsOfTheWeek', () => {
  it.each([
    [
      'what was first said within the week is new',
      [claimOf('c', { firstSeen: '2026-03-01', mark: 'kept' })],
      [],
      ['c new'],
    ],
    ['seven days ago is before the week', [claimOf('c', { firstSeen: '2026-02-27', mark: 'kept' })], [], ['c kept']],
    ['what this run contradicted stays so', [claimOf('c', { mark: 'contradicted' })], [], ['c contradicted']],
    ['what a daily contradicted is told once more', [], [claimOf('c', { mark: 'contradicted' })], ['c contradicted']],
    ['what a daily withdrew, too', [], [claimOf('c', { mark: 'withdrawn' })], ['c withdrawn']],
    ['what a daily only kept is not', [], [claimOf('c', { mark: 'kept' })], []],
    [
      'what fell and is told by this run is told once',
      [claimOf('c', { mark: 'contradicted' })],
      [claimOf('c', { mark: 'withdrawn' })],
      ['c contradicted'],
    ],
  ] as const)('%s', (_, claims, earlier, expected) => {
    const week = claimsOfTheWeek(claims, [output(...earlier)], slot);

    expect(week.map(({ claimId, mark }) => `${claimId} ${mark}`)).toEqual(expected);
  });
});
