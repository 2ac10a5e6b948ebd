import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runGraph } from './graph-pipeline.ts';
import { LAMP_QUESTION } from './lamp-corpus.ts';
import { createPipeline } from './pipeline.ts';
import { runPlain } from './plain-pipeline.ts';
import { createUnkeptActivities, outsideOfWorkers } from './unkept-activities.ts';

// Entry of a process that does research without Temporal: node pipeline-process.ts plain|graph <home> <documents> <base URL>
const [kind, home = '', documents = '', baseURL = ''] = process.argv.slice(2);
const MODEL_TIMEOUT_MS = 60_000;

await mkdir(home, { recursive: true });
const activities = outsideOfWorkers(createUnkeptActivities({ home, baseURL, timeoutMs: MODEL_TIMEOUT_MS }));
const pipeline = createPipeline(activities, LAMP_QUESTION, documents);
process.stdout.write('process ready\n');
const recordPath = kind === 'graph' ? await runGraph(pipeline, join(home, 'graph.sqlite')) : await runPlain(pipeline);
process.stdout.write(`published ${recordPath}\n`);
