import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
beforeAll(async () => {
  world = await createCommandWorld();
});
afterAll(() => world.close());

// Forks whose runs and workers are killed: kills.test.ts.
describe('a fork', () => {
  it('is refused with what to do', async () => {
    const refusals = [
      await world.run('fork', 'nobody', '--from', 'plan'),
      await world.run('fork', 'nobody'),
      await world.run('fork', 'nobody', '--from', 'synthesis', '--max-tasks', '3', '--add-corpus', world.documents),
      await world.run('fork', 'nobody', '--from', 'research', '--relevance-threshold', '70'),
      await world.run('fork', 'nobody', '--from', 'research', '--plan', 'missing.json'),
      await world.run('fork', 'nobody', '--from', 'research', '--model', 'large'),
    ];

    expect(refusals.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(refusals.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining('there is no run "nobody". List the runs: npx plumbline list'),
      expect.stringContaining("required option '--from <point>' not specified"),
      expect.stringMatching(/--max-tasks changes nothing.*use --from research\n.*--add-corpus/),
      expect.stringContaining('--relevance-threshold: use 0 to 1'),
      expect.stringContaining('there is no file missing.json'),
      expect.stringContaining('--model: no model is set up here'),
    ]);
  });
});
