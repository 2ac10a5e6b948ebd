// Researches a question every week, the first time now: node_modules/.bin/node examples/schedule.ts <schedule id> "your question" <folder>
import { resolve } from 'node:path';
import { connect, messages, researchRequestSchema } from 'plumbline/client';

const [scheduleId = 'weekly', question = '', folder = '.'] = process.argv.slice(2);
const request = researchRequestSchema.parse({ question, corpusDirectories: [resolve(folder)] });

// The server stays, because the schedule lives in it; `npx plumbline down` stops it.
const { client, taskQueue, close } = await connect({ keep: true });
try {
  await client.schedule.create({
    scheduleId,
    spec: { intervals: [{ every: '7 days' }] },
    action: {
      type: 'startWorkflow',
      workflowType: messages.DEEP_RESEARCH,
      workflowId: `research-${scheduleId}`,
      taskQueue,
      args: [request],
    },
    state: { triggerImmediately: true },
  });
  process.stdout.write(`Scheduled as ${scheduleId} on ${taskQueue}\n`);
} finally {
  await close();
}
