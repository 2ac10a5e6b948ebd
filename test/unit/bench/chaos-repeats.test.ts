import { describe, expect, it } from 'vitest';
import { findRepeats, type LoggedRequest } from '../../../bench/chaos/traffic.ts';

const KILL = 100;

function asked(content: string, arrivedAt: number, endedAt: number | null, changes: Partial<LoggedRequest> = {}) {
  const isAnswered = endedAt !== null;
  return {
    kind: 'model' as const,
    name: 'plan',
    content,
    arrivedAt,
    endedAt,
    isAnswered,
    isRefused: false,
    ...changes,
  };
}

const UNDISTURBED = [asked('a', 1, 2), asked('b', 3, 4), asked('b', 5, 6)];
const NOTHING = { completed: [], inFlight: [], inFlightTooOften: [], unknown: [] };

describe('findRepeats', () => {
  it('finds nothing where as much was asked as in the undisturbed run', () => {
    expect(findRepeats(UNDISTURBED, UNDISTURBED, [KILL])).toEqual(NOTHING);
  });

  it('counts a request that was answered before the kill and came again', () => {
    const log = [...UNDISTURBED, asked('a', 120, 121)];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toEqual({
      ...NOTHING,
      completed: ['model plan, answered 98 ms before a kill'],
    });
  });

  it('allows one that was under way at the kill to come again once', () => {
    const log = [asked('a', 90, 101, { isAnswered: false }), ...UNDISTURBED.slice(1), asked('a', 120, 121)];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toEqual({ ...NOTHING, inFlight: ['model plan'] });
  });

  it('does not allow it twice', () => {
    const log = [asked('a', 90, null), ...UNDISTURBED.slice(1), asked('a', 120, 121), asked('a', 130, 131)];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toMatchObject({ completed: [], inFlightTooOften: ['model plan'] });
  });

  it('leaves out what was turned away', () => {
    const log = [asked('a', 1, 2, { isRefused: true }), ...UNDISTURBED];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toEqual(NOTHING);
  });

  it('says where a request that is new parts from the nearest known one', () => {
    const { unknown } = findRepeats([...UNDISTURBED, asked('ax', 120, 121)], UNDISTURBED, [KILL]);

    expect(unknown).toEqual(['model plan, "x" in place of ""']);
  });
});
