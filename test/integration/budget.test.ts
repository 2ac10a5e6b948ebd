import type { Activities } from '@plumbline/contracts/activities';
import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { extendBudgetSignal, finishEarlySignal } from '../../workflows/deep-research/messages.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
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

const REASONING = ['assessClarity', 'planResearch', 'rewriteQuery', 'extractQuotes', 'synthesizeReport'] as const;

const isParked = ({ waits }: ResearchProgress): boolean => waits.some(({ kind }) => kind === 'budget');

/** Activities of which every reasoning call until the plan costs something. */
function scriptCosts() {
  const { activities } = scriptActivities();
  return scriptActivities({
    assessClarity: async (input) => reasoned((await activities.assessClarity(input)).value, 1, 100),
    planResearch: async (input) => reasoned((await activities.planResearch(input)).value, 1, 100),
  });
}

async function awaitsInput(handle: DeepResearchHandle): Promise<boolean> {
  const { searchAttributes } = await handle.describe();
  return searchAttributes['AwaitingInput']?.[0] === true;
}

describe('a limit', () => {
  it.each([
    { name: 'searches', limits: { searches: 1 }, raised: { searches: 50 } },
    { name: 'pages', limits: { pages: 1 }, raised: { pages: 50 } },
    { name: 'modelCalls', limits: { modelCalls: 6 }, raised: { modelCalls: 50 } },
    { name: 'modelTokens', limits: { modelTokens: 210 }, raised: { modelTokens: 5_000 } },
  ])('of $name parks the run until it is raised, and the report holds everything', async ({ name, limits, raised }) => {
    const scripted = scriptCosts();

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start({ limits });
      const { waits, limits: before } = await world.until(handle, isParked);
      const limit = Object.values(limits)[0];
      expect(waits).toEqual([expect.objectContaining({ kind: 'budget', subject: name, limit })]);
      expect(await awaitsInput(handle)).toBe(true);
      await handle.signal(extendBudgetSignal, raised);
      const value = await handle.result();
      expect(before).toMatchObject(limits);
      expect(await awaitsInput(handle)).toBe(false);
      await keepHistory(handle, `parked-${name}`);
      return value;
    });

    expect(result).toMatchObject({ outcome: 'published', answered: true, gapCount: 0 });
    expect(scripted.inputsOf('publishReport')[0]?.findings).toHaveLength(2);
  });

  it.each([4, 5, 6, 7])(
    'of %i model calls parks wherever it is reached, and nothing is missing in the end',
    async (modelCalls) => {
      const { activities } = scriptActivities();
      const paid = Object.fromEntries(
        REASONING.map((name) => [
          name,
          async (input: never) => reasoned((await activities[name](input)).value as unknown, 1, 100),
        ]),
      ) as Partial<Activities>;
      const scripted = scriptActivities(paid);

      const result = await world.withWorkers(scripted, async () => {
        const handle = await world.start({ limits: { modelCalls } });
        await world.until(handle, isParked);
        await handle.signal(extendBudgetSignal, { modelCalls: 500 });
        return handle.result();
      });

      expect(result).toMatchObject({ outcome: 'published', answered: true, gapCount: 0 });
      expect(scripted.inputsOf('publishReport')[0]?.findings).toHaveLength(2);
    },
  );

  it('of wall time parks the run too, and work continues where it was', async () => {
    const { activities } = scriptActivities();
    const { promise: isExtended, resolve: extended } = Promise.withResolvers<void>();
    const scripted = scriptActivities({
      rewriteQuery: async (input) => {
        await isExtended;
        return activities.rewriteQuery(input);
      },
    });

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start({ limits: { wallTimeSeconds: 1 } });
      await world.until(handle, isParked);
      await handle.signal(extendBudgetSignal, { wallTimeSeconds: 600 });
      await world.until(handle, (progress) => !isParked(progress));
      extended();
      return handle.result();
    });

    expect(result).toMatchObject({ outcome: 'published', gapCount: 0 });
    const first = scripted.inputsOf('rewriteQuery').filter(({ correction }) => correction === null);
    expect(first.map(({ tasks }) => tasks.map(({ taskId }) => taskId))).toEqual([['t1', 't2']]);
  });

  it('that is not raised in time ends research; the report says so and contains the evidence so far', async () => {
    const scripted = scriptActivities();

    const release = await loadWorkflowsWith({ LIMIT_SECONDS: 1 });
    const research = async () => {
      const handle = await world.start({ limits: { pages: 1 } });
      const value = await handle.result();
      await keepHistory(handle, 'parked-in-vain');
      return value;
    };
    const result = await world.withWorkers(scripted, research, release);

    expect(result).toMatchObject({ outcome: 'published', answered: true });
    const [published] = scripted.inputsOf('publishReport');
    expect(published?.gaps.map(({ description }) => description).join()).toContain('limit of 1 passages read');
    expect(published?.findings).toHaveLength(1);
  });

  it('can be answered by finishing', async () => {
    const scripted = scriptActivities();

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start({ limits: { pages: 1 } });
      await world.until(
        handle,
        (progress) => isParked(progress) && progress.tasks.some(({ findings }) => findings > 0),
      );
      await handle.signal(finishEarlySignal);
      return handle.result();
    });

    expect(result).toMatchObject({ outcome: 'stopped', answered: true });
  });

  it('reached by several tasks is asked about once, and invalid messages do not raise it', async () => {
    const scripted = scriptActivities();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ limits: { searches: 1 } });
      await world.until(handle, isParked);
      for (const nonsense of [{ searches: 1 }, { searches: -5 }, { coins: 3 }, 'more', {}, null]) {
        await handle.signal('extendBudget', nonsense as never);
      }
      const { rejectionCount, waits } = await world.until(handle, (progress) => progress.rejectionCount === 6);
      expect(rejectionCount).toBe(6);
      expect(waits).toHaveLength(1);
      await handle.signal(extendBudgetSignal, { searches: 40 });
      await handle.result();
    });

    expect(scripted.inputsOf('publishReport')[0]?.gaps).toEqual([]);
  });
});
