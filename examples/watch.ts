// Prints each change of stage of a run, by its query: node_modules/.bin/node examples/watch.ts <id of the run>
import { setTimeout as delay } from 'node:timers/promises';
import { connect, isFinal, messages, type Stage } from 'plumbline/client';

const [researchId = ''] = process.argv.slice(2);

const { client, close } = await connect();
try {
  const run = client.workflow.getHandle(researchId);
  let last: Stage | undefined;
  while (last === undefined || !isFinal(last)) {
    const { stage, tasks } = await run.query(messages.progressQuery);
    if (stage !== last) process.stdout.write(`${stage}, ${tasks.length} tasks\n`);
    last = stage;
    if (!isFinal(stage)) await delay(500);
  }
} finally {
  await close();
}
