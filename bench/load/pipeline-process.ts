import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LAMP_QUESTION } from './lamp-corpus.ts';
import { loadRunGraph } from './langgraph.ts';
import { createPipeline } from './pipeline.ts';
import { runPlain } from './plain-pipeline.ts';
import { createUnkeptActivities, outsideOfWorkers } from './unkept-activities.ts';

// Entry of a process that does research without Temporal: node pipeline-process.ts plain|graph <home> <documents> <base URL>
const [kind, home = '', documents = '', baseURL = ''] = process.argv.slice(2);
const MODEL_TIMEOUT_MS = 60_000;

await mkdir(home, { recursive: true });
const activities = outsideOfWorkers(createUnkeptActivities({ home, baseURL, timeoutMs: MODEL_TIMEOUT_MS }));
const pipeline = createPipeline(activities, LAMP_QUESTION, documents);
const runGraph = kind === 'graph' ? await loadRunGraph() : null;
const run = (): Promise<string> =>
  runGraph === null ? runPlain(pipeline) : runGraph(pipeline, join(home, 'graph.sqlite'));
process.stdout.write('process ready\n');
process.stdout.write(`published ${await run()}\n`);
