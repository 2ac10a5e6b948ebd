import { randomUUID } from 'node:crypto';
import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createConversationClient } from '../../client/conversations/conversation-client.ts';
import { startRun } from '../../client/runs/research-start.ts';

let connection: Connection;
let client: Client;
beforeAll(async () => {
  connection = await Connection.connect({ address: inject('temporalAddress'), connectTimeout: 120_000 });
  client = new Client({ connection });
});
afterAll(() => connection.close());

/** Of a run that is started so, and ended at once. */
async function keyOf(userId: string | undefined, tenant: string | null): Promise<string> {
  const question = 'Who lights the lamp?';
  const request = researchRequestSchema.parse({ question, userId, corpusDirectories: ['/corpus'] });
  const options = { client, taskQueue: `start-${randomUUID().slice(0, 8)}`, tenant, hidesQuestions: false };
  const { researchId } = await startRun(options, request, undefined);
  const run = client.workflow.getHandle(researchId);
  const { raw } = await run.describe();
  await run.terminate();
  return raw.workflowExecutionInfo?.priority?.fairnessKey ?? '';
}

it('a run has a fairness key of its user, which does not name the user; without one of the tenant that is set', async () => {
  const anna = await keyOf('anna', 'harbour-office');

  expect(anna).toMatch(/^[0-9a-f]{16}$/);
  expect(await keyOf('anna', null)).toBe(anna);
  expect(new Set([anna, await keyOf('bert', null), await keyOf('acme::anna', null)]).size).toBe(3);
  expect([await keyOf(undefined, 'harbour-office'), await keyOf(undefined, null)]).toEqual(['harbour-office', '']);
});

it('a session has the fairness key of its user, and comes before runs', async () => {
  const taskQueue = `start-${randomUUID().slice(0, 8)}`;
  const sessions = createConversationClient({ client, taskQueue, tenant: null, hidesQuestions: false });
  const stop = new AbortController();
  const scope = conversationScopeSchema.parse({ userId: 'acme::anna', corpusDirectories: ['/corpus'], settings: {} });
  const sessionId = Promise.withResolvers<string>();
  const ask = { message: 'Who lights the lamp?', messageId: 'm-1', userId: 'acme::anna', streams: false };

  const asking = sessions.ask({ scope, ask, signal: stop.signal, onSession: sessionId.resolve });

  const session = client.workflow.getHandle(await sessionId.promise);
  const priority = async () => {
    const description = await session.describe().catch(() => null);
    return description?.raw.workflowExecutionInfo?.priority;
  };
  await expect.poll(priority).toMatchObject({ fairnessKey: await keyOf('acme::anna', null), priorityKey: 1 });
  stop.abort();
  await expect(asking).rejects.toThrow('abort');
  await session.terminate();
});
