import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { progressQuery } from '../../workflows/deep-research/messages.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { bundleWorkflows, createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

describe('the promises of a workflow', () => {
  it('cost no stack trace each', async () => {
    await world.withWorkers(scriptActivities(), async () => {
      const handle = await world.start({ approvePlan: true });
      const isRunning = () => handle.query(progressQuery).then(Boolean, () => false);
      await expect.poll(isRunning, { timeout: 20_000 }).toBe(true);

      expect(await handle.query('__stack_trace')).toBe('');
      await handle.terminate();
    });
  });

  it('are known by their workflow when nothing waits for them and they are rejected', async () => {
    const preloaded = [path('workflows/calls/no-call-stacks.ts')];
    const code = await bundleWorkflows(path('test/support/workflows/rejecting.ts'), preloaded);
    const start = { taskQueue: world.taskQueue, workflowId: `rejecting-${world.taskQueue}` };
    await world.withWorkers(
      scriptActivities(),
      async () => {
        const handle = await world.client.workflow.start('rejecting', start);
        const failureOf = async (): Promise<string | null | undefined> => {
          const { events } = await handle.fetchHistory();
          return events?.find((event) => event.workflowTaskFailedEventAttributes)?.workflowTaskFailedEventAttributes
            ?.failure?.message;
        };

        await expect.poll(failureOf, { timeout: 20_000 }).toContain('nobody waits for this');
        await handle.terminate();
      },
      code,
    );
  });
});
