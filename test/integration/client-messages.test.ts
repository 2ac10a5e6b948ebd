import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createResearchClient, type ResearchClient } from '../../client/runs/research-client.ts';
import { answerClarificationSignal } from '../../workflows/deep-research/messages.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { isAsking, scriptAsking } from '../support/builders/scripted-clarification.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

const unstored = async () => ({
  read: async () => null,
  readSettled: async () => null,
  saveProgress: async () => undefined,
});

let world: WorkflowWorld;
let research: ResearchClient;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
  const { client, taskQueue } = world;
  research = createResearchClient({
    client,
    listing: client,
    taskQueue,
    tenant: null,
    hidesQuestions: false,
    store: unstored,
  });
});
afterAll(() => world.close());

describe('a message of the client', () => {
  it('that comes too late is refused, and the run and its report tell of it', async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { activities } = scriptActivities();
    const scripted = scriptActivities({
      synthesizeReport: async (input) => {
        await gate;
        return activities.synthesizeReport(input);
      },
    });
    await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      await world.until(handle, ({ stage }) => stage === 'synthesizing');
      const change = { action: 'add-task', text: 'Who made it?' } as const;
      const delivery = await research.steer(handle.workflowId, [change]);
      expect(delivery).toMatchObject({
        accepted: false,
        refusals: ['it came while the report was being written, too late to be included'],
      });
      letGo();
      await handle.result();
    });

    const message = 'add-task: Who made it?';
    const reason = 'it came while the report was being written, too late to be included';
    expect(scripted.inputsOf('recordProgress').at(-1)?.progress.rejections).toMatchObject([{ message, reason }]);
    expect(scripted.inputsOf('publishReport')[0]).toMatchObject({
      steering: [],
      diagnostics: expect.arrayContaining([{ code: 'MESSAGE_REJECTED', message, reason }]),
    });
  });

  it('gets its own answer, independent of other senders', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      const [unknown, nonsense, good] = await Promise.all([
        research.answer(handle.workflowId, { text: 'x', questionId: 'nope' }),
        handle.signal(answerClarificationSignal, { text: '' }),
        research.answer(handle.workflowId, { text: 'the brass one', questionId: 'r1q1' }),
      ]);

      expect(nonsense).toBeUndefined();
      expect(unknown).toMatchObject({ accepted: false, refusals: [expect.stringContaining('no question "nope"')] });
      expect(good).toMatchObject({ accepted: true, refusals: [] });
      expect(good.progress?.pendingClarification?.answeredQuestionIds).toEqual(['r1q1']);
      expect(await research.skip(handle.workflowId)).toMatchObject({ accepted: true });
      expect(await research.result(handle.workflowId)).toMatchObject({ researchId: handle.workflowId });
      await expect(research.finish(handle.workflowId)).rejects.toThrow('is over (completed)');
    });

    expect(scripted.inputsOf('planResearch')[0]?.anchor.refinements).toEqual(['the brass one']);
  });

  it('is stored with a run without a worker, and takes effect once one starts', async () => {
    const handle = await world.start({ clarify: 'never' });

    expect(await research.finish(handle.workflowId)).toEqual({ accepted: null, refusals: [], progress: null });
    await world.withWorkers(scriptActivities(), () => handle.result());
    expect(await research.observe(handle.workflowId)).toMatchObject({ status: 'completed' });
  });

  it('names each refused change of several', async () => {
    await world.withWorkers(scriptAsking(), async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      const changes = [
        { action: 'set-language', language: 'de' },
        { action: 'drop-task', taskId: 't99' },
      ] as const;

      const { accepted, refusals } = await research.steer(handle.workflowId, changes);

      expect(accepted).toBe(false);
      expect(refusals).toEqual([expect.stringContaining('t99')]);
      await handle.terminate();
    });
  });
});
