import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startRun } from '../../client/runs/research-start.ts';
import { researchRequestSchema } from '../../workflows/contracts/research/research-request.ts';

let connection: Connection;
let client: Client;
beforeAll(async () => {
  connection = await Connection.connect({ address: inject('temporalAddress') });
  client = new Client({ connection });
});
afterAll(() => connection.close());

it.each([
  { tenant: 'harbour-office', fairnessKey: 'harbour-office' },
  { tenant: null, fairnessKey: '' },
])('a run of the tenant $tenant has the fairness key "$fairnessKey"', async ({ tenant, fairnessKey }) => {
  const request = researchRequestSchema.parse({ question: 'Who lights the lamp?', corpusDirectories: ['/corpus'] });
  const options = { client, taskQueue: `start-${randomUUID().slice(0, 8)}`, tenant, hidesQuestions: false };

  const { researchId } = await startRun(options, request, undefined);

  const run = client.workflow.getHandle(researchId);
  expect((await run.describe()).raw.workflowExecutionInfo?.priority?.fairnessKey ?? '').toBe(fairnessKey);
  await run.terminate();
});
