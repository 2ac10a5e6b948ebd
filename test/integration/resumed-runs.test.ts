import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { calledSince, createSettledWorld, type SettledWorld } from '../support/worlds/settled-world.ts';
import type { WorkflowWorld } from '../support/worlds/workflow-world.ts';

let settled: SettledWorld;
let world: WorkflowWorld;
beforeAll(async () => {
  settled = await createSettledWorld(inject('temporalAddress'));
  world = settled.world;
});
afterAll(() => settled.close());

describe('a run that failed', () => {
  const broken = async (): Promise<never> => {
    throw ApplicationFailure.nonRetryable('the disk is gone');
  };
  const RESEARCH = ['rewriteQuery', 'searchFolder', 'extractQuotes'];

  it.each([
    ['planResearch', 'plan', ['indexCorpus', 'planResearch', ...RESEARCH], ['assessClarity']],
    ['searchFolder', 'research', ['indexCorpus', ...RESEARCH], ['assessClarity', 'planResearch']],
    ['publishReport', 'synthesis', ['publishReport'], ['assessClarity', 'planResearch', ...RESEARCH]],
  ] as const)('in %s resumes under its id from %s', async (failing, from, done, kept) => {
    const scripted = settled.script();
    const failed = await world.withWorkers(settled.script({ [failing]: broken }), async () => {
      const handle = await settled.startAnswered();
      await expect(handle.result()).rejects.toThrow('Workflow execution failed');
      return handle;
    });
    const { progress } = (await settled.runs.read(failed.workflowId)) ?? {};
    const failure = expect.stringContaining('the disk is gone') as unknown;
    expect(progress).toMatchObject({ stage: 'failed', failure, resumesFrom: from });

    await world.withWorkers(scripted, async () => {
      expect(await settled.research.resume(failed.workflowId)).toBe(from);
      await settled.research.result(failed.workflowId);
    });

    const called = calledSince(scripted, 0);
    expect(called).toEqual(expect.arrayContaining([...done]));
    expect(called.filter((name) => (kept as readonly string[]).includes(name))).toEqual([]);
    const [published] = scripted.inputsOf('publishReport');
    expect(published).toMatchObject({ researchId: failed.workflowId, outcome: 'published' });
    expect(published?.conversation).toHaveLength(1);
    expect(published?.usage.searches).toBe(4);
    expect(published?.findings.length).toBeGreaterThan(0);
    // It is the run itself: nothing counts as kept of another one, and it is asked for once.
    expect(settled.keptOf).not.toContain(failed.workflowId);
    expect(await settled.research.resume(failed.workflowId)).toBeNull();
  });

  it('goes on with the limits and changes that people had sent', async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { activities } = scriptActivities();
    const before = settled.script({
      rewriteQuery: async (input) => {
        await gate;
        return activities.rewriteQuery(input);
      },
      searchFolder: broken,
    });
    const failed = await world.withWorkers(before, async () => {
      const handle = await world.start();
      await world.until(handle, ({ tasks }) => tasks[0]?.step === 'searching');
      await settled.research.steer(handle.workflowId, [{ action: 'add-task', text: 'Who trims the wick?' }]);
      await settled.research.extend(handle.workflowId, { searches: 99 });
      letGo();
      await expect(handle.result()).rejects.toThrow('Workflow execution failed');
      return handle;
    });
    const scripted = settled.script();

    await world.withWorkers(scripted, async () => {
      await settled.research.resume(failed.workflowId);
      await settled.research.result(failed.workflowId);
    });

    const [published] = scripted.inputsOf('publishReport');
    expect(published?.steering).toMatchObject([{ steer: { action: 'add-task', text: 'Who trims the wick?' } }]);
    expect(published?.plan?.tasks.map(({ text }) => text)).toContain('Who trims the wick?');
    expect((await settled.runs.read(failed.workflowId))?.progress?.limits.searches).toBe(99);
  });

  it('before anything was settled has nothing to go on from', async () => {
    await world.withWorkers(settled.script({ indexCorpus: broken }), async () => {
      const handle = await world.start();
      await expect(handle.result()).rejects.toThrow('Workflow execution failed');

      expect(await settled.research.resume(handle.workflowId)).toBeNull();
      expect((await settled.runs.read(handle.workflowId))?.progress).not.toHaveProperty('resumesFrom');
    });
  });
});
