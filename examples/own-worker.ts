// A worker of a team's own, on a queue of its own: node_modules/.bin/node examples/own-worker.ts "your question" <folder>
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { openActivities } from 'plumbline/activities';
import { connect, researchRequestSchema } from 'plumbline/client';

const [question = '', folder = ''] = process.argv.slice(2);
const { address, close: leaveServer } = await connect();
Object.assign(process.env, { TEMPORAL_ADDRESS: address, PLUMBLINE_TASK_QUEUE: 'own' });

const { activities, dataConverter, taskQueues, close: closeActivities } = openActivities(address);
const connection = await NativeConnection.connect({ address });
const workflowsPath = fileURLToPath(import.meta.resolve('plumbline/workflows'));
const workers = await Promise.all(
  taskQueues.map((taskQueue, index) =>
    Worker.create({ connection, taskQueue, activities, dataConverter, ...(index === 0 && { workflowsPath }) }),
  ),
);
const running = Promise.all(workers.map((worker) => worker.run()));

const { research, close } = await connect();
const { researchId } = await research.start(researchRequestSchema.parse({ question, corpusDirectories: [folder] }));
process.stdout.write(`${(await research.result(researchId)).summary}\n`);

await close();
for (const worker of workers) worker.shutdown();
await running;
await closeActivities();
await connection.close();
await leaveServer();
