import { isDeepStrictEqual as isEqual } from 'node:util';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createKeepStages } from '../../activities/keep-stages.ts';
import { createRecordProgress } from '../../activities/record-progress.ts';
import { createFileBlobStore } from '../../activities/storage/file-blob-store.ts';
import { createFileRunStore, type RunStore } from '../../activities/storage/file-run-store.ts';
import { createStoreEvidence } from '../../activities/store-evidence.ts';
import { createResearchClient, type ResearchClient } from '../../client/runs/research-client.ts';
import type { Activities } from '../../workflows/contracts/activities.ts';
import type { ForkOrigin, ForkPoint } from '../../workflows/contracts/fork.ts';
import { answerClarificationSignal, finishEarlySignal } from '../../workflows/deep-research/messages.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { hang, type ScriptedActivities, scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import {
  createWorkflowWorld,
  type DeepResearchHandle,
  keepHistory,
  type WorkflowWorld,
} from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let runs: RunStore;
let research: ResearchClient;
/** What was noted as kept, by the run that it was kept of. */
const keptOf: string[] = [];
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
  home = await temporaryFolder();
  runs = createFileRunStore(home.path);
  const { client, taskQueue } = world;
  const store = async () => runs;
  research = createResearchClient({ client, listing: client, taskQueue, tenant: null, hidesQuestions: false, store });
});
afterAll(async () => {
  await world.close();
  await home.dispose();
});

/** The record of what runs settle, as it is kept; the scripted texts are not. */
function recording(): Partial<Activities> {
  const blobs = createFileBlobStore(home.path);
  const keepStages = createKeepStages({
    runs,
    blobs: { getText: async () => '' },
    pages: { copyAll: async () => undefined },
    calls: { noteKept: async (_payer, from) => void keptOf.push(from) },
  });
  return {
    storeEvidence: createStoreEvidence({ blobs, runs }),
    recordProgress: createRecordProgress({
      runs,
      blobs,
      calls: { ledgerOf: async () => null },
      temporalAddress: async () => '127.0.0.1:7233',
    }),
    keepStages: (input) => keepStages(input, new AbortController().signal),
  };
}

/** Activities that ask one question, and keep the record that forks begin from. */
function scriptForks(replaced: Partial<Activities> = {}): ScriptedActivities {
  const { activities } = scriptActivities();
  return scriptActivities({
    assessClarity: async (input) => {
      const assessed = await activities.assessClarity(input);
      const questions =
        input.maxQuestions === 0 || input.conversation.length > 0 ? [] : [{ text: 'Which?', reason: '' }];
      return reasoned({ ...assessed.value, questions });
    },
    ...recording(),
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
    // Of research that is kept, the report says what it took.
    expect(isEqual(forks?.telemetry, own?.telemetry)).toBe(from === 'synthesis');
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
      await research.steer(base.workflowId, [
        { action: 'add-task', text: 'Who trims the wick?' },
        { action: 'drop-task', taskId: 't2' },
      ]);
      letGo();
      const forked = await fork(base, 'research');
      await Promise.all([base.result(), forked.result()]);
      const { stages } = await research.forkable(forked.workflowId);

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
      await world.until(base, ({ resumesFrom }) => resumesFrom === 'plan');
      expect((await research.forkable(base.workflowId)).points).toEqual(['plan']);
      await base.cancel();
      await expect(base.result()).rejects.toThrow('Workflow execution cancelled');
      const { stages } = await research.forkable(base.workflowId);
      expect(stages.question?.anchor.refinements).toEqual(['The harbour lamp.']);
      // A person ended it.
      expect(await research.resume(base.workflowId)).toBeNull();
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

describe('a run that failed', () => {
  const broken = async (): Promise<never> => {
    throw ApplicationFailure.nonRetryable('the disk is gone');
  };
  const RESEARCH = ['rewriteQuery', 'search', 'extractQuotes'];

  it.each([
    ['planResearch', 'plan', ['indexCorpus', 'planResearch', ...RESEARCH], ['assessClarity']],
    ['storeEvidence', 'research', ['indexCorpus', ...RESEARCH], ['assessClarity', 'planResearch']],
    ['publishReport', 'synthesis', ['publishReport'], ['assessClarity', 'planResearch', ...RESEARCH]],
  ] as const)('in %s resumes under its id from %s', async (failing, from, done, kept) => {
    const scripted = scriptForks();
    const failed = await world.withWorkers(scriptForks({ [failing]: broken }), async () => {
      const handle = await startAnswered();
      await expect(handle.result()).rejects.toThrow();
      return handle;
    });
    const { progress } = (await runs.read(failed.workflowId)) ?? {};
    expect(progress).toMatchObject({ stage: 'failed', failure: 'the disk is gone', resumesFrom: from });

    await world.withWorkers(scripted, async () => {
      expect(await research.resume(failed.workflowId)).toBe(from);
      await research.result(failed.workflowId);
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
    expect(keptOf).not.toContain(failed.workflowId);
    expect(await research.resume(failed.workflowId)).toBeNull();
  });

  it('goes on with the limits and changes that people had sent', async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { activities } = scriptActivities();
    const before = scriptForks({
      rewriteQuery: async (input) => {
        await gate;
        return activities.rewriteQuery(input);
      },
      storeEvidence: broken,
    });
    const failed = await world.withWorkers(before, async () => {
      const handle = await world.start({ concurrency: 1 });
      await world.until(handle, ({ tasks }) => tasks[0]?.step === 'searching');
      await research.steer(handle.workflowId, [{ action: 'add-task', text: 'Who trims the wick?' }]);
      await research.extend(handle.workflowId, { searches: 99 });
      letGo();
      await expect(handle.result()).rejects.toThrow();
      return handle;
    });
    const scripted = scriptForks();

    await world.withWorkers(scripted, async () => {
      await research.resume(failed.workflowId);
      await research.result(failed.workflowId);
    });

    const [published] = scripted.inputsOf('publishReport');
    expect(published?.steering).toMatchObject([{ steer: { action: 'add-task', text: 'Who trims the wick?' } }]);
    expect(published?.plan?.tasks.map(({ text }) => text)).toContain('Who trims the wick?');
    expect((await runs.read(failed.workflowId))?.progress?.limits.searches).toBe(99);
  });

  it('before anything was settled has nothing to go on from', async () => {
    await world.withWorkers(scriptForks({ indexCorpus: broken }), async () => {
      const handle = await world.start();
      await expect(handle.result()).rejects.toThrow();

      expect(await research.resume(handle.workflowId)).toBeNull();
      expect((await runs.read(handle.workflowId))?.progress).not.toHaveProperty('resumesFrom');
    });
  });
});
