import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CliResult } from '../../test/support/processes/cli.ts';
import { openStores } from '../../workers/assembly/stores.ts';
import type { Cell } from './cell.ts';
import type { Point } from './point.ts';
import { recordOf, RESEARCH_ID, runResearch } from './research-scenario.ts';
import type { RunWorld } from './run-world.ts';
import { special, startTwoWorkers } from './special-cells.ts';

const FROZEN_MS = 30_000;
const LIMIT_SECONDS = 360;

/**
 * A worker that is stopped in the middle of an activity, beside a healthy one that does its work; what it does when it
 * wakes up, comes too late.
 */
export function frozenCells(): readonly Cell[] {
  return ['extractQuotes', 'recordProgress', 'publishReport'].map((activity) =>
    special(`worker frozen in ${activity} beside a healthy one`, (world) => runFrozen(world, activity), {
      limitSeconds: LIMIT_SECONDS,
    }),
  );
}

async function runFrozen(world: RunWorld, activity: string): Promise<CliResult> {
  const thawed = Promise.withResolvers<Point>();
  let frozen: { readonly point: Point; readonly since: number } | undefined;
  const onHit = (point: Point): void => {
    frozen = { point, since: Date.now() };
    world.signal(point.pid, 'SIGSTOP');
  };
  // Not before: progress that is recorded later replaces it anyway.
  world.arm({
    activity: 'planResearch',
    instant: 'after',
    onHit: () => world.arm({ activity, instant: 'middle', onHit }),
  });
  await startTwoWorkers(world);
  const result = await runResearch(world);
  if (frozen === undefined) throw new Error(`the run never came to the middle of ${activity}`);
  const { point, since } = frozen;
  const before = await readStored(world);
  world.watch((next) => isEndOf(next, point) && thawed.resolve(next));
  await delay(Math.max(0, since + FROZEN_MS - Date.now()));
  world.signal(point.pid, 'SIGCONT');
  await thawed.promise;
  const after = await readStored(world);
  for (const name of ['report.md', 'report.json', 'progress'] as const) {
    if (before[name] !== after[name]) throw new Error(`the late wake-up changed ${name}`);
  }
  return result;
}

function isEndOf({ pid, activityId, instant }: Point, frozen: Point): boolean {
  return pid === frozen.pid && activityId === frozen.activityId && (instant === 'after' || instant === 'failed');
}

async function readStored(world: RunWorld) {
  const { runs } = openStores({ PLUMBLINE_HOME: world.home });
  return {
    'report.md': await readFile(join(world.home, 'runs', RESEARCH_ID, 'report.md'), 'utf8'),
    'report.json': await readFile(recordOf(world), 'utf8'),
    progress: JSON.stringify((await runs.read(RESEARCH_ID))?.progress),
  };
}
