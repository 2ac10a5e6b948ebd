import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Activities } from '../../workflows/contracts/activities.ts';
import type { ResearchProgress } from '../../workflows/contracts/progress.ts';
import { recordCalls, scriptActivities } from '../support/builders/scripted-activities.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

/** Lets everything else go first, many times. */
async function yieldOften(): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Every step says that no model is configured, so that all of them run within the workflow task; every other call is slow. */
function unevenRules(): ReturnType<typeof recordCalls> {
  let calls = 0;
  const activities = Object.entries(scriptActivities().activities).map(([name, act]) => [
    name,
    async (input: never) => {
      calls += 1;
      if (calls % 2 === 0) await yieldOften();
      const result: unknown = await act(input);
      if (typeof result !== 'object' || result === null || !('cost' in result)) return result;
      return {
        ...result,
        cost: { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations: [], isWithoutModel: true },
      };
    },
  ]);
  return recordCalls(Object.fromEntries(activities) as Activities);
}

it('a run whose slow rules stand beside fast ones tells the same when another worker replays it', async () => {
  const scripted = unevenRules();
  const handle = await world.withWorkers(scripted, async () => {
    const started = await world.start();
    await started.result();
    return started;
  });

  const ask = () => world.withWorkers(scripted, () => handle.query<ResearchProgress>('progress'));
  const [first, second] = [await ask(), await ask()];

  expect(first).toMatchObject({ stage: 'published', result: { outcome: 'published' } });
  expect(second).toEqual(first);
});
