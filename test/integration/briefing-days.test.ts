import { describe, expect, inject, it } from 'vitest';
import { runWorld } from '../../bench/briefing/world-days.ts';
import { openBriefingDays } from '../support/worlds/briefing-days.ts';

describe.each([
  { judge: 'with a scripted judge of news', isJudged: true },
  { judge: 'without a model', isJudged: false },
])('fourteen days of news $judge', ({ isJudged }) => {
  it('bring the deltas, diagnostics, issues and files that the method demands, and a backfill brings its day', async () => {
    const world = await openBriefingDays(inject('temporalAddress'), isJudged);
    try {
      const days = await runWorld(world, () => undefined);

      expect(days).toHaveLength(17);
      expect(days.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`))).toEqual([]);
      expect((world.model?.countOf('judge-news') ?? 0) > 0).toBe(isJudged);
    } finally {
      await world.close();
    }
  });
});
