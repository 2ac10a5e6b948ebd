import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Activities } from '../../workflows/contracts/activities.ts';
import type { ForkOrigin, ForkPoint } from '../../workflows/contracts/fork.ts';
import {
  answerClarificationSignal,
  finishEarlySignal,
  forkableQuery,
  steerSignal,
} from '../../workflows/deep-research/messages.ts';
import { hang, type ScriptedActivities, scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import {
  createWorkflowWorld,
  type DeepResearchHandle,
  keepHistory,
  type WorkflowWorld,
} from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

/** Activities that ask one question; those of a fork ask the other run what it has settled. */
function scriptForks(replaced: Partial<Activities> = {}): ScriptedActivities {
  const { activities } = scriptActivities();
  return scriptActivities({
    assessClarity: async (input) => {
      const assessed = await activities.assessClarity(input);
      const questions =
        input.maxQuestions === 0 || input.conversation.length > 0 ? [] : [{ text: 'Which?', reason: '' }];
      return reasoned({ ...assessed.value, questions });
    },
    keepStages: async ({ origin }) =>
      (await world.client.workflow.getHandle(origin.researchId).query(forkableQuery, origin.from)).stages,
    ...replaced,
  });
}

async function startAnswered(settings: Record<string, unknown> = {}): Promise<DeepResearchHandle> {
  const handle = await world.start({ clarify: 'auto', ...settings });
  await world.until(handle, ({ pendingClarification }) => pendingClarification !== null);
  await handle.signal(answerClarificationSignal, { text: 'The harbour lamp.' });
  return handle;
}

function fork(of: DeepResearchHandle, from: ForkPoint, origin: Partial<ForkOrigin> = {}, settings = {}) {
  const forkedFrom = { researchId: of.workflowId, from, changes: [], ancestors: [], ...origin };
  return world.start({ clarify: 'auto', ...settings }, { forkedFrom });
}

/** Activities that were called since, each named once, without those that only show something. */
function calledSince(scripted: ScriptedActivities, count: number): string[] {
  const names = scripted.calls.slice(count).map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== 'recordProgress');
}

describe('a fork that keeps', () => {
  const AFTER_PLANNING = ['rewriteQuery', 'search', 'scoreRelevance', 'rerank', 'extractQuotes', 'validateRelevance'];
  const WRITING = [
    'synthesizeReport',
    'checkLanguage',
    'verifyReport',
    'checkQuality',
    'reviewAlignment',
    'publishReport',
  ];

  it.each([
    [
      'plan',
      ['keepStages', 'indexCorpus', 'planResearch', ...AFTER_PLANNING],
      ['assessClarity', 'summarizeClarification'],
    ],
    ['research', ['keepStages', 'indexCorpus', ...AFTER_PLANNING], ['assessClarity', 'planResearch']],
    ['synthesis', ['keepStages'], ['indexCorpus', 'planResearch', ...AFTER_PLANNING]],
  ] as const)('what is before %s does nothing of it again, and all the rest', async (from, done, kept) => {
    const scripted = scriptForks();

    await world.withWorkers(scripted, async () => {
      const base = await startAnswered();
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
    // Of what is kept, the report says what it took.
    if (from === 'synthesis') expect(forks?.telemetry).toEqual(own?.telemetry);
  });
});

describe('the plan of a fork', () => {
  it('has the tasks that a person added, without those dropped, and all of these count as approved', async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { activities } = scriptActivities();
    const scripted = scriptForks({
      rewriteQuery: async (input) => {
        await gate;
        return activities.rewriteQuery(input);
      },
    });

    await world.withWorkers(scripted, async () => {
      const base = await world.start({ concurrency: 1 });
      await world.until(base, ({ tasks }) => tasks[0]?.step === 'searching');
      await base.signal(steerSignal, { action: 'add-task', text: 'Who trims the wick?' });
      await base.signal(steerSignal, { action: 'drop-task', taskId: 't2' });
      await world.until(base, ({ steering }) => steering.length === 2);
      letGo();
      const forked = await fork(base, 'research');
      await Promise.all([base.result(), forked.result()]);
      const { stages } = await forked.query(forkableQuery, 'research');

      expect(stages.plan?.plan.tasks.map(({ text }) => text)).toEqual([
        'How long does the lamp burn?',
        'Who trims the wick?',
      ]);
      expect(stages.plan?.approvedPlan?.tasks.map(({ text }) => text)).toEqual(['Who trims the wick?']);
    });
  });

  it('is the one that a person gave', async () => {
    const scripted = scriptForks();
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
    const scripted = scriptForks({ planResearch: hang });

    await world.withWorkers(scripted, async () => {
      const base = await startAnswered();
      await world.until(base, ({ stage }) => stage === 'planning');
      expect((await base.query(forkableQuery)).points).toEqual(['plan']);
      expect(await base.query(forkableQuery, 'synthesis')).toMatchObject({ points: ['plan'], stages: {} });
      await base.cancel();
      await expect(base.result()).rejects.toThrow();
      expect((await base.query(forkableQuery, 'plan')).stages.question?.anchor.refinements).toEqual([
        'The harbour lamp.',
      ]);
    });
  });

  it('passes on that its research was finished early to a fork, which is published itself', async () => {
    const { activities } = scriptActivities();
    const scripted = scriptForks({
      extractQuotes: (input) => (input.task.taskId === 't2' ? hang() : activities.extractQuotes(input)),
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
