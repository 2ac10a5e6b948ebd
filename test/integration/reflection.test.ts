import type { Activities } from '@plumbline/contracts/activities';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import type { Reflection } from '@plumbline/contracts/research/reflection';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned, scriptedFinding } from '../support/builders/scripted-evidence.ts';
import { findEach, readEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const NOTHING: Reflection = { gaps: [], tasks: [], contradictions: [] };

const TASKS = [
  { taskId: 't1', text: 'burning time', rationale: '' },
  { taskId: 't2', text: 'filling', rationale: '' },
];

function naming(...texts: string[]): Reflection {
  const tasks = texts.map((text) => ({ text, rationale: 'no finding says it' }));
  return { ...NOTHING, gaps: texts.map((text) => ({ taskId: null, text: `Nothing answers: ${text}` })), tasks };
}

/** Two planned tasks, by a model; every search finds a passage of its own. */
function scriptReflection(replaced: Partial<Activities> = {}) {
  return scriptActivities({
    planResearch: async () => reasoned({ tasks: TASKS }, 1, 10),
    searchFolder: findEach(async ({ query }) => ({ hits: [scriptedHit(`p-${query}`, query)], notes: [] })),
    extractQuotes: readEach(({ findingId, hit }) => scriptedFinding(findingId, hit.passage.passageId)),
    ...replaced,
  });
}

async function run(
  scripted: ReturnType<typeof scriptReflection>,
  settings: Readonly<Record<string, unknown>>,
  shape?: string,
) {
  await world.withWorkers(scripted, async () => {
    const handle = await world.start(settings);
    await handle.result();
    if (shape !== undefined) await keepHistory(handle, shape);
  });
  const [published] = scripted.inputsOf('publishReport');
  if (published === undefined) throw new Error('nothing was published');
  return published;
}

describe('before a follow-up round, a look at all findings', () => {
  it('names what is looked for next, sees what came of it, and is recorded', async () => {
    const answers = [naming('who fills it'), NOTHING];
    const scripted = scriptReflection({
      reflectOnFindings: async () => reasoned(answers.shift() ?? NOTHING, 1, 10),
    });

    const { plan, telemetry } = await run(scripted, { maxRounds: 3 }, 'reflected');

    const inputs = scripted.inputsOf('reflectOnFindings');
    expect(inputs.map(({ tasks }) => tasks.map(({ text }) => text))).toEqual([
      ['burning time', 'filling'],
      ['burning time', 'filling', 'who fills it'],
    ]);
    expect(inputs.map(({ findings }) => findings.length)).toEqual([2, 3]);
    expect(plan?.tasks.map(({ taskId, text }) => [taskId, text])).toEqual([
      ['t1', 'burning time'],
      ['t2', 'filling'],
      ['r1t1', 'who fills it'],
    ]);
    expect(telemetry.counts.rounds).toBe(1);
    expect(telemetry.reflections).toEqual([
      { round: 1, gaps: ['Nothing answers: who fills it'], tasks: ['who fills it'] },
    ]);
    const shown = scripted
      .inputsOf('recordProgress')
      .at(-1)
      ?.progress.tasks.map(({ reason }) => reason);
    expect(shown).toEqual([undefined, undefined, 'no finding says it']);
  });

  it('is told once what the clarification left open', async () => {
    const clear = { language: 'en', keyEntities: ['lamp'], namedReferences: [], scope: '', coverage: 0.4 };
    const open = { knowledgeGaps: ['Which oil?'], questions: [], assumptions: [] };
    const answers = [naming('which oil'), NOTHING];
    const scripted = scriptReflection({
      assessClarity: async () => reasoned({ ...clear, ...open }),
      reflectOnFindings: async () => reasoned(answers.shift() ?? NOTHING, 1, 10),
    });

    await run(scripted, { maxRounds: 2 });

    const gaps = scripted.inputsOf('reflectOnFindings').map((input) => input.gaps.map(({ text }) => text));
    expect(gaps).toEqual([['Which oil?'], ['Nothing answers: which oil']]);
    expect(scripted.inputsOf('synthesizeReport')).toHaveLength(1);
    expect(JSON.stringify(scripted.inputsOf('synthesizeReport'))).not.toMatch(/Which oil|coverage/);
  });

  it('adds to what the rules look for, within the limit on tasks', async () => {
    const scripted = scriptReflection({
      searchFolder: findEach(async ({ query }) => ({
        hits: query === 'filling' ? [] : [scriptedHit(`p-${query}`, query)],
        notes: [],
      })),
      reflectOnFindings: async ({ maxTasks }) => reasoned(naming(...['a', 'b', 'c'].slice(0, maxTasks)), 1, 10),
    });

    await run(scripted, { maxRounds: 1, maxTasks: 2 });

    const [asked] = scripted.inputsOf('reflectOnFindings');
    expect(asked).toMatchObject({ lookedFor: ['filling'], maxTasks: 1 });
    const researched = new Set(
      scripted.inputsOf('rewriteQuery').flatMap(({ tasks }) => tasks.map(({ taskId, text }) => `${taskId} ${text}`)),
    );
    expect(researched).toEqual(new Set(['t1 burning time', 't2 filling', 'r1t1 filling', 'r1t2 a']));
  });

  it('is not taken again after a round that brought nothing new', async () => {
    const scripted = scriptReflection({
      searchFolder: findEach(async ({ query }) => ({
        hits: TASKS.some(({ text }) => text === query) ? [scriptedHit('p1', query)] : [],
        notes: [],
      })),
      reflectOnFindings: async () => reasoned(naming('who fills it'), 1, 10),
    });

    const { telemetry } = await run(scripted, { maxRounds: 5 });

    expect(telemetry.counts.rounds).toBe(1);
    expect(scripted.inputsOf('reflectOnFindings')).toHaveLength(1);
  });

  it.each([
    ['without a model', { planResearch: async () => reasoned({ tasks: TASKS }) }, {}],
    [
      'for one task with good evidence',
      { planResearch: async () => reasoned({ tasks: TASKS.slice(0, 1) }, 1, 10) },
      {},
    ],
    ['without a round', {}, { maxRounds: 0 }],
  ])('is not taken %s', async (_, replaced, settings) => {
    const scripted = scriptReflection(replaced);

    const { telemetry } = await run(scripted, settings);

    expect(scripted.inputsOf('reflectOnFindings')).toEqual([]);
    expect(telemetry.reflections).toEqual([]);
  });

  it('holds nothing up when it fails', async () => {
    const scripted = scriptReflection({
      reflectOnFindings: async () => {
        throw ApplicationFailure.nonRetryable('the findings are unreadable', FailureType.InvalidRequest);
      },
    });

    const { outcome, degradations } = await run(scripted, { maxRounds: 2 });

    expect(outcome).toBe('published');
    expect(degradations).toEqual([
      expect.objectContaining({ step: 'reflectOnFindings', cause: expect.stringContaining('unreadable') }),
    ]);
  });
});
