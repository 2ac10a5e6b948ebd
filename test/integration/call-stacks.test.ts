import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

it('the call stack of a run names the place where it waits', async () => {
  await world.withWorkers(scriptActivities(), async () => {
    const handle = await world.start({ approvePlan: true });
    await world.until(handle, ({ planToApprove }) => planToApprove !== null);

    expect(await handle.query<string>('__stack_trace')).toMatch(/forPeople[^\n]*run-waits\.ts/);
    await handle.terminate();
  });
});
