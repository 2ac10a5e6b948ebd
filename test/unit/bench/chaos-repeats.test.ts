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
  it('finds nothing when the requests equal those of the undisturbed run', () => {
    expect(findRepeats(UNDISTURBED, UNDISTURBED, [KILL])).toEqual(NOTHING);
  });

  it('counts a request that was answered before the kill and repeated', () => {
    const log = [...UNDISTURBED, asked('a', 520, 521)];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toEqual({
      ...NOTHING,
      completed: ['model plan, answered 98 ms before a kill'],
    });
  });

  it('allows one repeat of a request in flight at the kill', () => {
    const log = [asked('a', 90, 101, { isAnswered: false }), ...UNDISTURBED.slice(1), asked('a', 520, 521)];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toEqual({ ...NOTHING, inFlight: ['model plan'] });
  });

  it('treats requests of the dying process, and answers that just left the server, as in flight', () => {
    const dying = [asked('a', 103, 104), ...UNDISTURBED.slice(1), asked('a', 900, 901)];
    const leaving = [asked('a', 60, 97), ...UNDISTURBED.slice(1), asked('a', 900, 901)];

    expect(findRepeats(dying, UNDISTURBED, [KILL])).toEqual({ ...NOTHING, inFlight: ['model plan'] });
    expect(findRepeats(leaving, UNDISTURBED, [KILL])).toEqual({ ...NOTHING, inFlight: ['model plan'] });
  });

  it('counts a request that is sent twice after the kill', () => {
    const log = [...UNDISTURBED.slice(1), asked('a', 900, 901), asked('a', 910, 911)];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toEqual({ ...NOTHING, completed: ['model plan, without a kill'] });
  });

  it('does not allow two repeats', () => {
    const log = [asked('a', 90, null), ...UNDISTURBED.slice(1), asked('a', 520, 521), asked('a', 530, 531)];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toMatchObject({ completed: [], inFlightTooOften: ['model plan'] });
  });

  it('ignores rejected requests', () => {
    const log = [asked('a', 1, 2, { isRefused: true }), ...UNDISTURBED];

    expect(findRepeats(log, UNDISTURBED, [KILL])).toEqual(NOTHING);
  });

  it('says where a new request differs from the nearest known one', () => {
    const { unknown } = findRepeats([...UNDISTURBED, asked('ax', 520, 521)], UNDISTURBED, [KILL]);

    expect(unknown).toEqual(['model plan, "x" in place of ""']);
  });
});
