import { awaitingInputAttribute, researchStageAttribute } from '@plumbline/contracts/common/search-attributes';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  answerClarificationSignal,
  answerClarificationUpdate,
  clarificationQuery,
  skipClarificationSignal,
} from '../../workflows/deep-research/messages.ts';
import { isAsking, scriptAsking } from '../support/builders/scripted-clarification.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

describe('clarification', () => {
  it('waits for the signal and freezes the answer, verbatim, into the anchor', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      const asked = await handle.query(clarificationQuery);
      expect(asked).toMatchObject({
        round: 1,
        answeredQuestionIds: [],
        questions: [{ questionId: 'r1q1' }, { questionId: 'r1q2' }],
      });
      await handle.signal(answerClarificationSignal, { text: '  the  brass one ', questionId: 'r1q1' });
      await world.until(handle, ({ pendingClarification }) => pendingClarification?.answeredQuestionIds.length === 1);
      await handle.signal(answerClarificationSignal, { text: 'olive oil' });
      await handle.result();
      await keepHistory(handle, 'clarified');
    });

    expect(scripted.inputsOf('planResearch')[0]?.anchor).toMatchObject({
      refinements: ['  the  brass one ', 'olive oil'],
      assumptions: [],
    });
    expect(scripted.inputsOf('synthesizeReport')[0]?.clarificationSummary?.keyClarifications).toEqual([
      '  the  brass one ',
      'olive oil',
    ]);
  });

  it('answers the whole round with one answer without a question id', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      await handle.signal(answerClarificationSignal, { text: 'brass, olive oil' });
      await handle.result();
    });

    expect(scripted.inputsOf('publishReport')[0]?.conversation.map(({ answer }) => answer)).toEqual([
      'brass, olive oil',
      'brass, olive oil',
    ]);
    expect(scripted.inputsOf('planResearch')[0]?.anchor.refinements).toEqual(['brass, olive oil']);
  });

  it('continues with its stated assumptions without an answer in time', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto', clarificationTimeoutSeconds: 1 });
      await handle.result();
      await keepHistory(handle, 'timed-out');
    });

    const published = scripted.inputsOf('publishReport')[0];
    expect(published?.conversation.map(({ outcome }) => outcome)).toEqual(['timed-out', 'timed-out']);
    expect(published?.anchor).toMatchObject({
      refinements: [],
      assumptions: ['the brass lamp is meant', 'any oil is meant'],
    });
  });

  it('states what was assumed for the question that was skipped, though the other was answered', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      await handle.signal(answerClarificationSignal, { text: 'the copper one', questionId: 'r1q1' });
      await handle.signal(skipClarificationSignal);
      await handle.result();
    });

    expect(scripted.inputsOf('publishReport')[0]?.anchor).toMatchObject({
      refinements: ['the copper one'],
      assumptions: ['any oil is meant'],
    });
  });

  it('can be skipped', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      await handle.signal(skipClarificationSignal);
      await handle.result();
      await keepHistory(handle, 'skipped');
    });

    expect(scripted.inputsOf('publishReport')[0]?.conversation.map(({ outcome }) => outcome)).toEqual([
      'skipped',
      'skipped',
    ]);
  });

  it('never asks when the request says so', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => (await world.start({ clarify: 'never' })).result());

    expect(scripted.inputsOf('assessClarity').map(({ maxQuestions }) => maxQuestions)).toEqual([0]);
  });

  it('shows stage and waiting as search attributes, and the question in the current details', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      const { typedSearchAttributes } = await handle.describe();
      expect(typedSearchAttributes.get(researchStageAttribute)).toBe('clarifying');
      expect(typedSearchAttributes.get(awaitingInputAttribute)).toBe(true);
      const metadata = await handle.query<{ currentDetails?: string }, []>('__temporal_workflow_metadata');
      expect(metadata.currentDetails).toContain('Which lamp?');
      expect(metadata.currentDetails).toContain(`--workflow-id ${handle.workflowId} --name answerClarification`);
      await handle.signal(skipClarificationSignal);
      await handle.result();
      expect((await handle.describe()).typedSearchAttributes.get(researchStageAttribute)).toBe('published');
    });
  });
});

describe('messages that cannot be accepted', () => {
  it('are recorded with their reason and do not harm the run', async () => {
    const scripted = scriptAsking();

    const rejections = await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      await handle.signal(answerClarificationSignal, { text: 'x', questionId: 'nope' });
      await handle.signal(answerClarificationSignal, { text: '   ' });
      await handle.signal(answerClarificationSignal, { text: 'y'.repeat(100_000) });
      await handle.signal('answerClarification', { wrong: true });
      await handle.signal('answerClarification');
      await handle.signal('answerClarification', null);
      await handle.signal('approvePlan', {});
      await handle.signal('dance', 1);
      await handle.signal(answerClarificationSignal, { text: 'brass', questionId: 'r1q1' });
      await handle.signal(answerClarificationSignal, { text: 'again', questionId: 'r1q1' });
      const progress = await world.until(handle, ({ rejectionCount }) => rejectionCount === 9);
      await handle.signal(answerClarificationSignal, { text: 'olive oil' });
      await handle.result();
      await keepHistory(handle, 'rejected-messages');
      return progress.rejections;
    });

    expect(rejections.map(({ message, reason }) => `${message}: ${reason}`)).toEqual([
      'answerClarification: there is no question "nope"; pending: r1q1, r1q2',
      'answerClarification: the answer is empty',
      'answerClarification: the answer has 100000 characters, at most 10000 are accepted',
      expect.stringContaining('answerClarification: an answer is {"text"'),
      expect.stringContaining('answerClarification: an answer is {"text"'),
      expect.stringContaining('answerClarification: an answer is {"text"'),
      'approvePlan: no plan waits for approval',
      'dance: there is no message of this name',
      'answerClarification: r1q1 is answered already',
    ]);
    expect(scripted.inputsOf('planResearch')[0]?.anchor.refinements).toEqual(['brass', 'olive oil']);
  });

  it('are recorded when their payload has an unknown encoding', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      await world.client.workflowService.signalWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId: handle.workflowId },
        signalName: 'answerClarification',
        input: { payloads: [{ metadata: { encoding: Buffer.from('alien/1') }, data: Buffer.from('zz') }] },
      });
      const { rejections } = await world.until(handle, ({ rejectionCount }) => rejectionCount === 1);
      expect(rejections[0]?.reason).toContain('could not be decoded (encoding "alien/1"');
      await handle.signal(answerClarificationSignal, { text: 'brass' });
      await handle.result();
    });
  });

  it('are refused with the reason when sent as an update', async () => {
    const scripted = scriptAsking();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      const refused = handle.executeUpdate(answerClarificationUpdate, { args: [{ text: 'x', questionId: 'nope' }] });
      await expect(refused).rejects.toThrow(WorkflowUpdateFailedError);
      await expect(refused).rejects.toMatchObject({
        cause: { message: expect.stringContaining('there is no question "nope"') },
      });
      await handle.executeUpdate(answerClarificationUpdate, { args: [{ text: 'brass' }] });
      await handle.result();
    });

    expect(scripted.inputsOf('planResearch')[0]?.anchor.refinements).toEqual(['brass']);
  });
});
