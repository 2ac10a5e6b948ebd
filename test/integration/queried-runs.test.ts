import type { Activities } from '@plumbline/contracts/activities';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { finishEarlySignal, progressQuery } from '../../workflows/deep-research/messages.ts';
import { scriptActivities, type ScriptedActivities, scriptedRanking } from '../support/builders/scripted-activities.ts';
import { loadBuiltWorkflows } from '../support/worlds/built-workflows.ts';
import {
  createWorkflowWorld,
  type DeepResearchHandle,
  PAYLOAD_CONVERTER_PATH,
  type WorkflowWorld,
} from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Calls take their time, so that results of other tasks and messages come while one runs. */
function scriptSlowCalls(replaced: Partial<Activities> = {}): ScriptedActivities {
  const { activities } = scriptActivities();
  return scriptActivities({
    scoreRelevance: async (input) => {
      await after(input.task.taskId === 't1' ? 20 : 120);
      return activities.scoreRelevance(input);
    },
    rerank: async (input) => {
      await after(250);
      return scriptedRanking(input);
    },
    classifyTiers: async (input) => {
      await after(50);
      return activities.classifyTiers(input);
    },
    ...replaced,
  });
}

/** Asks without a pause until the run has ended, so that each of its workflow tasks has a query to answer. */
async function askUntilEnd(handle: DeepResearchHandle): Promise<void> {
  let hasEnded = false;
  const ended = handle.result().finally(() => {
    hasEnded = true;
  });
  const ask = async () => {
    while (!hasEnded) await handle.query(progressQuery).catch(() => undefined);
  };
  await Promise.all([ended, ask(), ask()]);
}

async function replay(handle: DeepResearchHandle): Promise<void> {
  const dataConverter = { payloadConverterPath: PAYLOAD_CONVERTER_PATH };
  const options = { workflowBundle: await loadBuiltWorkflows(), dataConverter };
  await Worker.runReplayHistory(options, await handle.fetchHistory(), handle.workflowId);
}

describe('a run that is asked without a pause', () => {
  it('replays with what other tasks got meanwhile', async () => {
    const scripted = scriptSlowCalls();
    await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      await askUntilEnd(handle);
      await expect(replay(handle)).resolves.toBeUndefined();
    });
  });

  it('replays with a message that came meanwhile', async () => {
    const reranking = Promise.withResolvers<void>();
    const scripted = scriptSlowCalls({
      rerank: async (input) => {
        reranking.resolve();
        await after(250);
        return scriptedRanking(input);
      },
    });
    await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      const signalled = reranking.promise.then(() => handle.signal(finishEarlySignal));
      await Promise.all([askUntilEnd(handle), signalled]);
      await expect(replay(handle)).resolves.toBeUndefined();
    });
  });
});
