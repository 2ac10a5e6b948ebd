// The same with names only, as a Python or Go program would do it; `npx plumbline up` prints address and task queue:
// node examples/plain-temporal.ts <address> <task queue> "your question" <folder> "your answer"

import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';

const [address = '127.0.0.1:7233', taskQueue = '', question = '', folder = '.', answer = ''] = process.argv.slice(2);

const connection = await Connection.connect({ address });
try {
  const client = new Client({ connection });
  const run = await client.workflow.start('deepResearch', {
    taskQueue,
    workflowId: `research-plain-${Date.now()}`,
    args: [{ question, corpusDirectories: [resolve(folder)], settings: { clarify: 'always' } }],
  });
  const isAsking = async (): Promise<boolean> => (await run.query<unknown>('clarification')) !== null;
  while (!(await isAsking())) await delay(500);
  // An update is answered: refused, it throws with the reason. The signal of the same name is only stored.
  await run.executeUpdate('answerClarification', { args: [{ text: answer }] });
  process.stdout.write(`${JSON.stringify(await run.result())}\n`);
} finally {
  await connection.close();
}
