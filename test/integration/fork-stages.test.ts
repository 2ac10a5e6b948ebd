import { isDeepStrictEqual as isEqual } from 'node:util';
import type { ForkOrigin, ForkPoint } from '@plumbline/contracts/research/fork';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { finishEarlySignal } from '../../workflows/deep-research/messages.ts';
import { hang, scriptActivities } from '../support/builders/scripted-activities.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
import { calledSince, createSettledWorld, type SettledWorld } from '../support/worlds/settled-world.ts';
import { type DeepResearchHandle, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let settled: SettledWorld;
let world: WorkflowWorld;
beforeAll(async () => {
  settled = await createSettledWorld(inject('temporalAddress'));
  world = settled.world;
});
afterAll(() => settled.close());

function fork(of: DeepResearchHandle, from: ForkPoint, origin: Partial<ForkOrigin> = {}, settings = {}) {
  const forkedFrom = { researchId: of.workflowId, from, changes: [], ancestors: [], ...origin };
  return world.start({ clarify: 'auto', ...settings }, { forkedFrom });
}

describe('a fork that keeps', () => {
  const AFTER_PLANNING = [
    'rewriteQuery',
    'searchFolder',
    'scoreRelevance',
    'rerank',
    'extractQuotes',
    'validateRelevance',
  ];
  const WRITING = ['synthesizeReport', 'checkReport', 'publishReport'];

  it.each([
    [
      'plan',
      ['keepStages', 'indexCorpus', 'planResearch', ...AFTER_PLANNING],
      ['assessClarity', 'summarizeClarification'],
    ],
    ['research', ['keepStages', 'indexCorpus', ...AFTER_PLANNING], ['assessClarity', 'planResearch']],
    ['synthesis', ['keepStages'], ['indexCorpus', 'planResearch', ...AFTER_PLANNING]],
  ] as const)('what is before %s does nothing of it again, and all the rest', async (from, done, kept) => {
    const scripted = settled.script();

    await world.withWorkers(scripted, async () => {
      const base = await settled.startAnswered();
      await base.result();
      const before = scripted.calls.length;
      const forked = await fork(base, from);
      await forked.result();
      await keepHistory(forked, `forked-from-${from}`);

      const called = calledSince(scripted, before);
      expect(called).toEqual(expect.arrayContaining([...done, ...WRITING]));
      expect(called.filter((name) => (kept as readonly string[]).includes(name))).toEqual([]);
    });

    const [own, forks] = scripted.inputsOf('publishReport');
    expect(forks?.conversation).toEqual(own?.conversation);
    expect(forks?.conversation).toHaveLength(1);
    expect(forks?.anchor).toEqual(own?.anchor);
    expect(forks?.plan).toEqual(own?.plan);
    expect(forks?.findings).toEqual(own?.findings);
    // Of research that is kept, the report says what it took.
    expect(isEqual(forks?.telemetry, own?.telemetry)).toBe(from === 'synthesis');
  });
});

describe('the plan of a fork', () => {
  it('has the tasks that a person added, without those dropped, and all of these count as approved', async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { activities } = scriptActivities();
    const scripted = settled.script({
      rewriteQuery: async (input) => {
        await gate;
        return activities.rewriteQuery(input);
      },
    });

    const release = await loadWorkflowsWith({ CONCURRENT_TASKS: 1 });
    const steerAndFork = async () => {
      const base = await world.start();
      await world.until(base, ({ tasks }) => tasks[0]?.step === 'searching');
      await settled.research.steer(base.workflowId, [
        { action: 'add-task', text: 'Who trims the wick?' },
        { action: 'drop-task', taskId: 't2' },
      ]);
      letGo();
      const forked = await fork(base, 'research');
      await Promise.all([base.result(), forked.result()]);
      const { stages } = await settled.research.forkable(forked.workflowId);

      expect(stages.plan?.plan.tasks.map(({ text }) => text)).toEqual([
        'How long does the lamp burn?',
        'Who trims the wick?',
      ]);
      expect(stages.plan?.approvedPlan?.tasks.map(({ text }) => text)).toEqual(['Who trims the wick?']);
    };
    await world.withWorkers(scripted, steerAndFork, release);
  });

  it('is the one that a person gave', async () => {
    const scripted = settled.script();
    const plan = { tasks: [{ taskId: 'mine', text: 'Only this', rationale: '' }] };

    await world.withWorkers(scripted, async () => {
      const base = await world.start();
      await base.result();
      await (await fork(base, 'research', { plan })).result();
    });

    const [, forks] = scripted.inputsOf('publishReport');
    expect(forks?.plan).toEqual(plan);
    expect(
      scripted
        .inputsOf('rewriteQuery')
        .at(-1)
        ?.approvedTasks.map(({ text }) => text),
    ).toEqual(['Only this']);
  });
});

describe('a run that is not over', () => {
  it('can be forked from the points that it has reached, also once it was cancelled', async () => {
    const scripted = settled.script({ planResearch: hang });

    await world.withWorkers(scripted, async () => {
      const base = await settled.startAnswered();
      await world.until(base, ({ resumesFrom }) => resumesFrom === 'plan');
      expect((await settled.research.forkable(base.workflowId)).points).toEqual(['plan']);
      await base.cancel();
      await expect(base.result()).rejects.toThrow('Workflow execution cancelled');
      const { stages } = await settled.research.forkable(base.workflowId);
      expect(stages.question?.anchor.refinements).toEqual(['The harbour lamp.']);
      // A person ended it.
      expect(await settled.research.resume(base.workflowId)).toBeNull();
    });
  });

  it('passes on that its research was finished early to a fork, which is published itself', async () => {
    const { activities } = scriptActivities();
    const scripted = settled.script({
      extractQuotes: (input) => (input.tasks[0]?.taskId === 't2' ? hang() : activities.extractQuotes(input)),
    });

    await world.withWorkers(scripted, async () => {
      const base = await world.start();
      await world.until(base, ({ tasks }) => tasks[0]?.step === 'done' && tasks[1]?.step === 'extracting');
      await base.signal(finishEarlySignal);
      await base.result();
      await (await fork(base, 'synthesis')).result();
    });

    const [own, forks] = scripted.inputsOf('publishReport');
    expect(own?.outcome).toBe('stopped');
    expect(forks).toMatchObject({ outcome: 'published', gaps: own?.gaps });
    expect(forks?.gaps.map(({ kind }) => kind)).toEqual(['finished-early']);
  });
});
