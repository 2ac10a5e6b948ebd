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
  connection = await Connection.connect({ address: inject('temporalAddress') });
  client = new Client({ connection });
});
afterAll(() => connection.close());

it.each([
  { userId: 'anna', tenant: 'harbour-office', fairnessKey: 'harbour-office' },
  { userId: 'anna', tenant: null, fairnessKey: '' },
  { userId: 'acme::anna', tenant: 'harbour-office', fairnessKey: 'acme' },
  { userId: 'not a tenant::anna', tenant: null, fairnessKey: '' },
])('a run of $userId where the tenant is $tenant has the fairness key "$fairnessKey"', async (each) => {
  const { userId, tenant, fairnessKey } = each;
  const question = 'Who lights the lamp?';
  const request = researchRequestSchema.parse({ question, userId, corpusDirectories: ['/corpus'] });
  const options = { client, taskQueue: `start-${randomUUID().slice(0, 8)}`, tenant, hidesQuestions: false };

  const { researchId } = await startRun(options, request, undefined);

  const run = client.workflow.getHandle(researchId);
  expect((await run.describe()).raw.workflowExecutionInfo?.priority?.fairnessKey ?? '').toBe(fairnessKey);
  await run.terminate();
});

it('a session of a tenant has its fairness key', async () => {
  const taskQueue = `start-${randomUUID().slice(0, 8)}`;
  const sessions = createConversationClient({ client, taskQueue, tenant: null, hidesQuestions: false });
  const stop = new AbortController();
  const scope = conversationScopeSchema.parse({ userId: 'acme::anna', corpusDirectories: ['/corpus'], settings: {} });
  const sessionId = Promise.withResolvers<string>();
  const ask = { message: 'Who lights the lamp?', messageId: 'm-1', userId: 'acme::anna', streams: false };

  const asking = sessions.ask({ scope, ask, signal: stop.signal, onSession: sessionId.resolve });

  const session = client.workflow.getHandle(await sessionId.promise);
  const fairnessKey = async () => {
    const description = await session.describe().catch(() => null);
    return description?.raw.workflowExecutionInfo?.priority?.fairnessKey;
  };
  await expect.poll(fairnessKey).toBe('acme');
  stop.abort();
  await expect(asking).rejects.toThrow('abort');
  await session.terminate();
});
