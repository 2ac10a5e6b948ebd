import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectedDays } from '../../bench/briefing/expected-without-judge.ts';
import { compareDay, readRecord } from '../../bench/briefing/world-days.ts';
import { dateOf } from '../../bench/briefing/world-places.ts';
import { openWorldRun, type WorldRun } from '../../bench/briefing/world-run.ts';

const FIRST_DAY = 1;

describe('a briefing whose worker is killed twice', () => {
  let world: WorldRun;
  beforeAll(async () => {
    world = await openWorldRun(false);
  });
  afterAll(() => world.close());

  it('says what it would have said, and is written once', async () => {
    const [expected] = expectedDays(false);
    if (expected === undefined) throw new Error('no day is expected');

    const outcome = await world.runDayWithKills(FIRST_DAY, 2);
    const record = await readRecord(world, `outputs/daily/${dateOf(FIRST_DAY)}.json`);
    expect(compareDay(expected, outcome, record)).toEqual([]);
    expect((await world.runDay(FIRST_DAY)).status).toBe('repeated');
  });
});
