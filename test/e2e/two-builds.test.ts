import { describe, expect, inject, it } from 'vitest';
import { rollForthAndBack } from '../support/worlds/two-builds.ts';

/** `npm run bench -- --only builds` has fifty. */
const RUNS = 9;

describe('an older and a newer build side by side', () => {
  it('lose no run and refuse no start, rolling forth and back over a change of the database', async () => {
    const rolled = await rollForthAndBack(inject('temporalAddress'), RUNS);

    expect(rolled).toEqual({
      started: RUNS,
      published: RUNS,
      refusedStarts: [],
      refusedRuns: 0,
      stayed: RUNS,
      ofEach: [6, 3],
    });
  });
});
