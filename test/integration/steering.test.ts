import type { Activities, Reading } from '@plumbline/contracts/activities';
import type { Steer } from '@plumbline/contracts/research/steering';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  approvePlanSignal,
  finishEarlySignal,
  partialReportQuery,
  steerSignal,
} from '../../workflows/deep-research/messages.ts';
import {
  hang,
  readingsOf,
  scriptActivities,
  type ScriptedActivities,
} from '../support/builders/scripted-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { findEach, scriptedHit } from '../support/builders/scripted-passages.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

describe('steering', () => {
  it('finishes early with the findings so far and says so', async () => {
    const wellBehaved = scriptActivities().activities;
    const scripted = scriptActivities({
      extractQuotes: (input) => (input.tasks[0]?.taskId === 't2' ? hang() : wellBehaved.extractQuotes(input)),
    });

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      await world.until(handle, ({ tasks }) => tasks[0]?.step === 'done' && tasks[1]?.step === 'extracting');
      await handle.signal(finishEarlySignal);
      const value = await handle.result();
      await keepHistory(handle, 'finished-early');
      return value;
    });

    expect(result).toMatchObject({ outcome: 'stopped', answered: true });
    expect(scripted.inputsOf('publishReport')[0]).toMatchObject({
      outcome: 'stopped',
      gaps: [{ kind: 'finished-early' }],
      findings: [{ findingId: 't1f1' }],
    });
  });

  it('researches the edited plan after approval', async () => {
    const scripted = scriptActivities();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ approvePlan: true });
      await world.until(handle, ({ planToApprove }) => planToApprove !== null);
      await handle.signal('approvePlan', { plan: { tasks: [] } });
      await world.until(handle, ({ rejectionCount }) => rejectionCount === 1);
      await handle.signal(approvePlanSignal, {
        plan: { tasks: [{ taskId: 'mine', text: 'Only this', rationale: '' }] },
      });
      await handle.result();
      await keepHistory(handle, 'plan-edited');
    });

    expect(new Set(scripted.inputsOf('rewriteQuery').flatMap(({ tasks }) => tasks.map(({ text }) => text)))).toEqual(
      new Set(['Only this']),
    );
  });
});

describe('a change during a run', () => {
  /** One task after the other. */
  async function inOneLane(scripted: ScriptedActivities, body: () => Promise<void>): Promise<void> {
    await world.withWorkers(scripted, body, await loadWorkflowsWith({ CONCURRENT_TASKS: 1 }));
  }

  /** Two tasks in one lane: the first waits until it is let go. */
  function scriptTasks(replaced: Partial<Activities> = {}) {
    const { activities } = scriptActivities();
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const scripted = scriptActivities({
      ...replaced,
      rewriteQuery: async (input) => {
        if (input.tasks[0]?.taskId === 't1' && input.correction === null) await gate;
        return activities.rewriteQuery(input);
      },
    });
    return { scripted, letGo };
  }

  async function steer(changes: readonly Steer[], replaced: Partial<Activities> = {}, settings = {}) {
    const { scripted, letGo } = scriptTasks(replaced);
    await inOneLane(scripted, async () => {
      const handle = await world.start({ maxRounds: 0, ...settings });
      await world.until(handle, ({ tasks }) => tasks[0]?.step === 'searching');
      for (const change of changes) await handle.signal(steerSignal, change);
      await world.until(handle, ({ steering }) => steering.length === changes.length);
      letGo();
      await handle.result();
    });
    const [published] = scripted.inputsOf('publishReport');
    if (published === undefined) throw new Error('the run publishes its report');
    return { scripted, published };
  }

  it('adds a task, drops one, and the report lists both with their time and effect', async () => {
    const { scripted, published } = await steer([
      { action: 'add-task', text: 'Who made it?' },
      { action: 'drop-task', taskId: 't2' },
    ]);

    const searched = new Set(scripted.inputsOf('searchFolder').flatMap(({ queries }) => queries));
    expect(searched).toEqual(new Set(['How long does the lamp burn?', 'Who made it?']));
    expect(published.plan?.tasks.map(({ taskId }) => taskId)).toEqual(['t1', 's1']);
    expect(published.steering).toEqual([
      expect.objectContaining({ steer: { action: 'add-task', text: 'Who made it?' } }),
      expect.objectContaining({ effect: expect.stringContaining('t2') }),
    ]);
    expect(published.gaps).toEqual([]);
  });

  it('reaches what waits while four tasks are under way', async () => {
    const tasks = ['t1', 't2', 't3', 't4', 't5'].map((taskId) => ({ taskId, text: `Part ${taskId}`, rationale: '' }));
    const { activities } = scriptActivities();
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const scripted = scriptActivities({
      planResearch: async (input) => reasoned({ ...(await activities.planResearch(input)).value, tasks }),
      rewriteQuery: async (input) => {
        await gate;
        return activities.rewriteQuery(input);
      },
    });
    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ maxRounds: 0 });
      await world.until(handle, (progress) => progress.tasks[3]?.step === 'searching');
      await handle.signal(steerSignal, { action: 'add-task', text: 'Who made it?' });
      await handle.signal(steerSignal, { action: 'drop-task', taskId: 't5' });
      await world.until(handle, ({ steering }) => steering.length === 2);
      letGo();
      await handle.result();
      await keepHistory(handle, 'steered');
    });

    const searched = new Set(scripted.inputsOf('searchFolder').flatMap(({ queries }) => queries));
    expect(searched).not.toContain('Part t5');
    expect(searched).toContain('Part t4');
    expect(searched).toContain('Who made it?');
  });

  it('leaves out the earlier findings of a dropped task', async () => {
    const { published } = await steer([{ action: 'drop-task', taskId: 't1' }]);

    expect(published.findings.map(({ taskId }) => taskId)).toEqual(['t2']);
  });

  it('stops reading a banned source and keeps it out of the report', async () => {
    const { scripted, published } = await steer([{ action: 'ban-source', locator: 'lamp.md' }]);

    expect(readingsOf(scripted)).toEqual([]);
    expect(published.findings).toEqual([]);
  });

  it('fetches no page below a banned domain', async () => {
    const page = (locator: string, rank: number) => ({ ...scriptedHit('p', 'q', rank), locator, passage: null });
    const web = { providers: ['wikipedia'] };
    const { scripted, letGo } = scriptTasks({
      searchWeb: async () => ({
        hits: [page('https://a.example.org/x', 1), page('https://good.example/y', 2)],
        notes: [],
      }),
    });
    await inOneLane(scripted, async () => {
      const handle = await world.start({}, { web });
      await world.until(handle, ({ tasks }) => tasks[0]?.step === 'searching');
      await handle.signal(steerSignal, { action: 'ban-domain', domain: 'example.org' });
      letGo();
      await handle.result();
    });

    const pages = scripted.inputsOf('readPage');
    expect(new Set(pages.map(({ hit }) => hit.locator))).toEqual(new Set(['https://good.example/y']));
    expect(pages[0]?.domainBlock).toContain('example.org');
  });

  it('reads a preferred source first', async () => {
    const hits = ['a.md', 'b.md', 'c.md'].map((locator, index) => ({
      ...scriptedHit(`p${index}`, 'q', index + 1),
      locator,
    }));
    const { scripted } = await steer([{ action: 'prefer-source', source: 'c.md' }], {
      searchFolder: findEach(async () => ({ hits, notes: [] })),
    });

    const first = readingsOf(scripted).filter(({ findingId }) => findingId.startsWith('t1'));
    expect(first.map(({ hit }) => hit.locator)).toEqual(['c.md', 'a.md', 'b.md']);
  });

  it('ranks by the new threshold and writes in the new language', async () => {
    const { scripted, published } = await steer([
      { action: 'set-threshold', relevanceThreshold: 0.35 },
      { action: 'set-language', language: 'de' },
    ]);

    expect(new Set(scripted.inputsOf('rerank').map(({ relevanceThreshold }) => relevanceThreshold))).toEqual(
      new Set([0.35]),
    );
    expect(scripted.inputsOf('synthesizeReport')[0]?.anchor.language).toBe('de');
    expect(published.anchor.language).toBe('de');
  });

  it('is refused with a reason when it has no target, and changes nothing', async () => {
    const { scripted, letGo } = scriptTasks();
    await inOneLane(scripted, async () => {
      const handle = await world.start();
      await world.until(handle, ({ tasks }) => tasks[0]?.step === 'searching');
      const nonsense = [
        { action: 'drop-task', taskId: 't9' },
        { action: 'fly' },
        { action: 'set-threshold', relevanceThreshold: 7 },
        'x',
      ];
      for (const change of nonsense) await handle.signal('steer', change as never);
      const { rejections, steering } = await world.until(
        handle,
        ({ rejectionCount }) => rejectionCount === nonsense.length,
      );
      expect(rejections[0]?.reason).toContain('there is no task "t9"; there are: t1, t2');
      expect(steering).toEqual([]);
      letGo();
      await handle.result();
    });
  });
});

describe('finishing early', () => {
  it('has the report written from every extracted finding, and asks a model only for that', async () => {
    const { activities } = scriptActivities();
    const isLast = ({ findingId }: Reading): boolean => findingId === 't2f8';
    const scripted = scriptActivities({
      assessClarity: async (input) => reasoned((await activities.assessClarity(input)).value, 1, 100),
      searchFolder: findEach(async ({ query }) => ({
        hits: Array.from({ length: 8 }, (_, index) => scriptedHit(`${query}-p${index}`, query, index + 1)),
        notes: [],
      })),
      extractQuotes: (input) => (input.readings.some(isLast) ? hang() : activities.extractQuotes(input)),
      validateRelevance: async ({ findings }) => ({
        scores: findings.map(({ findingId }) => ({ id: findingId, score: 0.01, reason: 'drifted' })),
        stored: null,
      }),
    });

    const found = await world.withWorkers(scripted, async () => {
      const handle = await world.start({ tierCaps: { tier1: 1, tier2: 0, tier3: 0 } });
      await world.until(handle, ({ tasks }) => tasks.reduce((sum, { findings }) => sum + findings, 0) === 11);
      const partial = await handle.query(partialReportQuery);
      await handle.signal(finishEarlySignal);
      await handle.result();
      return partial;
    });

    expect(found).toMatchObject({ findingCount: 11, taskCoverage: 100, stage: 'researching' });
    const [published] = scripted.inputsOf('publishReport');
    const ids = published?.findings.map(({ findingId }) => findingId).sort();
    expect(ids).toEqual(found.findings.map(({ findingId }) => findingId).sort());
    expect(ids).toHaveLength(11);
    expect(scripted.inputsOf('validateRelevance')).toHaveLength(1);
    const [synthesis] = scripted.inputsOf('synthesizeReport');
    expect(synthesis?.engine).toBe('configured');
    expect(synthesis?.findings.map(({ findingId }) => findingId).sort()).toEqual(ids);
  });
});
