import { setTimeout as delay } from 'node:timers/promises';
import type { CliWorld } from '../test/support/cli.ts';
import { createCliWorld } from '../test/support/cli.ts';
import { playWholeRun } from '../test/support/played-model.ts';
import { type Figure, median, seconds, spread, timed } from './figure.ts';

const RUNS = 5;

interface DemoTimes {
  readonly firstLine: number;
  readonly serverReady: number;
  readonly workerReady: number;
  readonly whole: number;
}

/** The commands as a user runs them, on a home of their own: `research` cold, then warm. */
export async function measureCommands(question: string, folder: string): Promise<Figure[]> {
  const world = await createCliWorld();
  try {
    const cold = await timeDemo(world, question, folder);
    const warm: DemoTimes[] = [];
    for (let run = 0; run < RUNS; run++) warm.push(await timeDemo(world, question, folder));
    const of = (name: keyof DemoTimes) => warm.map((times) => times[name]);
    const row = (name: string, key: keyof DemoTimes, aim: string): Figure => ({
      name,
      value: spread(of(key)),
      baseline: `${seconds(cold[key])} on an empty home`,
      aim,
    });
    return [
      row('command to first progress line', 'firstLine', '< 5 s'),
      row('command to server ready', 'serverReady', ''),
      row('command to worker ready', 'workerReady', ''),
      row('wall time of the demo, with start and stop', 'whole', '< 15 s warm'),
    ];
  } finally {
    await world.close();
  }
}

async function timeDemo(world: CliWorld, question: string, folder: string): Promise<DemoTimes> {
  const startedAt = performance.now();
  const since = (): number => performance.now() - startedAt;
  const command = world.start('research', question, '--corpus', folder, '--json');
  let serverReady = Number.NaN;
  let isOver = false;
  const watch = (async () => {
    while (!isOver && Number.isNaN(serverReady)) {
      const phase = (await world.state())?.phase;
      if (phase === 'starting-worker' || phase === 'ready') serverReady = since();
      await delay(10);
    }
  })();
  await command.prints('Connecting');
  const firstLine = since();
  await command.prints('Temporal is ready');
  const workerReady = since();
  const { code, stderr } = await command.ended;
  isOver = true;
  await watch;
  if (code !== 0) throw new Error(`the demo failed:\n${stderr}`);
  return { firstLine, serverReady, workerReady, whole: since() };
}

/** SIGKILL of the worker while it reads a passage, until the passage is read again. Baseline: the same run undisturbed. */
export async function measureRecovery(): Promise<Figure> {
  const recoveries: number[] = [];
  for (let run = 0; run < 3; run++) recoveries.push(await timeRecovery());
  const undisturbed = await timeUndisturbed();
  return {
    name: 'recovery after SIGKILL of the worker',
    value: spread(recoveries),
    baseline: `${seconds(undisturbed)} for the whole command undisturbed`,
    aim: '≤ 6 s',
  };
}

const LAMP_QUESTION = 'How long does the harbour lamp burn on one filling?';

async function timeRecovery(): Promise<number> {
  const world = await createCliWorld();
  const model = await playWholeRun({ hangOnceAt: 'extract-findings' });
  try {
    const { start } = world.with({ OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'played' });
    const command = start('research', LAMP_QUESTION, '--corpus', world.documents, '--json');
    await model.hanging;
    const { workerPid } = (await world.state()) ?? {};
    if (typeof workerPid !== 'number') throw new Error('no worker to kill');
    const { ms } = await timed(async () => {
      process.kill(workerPid, 'SIGKILL');
      await model.repeated;
    });
    await command.ended;
    return ms;
  } finally {
    await world.close();
    await model.close();
  }
}

async function timeUndisturbed(): Promise<number> {
  const world = await createCliWorld();
  try {
    const runs: number[] = [];
    for (let run = 0; run < 3; run++) {
      runs.push((await timed(() => world.run('research', LAMP_QUESTION, '--corpus', world.documents, '--json'))).ms);
    }
    return median(runs);
  } finally {
    await world.close();
  }
}
