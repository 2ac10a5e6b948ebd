import { setTimeout as delay } from 'node:timers/promises';
import type { CliWorld } from '../test/support/processes/cli.ts';
import { createCliWorld } from '../test/support/processes/cli.ts';
import { type Figure, seconds, spread } from './figure.ts';

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
