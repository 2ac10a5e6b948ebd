import { setTimeout as delay } from 'node:timers/promises';
import { type CliWorld, createCliWorld } from '../test/support/processes/cli.ts';
import { type Figure, seconds, spread, timed } from './figure.ts';

const RUNS = 5;

interface DemoTimes {
  readonly firstLine: number;
  readonly serverReady: number;
  readonly workerReady: number;
  readonly whole: number;
}

/** The commands as a user runs them, on a home of their own: `research` cold, then warm, then on a running worker. */
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
      row('command to first progress line', 'firstLine', '≤ 0.3 s'),
      row('command to server ready', 'serverReady', ''),
      row('command to worker ready', 'workerReady', '≤ 1.5 s; ≤ 2.0 s on an empty home'),
      row('wall time of the demo, with start and stop', 'whole', '≤ 4 s on an empty home'),
      await measureRunning(world, question, folder),
    ];
  } finally {
    await world.close();
  }
}

/** The same question again, each time from the beginning, while server and worker run. */
async function measureRunning(world: CliWorld, question: string, folder: string): Promise<Figure> {
  await world.run('up');
  const times: number[] = [];
  // The first one opens the index in this worker.
  for (let run = 0; run <= RUNS; run++) {
    const { ms, result } = await timed(() => world.run('research', question, '--corpus', folder, '--json'));
    if (result.code !== 0) throw new Error(`the question failed:\n${result.stderr}`);
    times.push(ms);
  }
  await world.run('down');
  const [first = Number.NaN, ...others] = times;
  const aim = '≤ 1.2 s';
  return {
    name: 'the same question on a running worker',
    value: spread(others),
    baseline: `${seconds(first)} the first time`,
    aim,
  };
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
