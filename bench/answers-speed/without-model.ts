import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDependencies } from '../../workers/assembly/dependencies.ts';
import { type Figure, median, percentile, seconds, timed } from '../figure.ts';
import { workerConfigOf } from '../load/research-world.ts';
import { outsideOfWorkers } from '../load/unkept-activities.ts';
import { type AnswerWorld, scopeOf, withAnswerWorld } from './answer-world.ts';
import { answerPlainly } from './plain-answer.ts';

/** About node_modules/undici/docs; each is asked once, so that no stored answer is given. */
const QUESTIONS = [
  'How do I limit the number of connections of a client?',
  'Which status codes does RetryAgent retry by default?',
  'What is the default timeout for connecting?',
  'How is a proxy with credentials configured?',
  'What does MockAgent do with requests that nothing matches?',
  'How are cookies read from the headers of a response?',
  'What is pipelining, and what is its default?',
  'How does the cache interceptor decide what to store?',
  'Which events does a dispatcher emit?',
  'How is a certificate authority given to the connector?',
  'What happens to the body when a request is aborted?',
  'How do I follow redirections?',
  'What is the difference between a pool and a balanced pool?',
  'How can the length of headers be limited?',
  'What does the method upgrade return?',
  'How are diagnostics channels subscribed to?',
];

const DOCUMENTS = fileURLToPath(new URL('../../node_modules/undici/docs', import.meta.url));
const scope = scopeOf({ corpusDirectories: [DOCUMENTS] });

/** How long an answer takes by rule: with the command line, with the client alone, and without any of it. */
export async function measureWithoutModel(runs: number, signal: AbortSignal): Promise<Figure[]> {
  const plain = seconds(median(await timePlain(runs)));
  return withAnswerWorld({}, async (world) => {
    const next = createQuestions();
    // Indexes the folder and warms everything up.
    await world.ask({ message: 'What is undici?', scope, signal });
    await askOnCommandLine(world, 'What is undici made for?');
    const command = await repeat(runs, signal, async () => (await timed(() => askOnCommandLine(world, next()))).ms);
    const library = await repeat(runs, signal, async () => (await askTimed(world, { message: next(), signal })).ms);
    const base = `${plain} the same steps as plain functions`;
    return [
      figure(`command \`ask\` on a running worker, start to exit (${runs} questions)`, command, base, 'p50 ≤ 1.0 s'),
      figure('the same by the client library', library, base, ''),
      ...(await measureCaches(world, runs, signal, base, next)),
    ];
  });
}

async function timePlain(runs: number): Promise<number[]> {
  const home = await mkdtemp(join(tmpdir(), 'plumbline-plain-'));
  const dependencies = createDependencies(workerConfigOf(home, 'localhost:7233'), async () => 'localhost:7233');
  const activities = outsideOfWorkers(dependencies.activities);
  try {
    const next = createQuestions();
    await answerPlainly(activities, 'What is undici?', DOCUMENTS);
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      times.push((await timed(() => answerPlainly(activities, next(), DOCUMENTS))).ms);
    }
    return times;
  } finally {
    await dependencies.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** The same message in a new session: an answer is given again, and in another mode its plan is used. */
async function measureCaches(
  world: AnswerWorld,
  runs: number,
  signal: AbortSignal,
  base: string,
  next: () => string,
): Promise<Figure[]> {
  const answers: number[] = [];
  const plans: number[] = [];
  const misses: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const message = next();
    await world.ask({ message, scope, signal });
    const again = await askTimed(world, { message, signal });
    if (!again.result.isCached) throw new Error(`"${message}" was answered anew`);
    answers.push(again.ms);
    const deep = await askTimed(world, { message, mode: 'deep', signal });
    const names = deep.result.debug.trace.spans.map(({ name }) => name);
    if (!names.includes('plan_cache_hit') || names.includes('rewrite'))
      throw new Error(`"${message}" was planned anew`);
    plans.push(deep.ms);
    misses.push((await askTimed(world, { message: next(), mode: 'deep', signal })).ms);
  }
  return [
    figure('answer-cache hit', answers, base, 'p50 ≤ 0.15 s'),
    figure('plan-cache hit, mode deep', plans, `${show(misses)} without a hit`, 'saves its calls'),
  ];
}

function askTimed(world: AnswerWorld, asked: { message: string; mode?: string; signal: AbortSignal }) {
  return timed(() => world.ask({ ...asked, scope }));
}

async function askOnCommandLine({ cli }: AnswerWorld, message: string): Promise<void> {
  const { code, stderr } = await cli.run('ask', message, '--corpus', DOCUMENTS, '--quiet');
  if (code !== 0) throw new Error(`ask ended with ${code}:\n${stderr}`);
}

async function repeat(runs: number, signal: AbortSignal, measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    signal.throwIfAborted();
    times.push(await measure());
  }
  return times;
}

const figure = (name: string, times: readonly number[], baseline: string, aim: string): Figure => ({
  name: `${name}, p50 / p95`,
  value: show(times),
  baseline,
  aim,
});

function show(times: readonly number[]): string {
  return `${seconds(median(times))} / ${seconds(percentile(times, 0.95))}`;
}

/** Questions that were not asked before; after the list they repeat with a number, which makes them other questions. */
function createQuestions(): () => string {
  let asked = 0;
  return () => {
    const round = Math.floor(asked / QUESTIONS.length);
    const question = QUESTIONS[asked % QUESTIONS.length] ?? '';
    asked += 1;
    return round === 0 ? question : question.replace('?', ` (${round + 1})?`);
  };
}
