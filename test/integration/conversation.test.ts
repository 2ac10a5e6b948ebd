import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { conversationQuery } from '../../workflows/conversation/messages.ts';
import { hang, scriptActivities } from '../support/builders/scripted-activities.ts';
import { planOf } from '../support/builders/scripted-answer-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

describe('a session', () => {
  it('answers a message and shows what was said', async () => {
    await world.workflows.withWorkers(scriptActivities(), async () => {
      const session = world.open();

      const answer = await session.ask('How long does the lamp burn?');

      expect(answer).toMatchObject({
        answerId: `${session.sessionId}:1`,
        summary: 'The lamp burns for nine hours on one filling. [1]',
        vertical: 'other',
        intent: 'answer',
        isCached: false,
        needsClarification: false,
      });
      const view = await world.conversations.view(session.sessionId, null);
      expect(view).toMatchObject({ turns: 1, answering: null, pending: [] });
      expect(view.thread.map(({ message }) => message)).toEqual(['How long does the lamp burn?']);
      await world.keep(session.sessionId, 'conversation');
      await world.keep(answer.answerId, 'answer');
    });
  });

  it('numbers the sources of each answer anew', async () => {
    await world.workflows.withWorkers(scriptActivities(), async () => {
      const session = world.open();

      const answers = [await session.ask('How long does the lamp burn?'), await session.ask('And who keeps it?')];

      expect(answers.map(({ summary }) => summary.match(/\[\d+\]/gu))).toEqual([['[1]'], ['[1]']]);
    });
  });

  it('answers messages in the order in which they came, however many come at once', async () => {
    const answered: string[] = [];
    const scripted = scriptActivities({
      understandMessage: async ({ message, context }) => {
        answered.push(`${context.thread.length} ${message}`);
        return reasoned(planOf(message));
      },
    });
    await world.workflows.withWorkers(scripted, async () => {
      const session = world.open();
      await session.ask('first');

      const answers = await Promise.all(['second', 'third', 'fourth'].map((message) => session.ask(message)));

      expect(answered.map((line) => line.split(' ')[0])).toEqual(['0', '1', '2', '3']);
      const turns = answers.map(({ answerId }) => Number(answerId.split(':')[1])).sort((a, b) => a - b);
      expect(turns).toEqual([2, 3, 4]);
      const { thread } = await world.conversations.view(session.sessionId, null);
      expect(thread.map(({ message }) => message)).toEqual(answered.map((line) => line.split(' ')[1]));
    });
  });

  it('answers a message once, however often it is sent', async () => {
    const scripted = scriptActivities();
    await world.workflows.withWorkers(scripted, async () => {
      const session = world.open();
      const messageId = randomUUID();

      const answers = await Promise.all([1, 2, 3].map(() => session.ask('Same?', { messageId })));
      const later = await session.ask('Same?', { messageId });

      expect(new Set([...answers, later].map(({ answerId }) => answerId))).toEqual(new Set([`${session.sessionId}:1`]));
      expect(scripted.inputsOf('composeAnswer')).toHaveLength(1);
      await expect(session.ask('Another?', { messageId })).rejects.toThrow('belongs to another message');
    });
  });

  it('says what a message failed of, and answers the next one', async () => {
    const scripted = scriptActivities({
      understandMessage: async ({ message }) => {
        if (message === 'break') throw new TypeError('no such thing');
        return reasoned(planOf(message));
      },
    });
    await world.workflows.withWorkers(scripted, async () => {
      const session = world.open();
      const { client } = world.workflows;

      const failing = session.ask('break').then(
        () => null,
        (error: unknown) => error,
      );
      const child = client.workflow.getHandle(`${session.sessionId}:1`);
      await expect
        .poll(
          () =>
            child.describe().then(
              () => true,
              () => false,
            ),
          POLL,
        )
        .toBe(true);
      await child.terminate('as a person would');

      expect(String(await failing)).toContain('could not be answered');
      expect((await session.ask('go on')).answerId).toBe(`${session.sessionId}:2`);
    });
  });

  it.each([
    { payload: { message: '', messageId: 'm' }, reason: 'the question is empty' },
    { payload: { message: 'x?', messageId: 'm', mode: 'fast' }, reason: 'mode' },
    { payload: { message: 'x?', messageId: 'm', colour: 'red' }, reason: 'colour' },
    { payload: { message: 'x?' }, reason: 'messageId' },
    { payload: 'x?', reason: 'is invalid' },
    { payload: { message: 'x?', messageId: 'm', userId: 'mallory' }, reason: 'belongs to another user' },
  ])('refuses $payload with a reason', async ({ payload, reason }) => {
    await world.workflows.withWorkers(scriptActivities(), async () => {
      const session = world.open();
      await session.ask('first');
      const handle = world.workflows.client.workflow.getHandle(session.sessionId);

      const refused = handle.executeUpdate('ask', { args: [payload] });

      await expect(refused).rejects.toMatchObject({ cause: { message: expect.stringContaining(reason) } });
      await expect.poll(async () => (await viewOf(session.sessionId))?.turns, POLL).toBe(1);
    });
  });

  it('takes messages by signal, and ignores signals that it cannot read', async () => {
    await world.workflows.withWorkers(scriptActivities(), async () => {
      const session = world.open();
      await session.ask('first');
      const handle = world.workflows.client.workflow.getHandle(session.sessionId);

      for (const payload of [7, null, { message: '' }]) await handle.signal('ask', payload);
      await handle.signal('nonsense', { a: 1 });
      await handle.signal('ask', { message: 'second', messageId: 'm2' });

      await expect.poll(async () => (await viewOf(session.sessionId))?.turns, POLL).toBe(2);
    });
  });

  it('ends when nobody asks for a while, and remembers when it is opened again', async () => {
    const scripted = scriptActivities();
    const talk = async () => {
      const session = world.open();
      await session.ask('first');
      const handle = world.workflows.client.workflow.getHandle(session.sessionId);
      await handle.result();

      const again = await session.ask('second');

      expect(again.answerId).toBe(`${session.sessionId}:2`);
      expect(
        scripted
          .inputsOf('understandMessage')
          .at(-1)
          ?.context.thread.map(({ message }) => message),
      ).toEqual(['first']);
    };
    await world.workflows.withWorkers(scripted, talk, await loadWorkflowsWith({ SESSION_IDLE_SECONDS: 1 }));
  });

  it('refuses to go on with other folders', async () => {
    await world.workflows.withWorkers(scriptActivities(), async () => {
      const session = world.open();
      await session.ask('first');
      const scope = { ...session.scope, corpusDirectories: ['/elsewhere'] };
      const ask = { message: 'second', messageId: 'm2' };

      const asked = world.conversations.ask({ sessionId: session.sessionId, scope, ask, signal: NEVER });

      await expect(asked).rejects.toThrow('has different folders');
    });
  });

  it('goes on in a new execution with what it remembers, also while messages wait', async () => {
    const scripted = scriptActivities();
    await world.workflows.withWorkers(scripted, async () => {
      const session = world.open();
      for (let turn = 1; turn <= 19; turn += 1) await session.ask(`message ${turn}`);
      const handle = world.workflows.client.workflow.getHandle(session.sessionId);
      const before = await handle.describe();

      const crowd = [20, 21, 22].map((turn) => session.ask(`message ${turn}`));
      await Promise.all(crowd);
      const last = await session.ask('message 23');

      expect(last.answerId).toBe(`${session.sessionId}:23`);
      expect((await handle.describe()).runId).not.toBe(before.runId);
      expect(scripted.inputsOf('understandMessage').at(-1)?.context.thread).toHaveLength(20);
    });
  });

  it('survives the loss of its worker in the middle of an answer', async () => {
    const scripted = scriptActivities({ composeAnswer: hang });
    const session = world.open();
    let answer: Promise<unknown> = Promise.resolve();
    await world.workflows.withWorkers(scripted, async () => {
      answer = session.ask('first');
      await expect.poll(() => scripted.inputsOf('composeAnswer').length, POLL).toBe(1);
    });

    await world.workflows.withWorkers(scriptActivities(), async () => {
      expect(await answer).toMatchObject({ answerId: `${session.sessionId}:1` });
    });
  });
});

const POLL = { interval: 20 };
const NEVER = new AbortController().signal;

async function viewOf(sessionId: string) {
  return world.workflows.client.workflow
    .getHandle(sessionId)
    .query(conversationQuery)
    .catch(() => null);
}
