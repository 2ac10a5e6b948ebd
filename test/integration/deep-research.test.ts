import type { ResearchResult } from '@plumbline/contracts/report/progress';
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hang, scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { findEach, readEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

async function failureOf(run: Promise<unknown>): Promise<unknown> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WorkflowFailedError);
  return (error as WorkflowFailedError).cause;
}

describe('deepResearch', () => {
  it('records its progress where something is settled, and returns where the report is', async () => {
    const scripted = scriptActivities();

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      const value = (await handle.result()) as ResearchResult;
      await keepHistory(handle, 'happy');
      return value;
    });

    expect(result).toMatchObject({ outcome: 'published', answered: true, gapCount: 0 });
    const stages = scripted.inputsOf('recordProgress').map(({ progress }) => progress.stage);
    expect([...new Set(stages)]).toEqual(['indexing', 'planning', 'researching', 'synthesizing', 'published']);
  });

  it('searches while its first progress is still being recorded', async () => {
    const { promise: isSearched, resolve: announce } = Promise.withResolvers<void>();
    const usual = scriptActivities().activities;
    const scripted = scriptActivities({
      recordProgress: async (input) => {
        await isSearched;
        return usual.recordProgress(input);
      },
      searchFolder: async (input) => {
        announce();
        return usual.searchFolder(input);
      },
    });

    const result = await world.withWorkers(scripted, async () => (await world.start()).result());

    expect(result).toMatchObject({ outcome: 'published' });
    expect(scripted.inputsOf('recordProgress')[0]?.progress.stage).toBe('indexing');
  });

  it('gives the same frozen anchor to every reasoning step after clarification', async () => {
    const scripted = scriptActivities();

    await world.withWorkers(scripted, async () => (await world.start()).result());

    const anchored = scripted.calls.flatMap(({ input }) =>
      typeof input === 'object' && input !== null && 'anchor' in input ? [input.anchor] : [],
    );
    expect(anchored.length).toBeGreaterThan(10);
    for (const anchor of anchored) expect(anchor).toEqual(anchored[0]);
    expect(anchored[0]).toMatchObject({
      originalQuestion: 'How long does the lamp burn?',
      assumptions: ['the standard model is meant'],
      anchorHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('names a failed task as a gap and still publishes what the other task found', async () => {
    const scripted = scriptActivities({
      summarizeTask: async ({ task }) => {
        if (task.taskId === 't2') throw ApplicationFailure.nonRetryable('the second lamp broke');
        return (await scriptActivities().activities.summarizeTask({ task, findings: [] } as never)) as never;
      },
    });

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      const value = (await handle.result()) as ResearchResult;
      await keepHistory(handle, 'one-task-failed');
      return value;
    });

    expect(result).toMatchObject({ outcome: 'published', answered: true, gapCount: 1 });
    expect(scripted.inputsOf('publishReport')[0]?.gaps).toEqual([
      expect.objectContaining({ kind: 'task-failed', taskId: 't2', cause: 'the second lamp broke' }),
    ]);
  });

  it('publishes a report without an answer when nothing was found', async () => {
    const scripted = scriptActivities({ searchFolder: findEach(async () => ({ hits: [], notes: [] })) });

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      const value = (await handle.result()) as ResearchResult;
      await keepHistory(handle, 'nothing-found');
      return value;
    });

    expect(result).toMatchObject({ outcome: 'published', answered: false, gapCount: 2 });
  });

  it('has the rules read the passages when a model names none of them as relevant, and says so', async () => {
    const { activities } = scriptActivities();
    const scripted = scriptActivities({
      assessClarity: async (input) => reasoned((await activities.assessClarity(input)).value, 1, 100),
      extractQuotes: async (input) =>
        input.engine === 'offline' ? activities.extractQuotes(input) : readEach(() => null)(input),
    });

    const result = await world.withWorkers(scripted, async () => (await world.start()).result());

    expect(result).toMatchObject({ outcome: 'published', answered: true, gapCount: 0 });
    const [byModel, byRule, ...others] = scripted.inputsOf('extractQuotes');
    expect([byModel?.engine, byRule?.engine, others]).toEqual(['configured', 'offline', []]);
    expect(byRule?.readings).toEqual(byModel?.readings);
    const [published] = scripted.inputsOf('publishReport');
    expect(published?.findings).toHaveLength(2);
    expect(published?.degradations).toContainEqual({
      step: 'extractQuotes',
      cause: 'the model named no passage; the rules read them',
      count: 1,
      isByRule: true,
    });
  });

  it('continues when one search fails and fails by name when every search fails', async () => {
    const oneFails = scriptActivities({
      searchFolder: findEach(async ({ query }) => {
        if (query.startsWith('What')) throw ApplicationFailure.nonRetryable('index on fire');
        return { hits: [scriptedHit('p1', query)], notes: [] };
      }),
    });
    const allFail = scriptActivities({
      searchFolder: findEach(async () => {
        throw ApplicationFailure.nonRetryable('index on fire');
      }),
    });

    const result = await world.withWorkers(oneFails, async () => (await world.start({ maxRounds: 0 })).result());
    const failure = await world.withWorkers(allFail, async () => {
      const handle = await world.start();
      const cause = await failureOf(handle.result());
      await keepHistory(handle, 'every-search-failed');
      return cause;
    });

    expect(result).toMatchObject({ outcome: 'published', answered: true });
    expect(oneFails.inputsOf('publishReport')[0]?.gaps.map(({ kind }) => kind)).toEqual([
      'search-failed',
      'nothing-found',
    ]);
    expect(failure).toMatchObject({ type: 'AllSearchesFailed', message: expect.stringContaining('index on fire') });
    expect(allFail.inputsOf('recordProgress').at(-1)?.progress).toMatchObject({ stage: 'failed' });
  });

  it('is halted, by name, when the documents are missing', async () => {
    const scripted = scriptActivities({
      indexCorpus: async () => {
        throw ApplicationFailure.nonRetryable('the folder /corpus does not exist', 'CorpusUnavailable');
      },
    });

    const failure = await world.withWorkers(scripted, async () => failureOf((await world.start()).result()));

    expect(failure).toMatchObject({ type: 'CorpusUnavailable', message: 'the folder /corpus does not exist' });
    expect(scripted.inputsOf('recordProgress').at(-1)?.progress).toMatchObject({ stage: 'halted' });
  });

  it('records a cancelled run as cancelled', async () => {
    const scripted = scriptActivities({ searchFolder: hang });

    const failure = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      await world.until(handle, ({ stage }) => stage === 'clarifying');
      await handle.cancel();
      const cause = await failureOf(handle.result());
      await keepHistory(handle, 'cancelled');
      return cause;
    });

    expect(failure).toBeInstanceOf(CancelledFailure);
    expect(scripted.inputsOf('recordProgress').at(-1)?.progress).toMatchObject({ stage: 'cancelled' });
  });

  it('ends a run that is cancelled while its tasks are under way', async () => {
    const scripted = scriptActivities({ rerank: hang });

    const failure = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      await world.until(handle, ({ tasks }) => tasks.some(({ step }) => step === 'scoring'));
      await handle.cancel();
      return failureOf(handle.result());
    });

    expect(failure).toBeInstanceOf(CancelledFailure);
  });

  it('answers a request that the model refuses by its rule, says so, and keeps using the model', async () => {
    const cause = 'answered 413: the prompt is too long';
    const wellBehaved = scriptActivities().activities;
    const scripted = scriptActivities({
      assessClarity: async (input) => {
        if (input.engine === 'configured') throw ApplicationFailure.nonRetryable(cause, 'ModelRejected');
        return wellBehaved.assessClarity(input);
      },
    });

    await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      await handle.result();
      await keepHistory(handle, 'model-refused');
    });

    expect(scripted.inputsOf('synthesizeReport').map(({ engine }) => engine)).toEqual(['configured']);
    expect(scripted.inputsOf('publishReport')[0]?.degradations).toEqual([
      { step: 'assessClarity', cause, count: 1, isByRule: true },
    ]);
  });
});

describe('limits', () => {
  const limitGaps = (scripted: ReturnType<typeof scriptActivities>): string[] =>
    (scripted.inputsOf('publishReport')[0]?.gaps ?? [])
      .filter(({ kind }) => kind === 'limit-reached')
      .map(({ description }) => description);

  it.each([
    // A model reads what both tasks found in one call.
    { limit: {}, searches: 3, readings: 1, told: [] },
    { limit: { searches: 2 }, searches: 2, readings: 1, told: ['The limit of 2 searches was reached'] },
    { limit: { pages: 1 }, searches: 3, readings: 1, told: ['The limit of 1 passages read was reached'] },
    // Both are used up before the tasks: the only search is the one that plans them.
    { limit: { modelCalls: 5 }, searches: 1, readings: 0, told: ['The limit of 5 model calls was reached'] },
    { limit: { modelTokens: 200 }, searches: 1, readings: 0, told: ['The limit of 200 model tokens was reached'] },
  ])(
    '$limit: research stops after $searches searches and $readings readings, and the report says so',
    async ({ limit, searches, readings, told }) => {
      const wellBehaved = scriptActivities().activities;
      const scripted = scriptActivities({
        assessClarity: async (input) => reasoned((await wellBehaved.assessClarity(input)).value, 1, 100),
        planResearch: async (input) => reasoned((await wellBehaved.planResearch(input)).value, 1, 100),
      });

      const release = await loadWorkflowsWith({ LIMIT_SECONDS: 0 });
      const research = async () => (await world.start({ limits: limit })).result();
      const result = await world.withWorkers(scripted, research, release);

      expect(result).toMatchObject({ outcome: 'published' });
      expect(limitGaps(scripted)).toEqual(told.map((words) => expect.stringContaining(words)));
      expect(scripted.inputsOf('searchFolder').flatMap(({ queries }) => queries)).toHaveLength(searches);
      expect(scripted.inputsOf('extractQuotes')).toHaveLength(readings);
    },
  );

  it('stops research at the wall time, with the findings so far', async () => {
    const wellBehaved = scriptActivities().activities;
    const scripted = scriptActivities({
      extractQuotes: (input) => (input.tasks[0]?.taskId === 't2' ? hang() : wellBehaved.extractQuotes(input)),
    });

    const release = await loadWorkflowsWith({ LIMIT_SECONDS: 0 });
    const research = async () => (await world.start({ limits: { wallTimeSeconds: 6 } })).result();
    const result = await world.withWorkers(scripted, research, release);

    expect(result).toMatchObject({ outcome: 'published', answered: true });
    expect(limitGaps(scripted).join()).toContain('The limit of 6 seconds of work was reached');
    expect(scripted.inputsOf('publishReport')[0]?.findings.map(({ findingId }) => findingId)).toEqual(['t1f1']);
  });
});
