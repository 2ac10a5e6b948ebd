import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

describe('the people of a session', () => {
  it('is unknown to other users, and by names that were never given', async () => {
    await world.workflows.withWorkers(scriptActivities(), async () => {
      const session = world.open({ userId: 'anna' });
      await session.ask('first');

      await expect(world.conversations.view(session.sessionId, 'ben')).rejects.toThrow('there is no session');
      await expect(world.conversations.view(session.sessionId, null)).rejects.toThrow('there is no session');
      await expect(world.conversations.view('chat-nobody', null)).rejects.toThrow('there is no session');
      expect((await world.conversations.view(session.sessionId, 'anna')).turns).toBe(1);
    });
  });

  it('gives unhelpful feedback to the next answer, once', async () => {
    const scripted = scriptActivities();
    await world.workflows.withWorkers(scripted, async () => {
      const session = world.open();
      const { answerId } = await session.ask('first');

      await world.conversations.feedback({ answerId, verdict: 'unhelpful', note: 'too short' });
      await session.ask('second');
      await session.ask('third');

      const given = scripted.inputsOf('composeAnswer').map(({ context }) => context.feedback?.note ?? null);
      expect(given).toEqual([null, 'too short', null]);
      expect(scripted.inputsOf('recordFeedback')).toHaveLength(1);
    });
  });

  it('refuses feedback on what it never answered', async () => {
    await world.workflows.withWorkers(scriptActivities(), async () => {
      const session = world.open();
      await session.ask('first');
      const feedback = { answerId: `${session.sessionId}:9`, verdict: 'helpful' as const, note: '' };

      await expect(world.conversations.feedback(feedback)).rejects.toThrow('has no answer');
    });
  });
});

describe('the limits of a session', () => {
  it('lead to answers by rule, until they are raised', async () => {
    const costly = scriptActivities();
    const scripted = scriptActivities({
      composeAnswer: async (input) => {
        const { value } = await costly.activities.composeAnswer(input);
        return input.engine === 'configured' ? reasoned(value, 1, 100) : reasoned(value);
      },
    });
    const talk = async () => {
      const session = world.open();
      const first = await session.ask('first');
      const second = await session.ask('second');
      await world.conversations.extend(session.sessionId, { modelCalls: 5 });
      const third = await session.ask('third');

      expect([first, second, third].map(({ engine }) => engine)).toEqual(['model', 'offline', 'model']);
      expect(second.degradations.map(({ cause }) => cause)).toContain('the limit on the model is reached');
      expect(third.degradations).toEqual([]);
      await expect(world.conversations.extend(session.sessionId, { modelCalls: 2 })).rejects.toThrow('is 5 already');
    };
    await world.workflows.withWorkers(scripted, talk, await loadWorkflowsWith({ SESSION_MODEL_CALLS: 1 }));
  });
});
