import type { Activities } from '@plumbline/contracts/activities';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { createScriptedCaches } from '../support/builders/scripted-answer-activities.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const MESSAGE = 'How long does the lamp burn?';

describe('the answer cache', () => {
  it('gives the same answer again at once, marked, to the same person', async () => {
    const scripted = scriptActivities(createScriptedCaches().activities);
    await world.answering(scripted, async (open) => {
      const first = await open({ userId: 'anna' }).ask(MESSAGE);
      const second = await open({ userId: 'anna' }).ask(MESSAGE);

      expect([first.isCached, second.isCached]).toEqual([false, true]);
      expect(second.summary).toBe(first.summary);
      expect(second.answerId).not.toBe(first.answerId);
      expect(scripted.inputsOf('understandMessage')).toHaveLength(1);
      await world.keep(second.answerId, 'answer-cached');
    });
  });

  it('never gives an answer to another user', async () => {
    const scripted = scriptActivities(createScriptedCaches().activities);
    await world.answering(scripted, async (open) => {
      await open({ userId: 'anna' }).ask(MESSAGE);
      const others = await Promise.all([open({ userId: 'ben' }).ask(MESSAGE), open().ask(MESSAGE)]);

      expect(others.map(({ isCached }) => isCached)).toEqual([false, false]);
    });
  });

  it('forgets after its time', async () => {
    const caches = createScriptedCaches();
    const scripted = scriptActivities(caches.activities);
    await world.answering(scripted, async (open) => {
      await open().ask(MESSAGE);
      for (const [key, kept] of caches.answers)
        caches.answers.set(key, { ...kept, expiresAt: '2020-01-01T00:00:00.000Z' });

      expect((await open().ask(MESSAGE)).isCached).toBe(false);
    });
  });

  it('is not asked after feedback, or in another thread', async () => {
    const scripted = scriptActivities(createScriptedCaches().activities);
    await world.answering(scripted, async (open) => {
      await open().ask(MESSAGE);
      const told = open();
      const { answerId } = await told.ask('Something else?');
      await world.conversations.feedback({ answerId, verdict: 'unhelpful', note: '' });

      expect((await told.ask(MESSAGE)).isCached).toBe(false);
    });
  });
});

describe('the plan cache', () => {
  /** Answers are forgotten at once. */
  function scriptPlans() {
    const caches = createScriptedCaches();
    const recallAnswer: Activities['recallAnswer'] = async (input) => ({
      ...(await caches.activities.recallAnswer(input)),
      answer: null,
    });
    return { plans: caches.plans, scripted: scriptActivities({ ...caches.activities, recallAnswer }) };
  }

  it('saves the call that understands a message, and searches the same again', async () => {
    const { scripted } = scriptPlans();
    await world.answering(scripted, async (open) => {
      const scope = { catalogues: ['/shop'] };
      const first = await open(scope).ask(MESSAGE);
      const second = await open(scope).ask(MESSAGE);

      expect(scripted.inputsOf('understandMessage')).toHaveLength(1);
      const queries = scripted.inputsOf('searchFolder').map((input) => input.queries);
      expect(queries).toEqual([[MESSAGE], [MESSAGE]]);
      expect(scripted.inputsOf('composeAnswer')).toHaveLength(2);
      const names = [first, second].map(({ debug }) => debug.trace.spans.map(({ name }) => name));
      expect(names[0]).toEqual(expect.arrayContaining(['rewrite', 'filter_extraction', 'grounding_decision', 'plan']));
      expect(names[1]).toContain('plan_cache_hit');
      expect(names[1]).not.toContain('rewrite');
      await world.keep(second.answerId, 'answer-planned-before');
    });
  });

  it('is neither read nor written where messages are taken as they stand', async () => {
    const { plans, scripted } = scriptPlans();
    await world.answering(scripted, async (open) => {
      const asked = await open().ask(MESSAGE, { rewriteVariant: 'none' });

      expect(plans.size).toBe(0);
      expect(scripted.inputsOf('recallAnswer')).toEqual([expect.objectContaining({ planKey: null })]);
      expect(asked.debug.trace.spans.map(({ name }) => name)).not.toContain('rewrite');

      await open().ask(MESSAGE);
      await open().ask(MESSAGE, { rewriteVariant: 'none' });
      expect(scripted.inputsOf('understandMessage')).toHaveLength(3);
    });
  });
});
