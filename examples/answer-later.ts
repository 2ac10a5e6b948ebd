// Starts a run that asks back, detaches, and answers from a second connection by signal:
// node examples/answer-later.ts "your question" <folder> "your answer"

import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, messages, researchRequestSchema } from 'plumbline/client';

const [question = '', folder = '.', text = ''] = process.argv.slice(2);
const settings = { clarify: 'always' };
const request = researchRequestSchema.parse({ question, corpusDirectories: [resolve(folder)], settings });

const first = await connect({ keep: true });
const { researchId } = await first.research.start(request);
await first.close();

const second = await connect({ keep: true });
try {
  while (!(await second.research.observe(researchId)).awaitingInput) await delay(500);
  await second.client.workflow.getHandle(researchId).signal(messages.answerClarificationSignal, { text });
  const { summary } = await second.research.result(researchId);
  process.stdout.write(`${summary}\n`);
} finally {
  await second.close();
}
