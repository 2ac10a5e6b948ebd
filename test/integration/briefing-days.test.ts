import { describe, expect, inject, it } from 'vitest';
import { runWorld } from '../../bench/briefing/world-days.ts';
import { openBriefingDays } from '../support/worlds/briefing-days.ts';

describe('fourteen days of news', () => {
  it('bring the deltas, diagnostics, issues and files that the method demands, and a backfill brings its day', async () => {
    const world = await openBriefingDays(inject('temporalAddress'));
    try {
      const days = await runWorld(world, () => undefined);

      expect(days).toHaveLength(17);
      expect(days.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`))).toEqual([]);
    } finally {
      await world.close();
    }
  }, 400_000);
});
