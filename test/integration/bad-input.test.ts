import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

async function causeOf(result: Promise<unknown>): Promise<unknown> {
  const error = await result.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WorkflowFailedError);
  return (error as WorkflowFailedError).cause;
}

describe('a workflow started by hand', () => {
  const good = { question: 'How long does it burn?', corpusDirectories: ['/corpus'] };

  it.each([
    { name: 'no input', args: [], words: 'expected object' },
    { name: 'a text', args: ['hello'], words: 'expected object' },
    { name: 'an empty question', args: [{ ...good, question: '  ' }], words: 'the question is empty' },
    {
      name: 'a question of 10,000 characters',
      args: [{ ...good, question: 'a'.repeat(10_000) }],
      words: 'at most 4000 are accepted',
    },
    { name: 'control characters', args: [{ ...good, question: 'a\u0007b' }], words: 'control characters' },
    { name: 'a number for the question', args: [{ ...good, question: 7 }], words: 'the question must be text' },
    { name: 'a relative folder', args: [{ ...good, corpusDirectories: ['docs'] }], words: 'absolute path' },
    { name: 'an unknown field', args: [{ ...good, corpus: '/x' }], words: 'Unrecognized key' },
    { name: 'an unknown setting', args: [{ ...good, settings: { speed: 9 } }], words: 'Unrecognized key' },
    {
      name: 'a limit of zero',
      args: [{ ...good, settings: { limits: { searches: 0 } } }],
      words: 'settings.limits.searches',
    },
  ])('fails as InvalidRequest for $name', async ({ args, words }) => {
    const scripted = scriptActivities();

    const cause = await world.withWorkers(scripted, async () => {
      const handle = await world.client.workflow.start('deepResearch', {
        taskQueue: world.taskQueue,
        workflowId: randomUUID(),
        args,
      });
      return causeOf(handle.result());
    });

    expect(cause).toMatchObject({ type: 'InvalidRequest', message: expect.stringContaining(words) });
    expect(scripted.calls).toEqual([]);
  });

  it('fails clearly when its type does not exist', async () => {
    const cause = await world.withWorkers(scriptActivities(), async () => {
      const start = { taskQueue: world.taskQueue, workflowId: randomUUID(), args: [good] };
      return causeOf((await world.client.workflow.start('deepReserch', start)).result());
    });

    expect(cause).toMatchObject({ type: 'UnknownWorkflowType', message: expect.stringContaining('"deepReserch"') });
  });

  it('fails as InvalidRequest when its input has an unknown encoding', async () => {
    const workflowId = randomUUID();

    const cause = await world.withWorkers(scriptActivities(), async () => {
      await world.client.workflowService.startWorkflowExecution({
        namespace: 'default',
        workflowId,
        requestId: randomUUID(),
        workflowType: { name: 'deepResearch' },
        taskQueue: { name: world.taskQueue },
        input: { payloads: [{ metadata: { encoding: Buffer.from('alien/1') }, data: Buffer.from('zz') }] },
      });
      return causeOf(world.client.workflow.getHandle(workflowId).result());
    });

    expect(cause).toMatchObject({ type: 'InvalidRequest', message: expect.stringContaining('encoding "alien/1"') });
  });
});
