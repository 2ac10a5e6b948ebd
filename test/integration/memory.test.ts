import type { Activities } from '@plumbline/contracts/activities';
import type { AnswerPlan } from '@plumbline/contracts/answers/answer';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findingOf } from '../support/builders/research-fixtures.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { createScriptedCaches, planOf } from '../support/builders/scripted-answer-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const BUDGET = 'My budget is 200 euros';
const FINDING = findingOf('memoryf1', `Note of 2026-01-02: ${BUDGET}`, { sourceId: 'memory:m-1' });
const entryOf = (score: number) => ({ entryId: 'm-1', text: BUDGET, standing: 'core' as const, score });
const NOTHING = { operations: [], notes: [], findings: [], reply: null };
const ADDED = { operation: 'add' as const, entryId: 'm-2', refusal: null };

/** A user who had a budget remembered. */
const REMEMBERING = {
  recallMemory: async () => ({ entries: [entryOf(0.8)], findings: [FINDING], version: 'v1', notes: [] }),
  manageMemory: async () => ({ ...NOTHING, operations: [ADDED], notes: ['Remembered: something'] }),
};

/** A model that would look nowhere, and uses the memory as is said. */
const planned =
  (...memory: AnswerPlan['memory']): Activities['understandMessage'] =>
  async ({ message }) =>
    reasoned(planOf(message, { grounding: 'none', memory }));
const ASKING = { use: 'query' as const, text: 'my budget', reason: '' };

describe('a session of a user', () => {
  it('gives what is remembered to interpretation, grounding and evidence, and shows what changed', async () => {
    const understandMessage: Activities['understandMessage'] = async ({ message }) =>
      reasoned(planOf(message, { memory: [ASKING] }));
    const scripted = scriptActivities({ ...REMEMBERING, understandMessage });
    await world.answering(scripted, async (open) => {
      const answer = await open({ userId: 'anna' }).ask('Which rooms are within my budget?');

      expect(scripted.inputsOf('recallMemory')).toEqual([
        { userId: 'anna', text: 'Which rooms are within my budget?', threshold: 0.3 },
      ]);
      expect(scripted.inputsOf('understandMessage')).toMatchObject([
        { context: { memory: [BUDGET] }, hasMemory: true },
      ]);
      expect(scripted.inputsOf('composeAnswer')[0]?.findings[0]).toEqual(FINDING);
      expect(scripted.inputsOf('manageMemory')).toMatchObject([
        { userId: 'anna', answerId: answer.answerId, uses: [ASKING], recalled: ['memory:m-1'], threshold: 0.3 },
      ]);
      expect(answer.notes).toContain('Remembered: something');
      expect(answer.debug.memory).toEqual({ recalled: [{ entryId: 'm-1', score: 0.8 }], operations: [ADDED] });
      await world.keep(answer.answerId, 'answer-with-memory');
    });
  });

  it('is not told of memory by its own thread, so that the next message reads it anew', async () => {
    const scripted = scriptActivities({ ...REMEMBERING });
    await world.answering(scripted, async (open) => {
      const session = open({ userId: 'anna' });
      await session.ask('Which rooms are there?');
      await session.ask('Which rooms are within my budget?');

      expect(scripted.inputsOf('recallMemory')).toHaveLength(2);
      const state = await world.workflows.client.workflow.getHandle(session.sessionId).query('conversation');
      expect(JSON.stringify(state)).not.toContain('"memory":["My budget');
    });
  });

  it('rests an answer on memory where a model would look nowhere', async () => {
    const scripted = scriptActivities({ ...REMEMBERING, understandMessage: planned() });
    await world.answering(scripted, async (open) => {
      const answer = await open({ userId: 'anna' }).ask('What is my budget?');

      expect([answer.isUngrounded, answer.debug.grounding?.grounding]).toEqual([false, 'hybrid']);
      expect(scripted.inputsOf('manageMemory')).toEqual([]);
    });
  });

  it('rests an answer on what it asked the memory for, which is cited like what it recalled', async () => {
    const asked = findingOf('memoryf2', 'Note of 2026-01-02: I live in Norhaven', { sourceId: 'memory:m-2' });
    const manageMemory = async () => ({ ...NOTHING, findings: [asked] });
    const scripted = scriptActivities({ ...REMEMBERING, manageMemory, understandMessage: planned(ASKING) });
    const alone = scriptActivities({ manageMemory, understandMessage: planned(ASKING) });
    const ask = (open: ConversationWorld['open']) => open({ userId: 'anna' }).ask('What is my budget?');

    const answers = [await world.answering(scripted, ask), await world.answering(alone, ask)];

    expect(answers.map(({ isUngrounded }) => isUngrounded)).toEqual([false, false]);
    expect(scripted.inputsOf('composeAnswer')[0]?.findings.slice(0, 2)).toEqual([FINDING, asked]);
    expect(alone.inputsOf('composeAnswer')[0]?.findings[0]).toEqual(asked);
    expect(alone.inputsOf('renderAnswer')[0]?.findings[0]).toEqual(asked);
  });

  it('confirms what it is asked to remember, and looks nothing up', async () => {
    const scripted = scriptActivities({
      ...REMEMBERING,
      manageMemory: async () => ({ ...NOTHING, operations: [ADDED], reply: `Noted: ${BUDGET}` }),
    });
    await world.answering(scripted, async (open) => {
      const answer = await open({ userId: 'anna' }).ask(`Remember that ${BUDGET}`);

      expect(answer).toMatchObject({ summary: `Noted: ${BUDGET}`, citations: [], isUngrounded: false });
      expect(scripted.inputsOf('understandMessage')).toEqual([]);
      expect(scripted.inputsOf('searchFolder')).toEqual([]);
      await world.keep(answer.answerId, 'answer-noted');
    });
  });

  it('answers anew after the memory changed', async () => {
    const { activities } = createScriptedCaches();
    let version = 'v1';
    const recallMemory = async () => ({ entries: [], findings: [], version, notes: [] });
    await world.answering(scriptActivities({ ...activities, recallMemory }), async (open) => {
      const ask = () => open({ userId: 'anna' }).ask('How long does the lamp burn?');
      const answers = [await ask(), await ask()];
      version = 'v2';
      answers.push(await ask());

      expect(answers.map(({ isCached }) => isCached)).toEqual([false, true, false]);
    });
  });

  it('answers, and says so, where nothing can be remembered', async () => {
    const manageMemory = async () => {
      throw ApplicationFailure.nonRetryable('the disk is full');
    };
    const once = { ...REMEMBERING, manageMemory, understandMessage: planned(ASKING) };
    await world.answering(scriptActivities(once), async (open) => {
      const session = open({ userId: 'anna' });
      const answer = await session.ask('Which rooms are there?');

      expect(answer.notes).toContain('the memory could not be used: the disk is full');
    });
  });
});

describe('a session without a user', () => {
  it('neither reads nor changes any memory, and says so when it is asked to remember', async () => {
    const reply = 'I remember only for a user.';
    const manageMemory = async () => ({ operations: [], notes: [], findings: [], reply });
    const scripted = scriptActivities({ ...REMEMBERING, manageMemory });
    await world.answering(scripted, async (open) => {
      const session = open();
      const asked = await session.ask(`Remember that ${BUDGET}`);
      const answer = await session.ask('Which rooms are there?');

      expect(asked.summary).toBe(reply);
      expect(scripted.inputsOf('recallMemory')).toEqual([]);
      expect(scripted.inputsOf('manageMemory')).toMatchObject([{ userId: null }]);
      expect(scripted.inputsOf('understandMessage')).toMatchObject([{ hasMemory: false }]);
      expect(answer.debug.memory).toBeUndefined();
    });
  });
});
