import { mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cell } from './cell.ts';
import { MANY_TASKS, OTHER_QUESTION } from './documents.ts';
import { MANY_FINDINGS } from './many-findings.ts';
import { VICTIMS } from './matrix-cells.ts';
import { type Point, WORKER, WORKFLOW_TASK } from './point.ts';
import {
  countFindings,
  RESEARCH,
  RESEARCH_ID,
  researchManyFindings,
  runResearch,
  startResearch,
} from './research-scenario.ts';
import type { RunWorld } from './run-world.ts';
import type { LoggedRequest } from './traffic.ts';
import { type AwaitedInput, withTemporal } from './user.ts';

/** Heading of the cells that are not an activity at an instant. */
export const SPECIAL = 'special';

type CellRun = Cell['run'];

export function special(activity: string, run: CellRun, more: Partial<Cell> = {}): Cell {
  const usual = { scenario: RESEARCH, ending: 'as usual', limitSeconds: 240 } as const;
  return { target: SPECIAL, activity, instant: '', ...usual, run, ...more };
}

/** Disturbances at moments that belong to no single activity. */
export function specialCells(): readonly Cell[] {
  return [
    ...VICTIMS.map((victim) =>
      special(`${victim} killed inside a workflow task`, (world) => {
        world.arm({ activity: WORKFLOW_TASK, instant: 'researching', onHit: (point) => world.kill(victim, point) });
        return runResearch(world);
      }),
    ),
    ...VICTIMS.map((victim) =>
      special(`${victim} killed while a folder is indexed`, (world) => {
        world.arm({ activity: 'indexCorpus', instant: 'progress', onHit: (point) => world.kill(victim, point) });
        return runResearch(world);
      }),
    ),
    special('worker killed while the report is written', killedAtFirstFile),
    special(`worker killed while ${MANY_FINDINGS} findings become a full report`, killedWithManyFindings, {
      ending: 'with a report',
      limitSeconds: 600,
    }),
    special('all workers killed 20 ms after the answers of two runs arrived', killedAfterAnswers, {
      ending: 'with a report',
      runsAlone: true,
    }),
    ...VICTIMS.map((victim) =>
      special(`${victim} killed while a person is asked`, killedWhileAsking(victim, 'answer')),
    ),
    ...VICTIMS.map((victim) =>
      special(`${victim} killed while the plan waits for approval`, killedWhileAsking(victim, 'approve')),
    ),
    ...VICTIMS.map((victim) => special(`${victim} killed while a retry is waited for`, killedBeforeRetry(victim))),
    special('worker killed, later worker and server', killedTwice),
    special('server away for 20 s while a paid call ends', serverAway),
    special('worker ended by SIGTERM during a paid call', endedWithGrace),
  ];
}

/** The files of a report are written one after the other. */
const killedAtFirstFile: CellRun = (world) => {
  const onHit = (point: Point): void => {
    const folder = join(world.home, 'runs', RESEARCH_ID);
    mkdirSync(folder, { recursive: true });
    const watcher = watch(folder, (_, name) => {
      if (!name?.startsWith('report.')) return;
      watcher.close();
      world.kill('worker', point);
    });
  };
  world.arm({ activity: 'publishReport', instant: 'middle', onHit });
  return runResearch(world);
};

/** Twice: in the synthesis, which has the most to compute, and while a part of the report is verified. */
const killedWithManyFindings: CellRun = async (world) => {
  const onHit = (point: Point): void => world.kill('worker', point);
  world.arm(
    { activity: 'synthesizeReport', instant: 'in flight', onHit },
    { activity: 'verifyParts', instant: 'in flight', onHit },
  );
  const result = await researchManyFindings(world);
  const found = result.code === 0 ? await countFindings(world) : MANY_FINDINGS;
  if (found < MANY_FINDINGS) throw new Error(`${found} of ${MANY_FINDINGS} findings were kept or left out by caps`);
  return result;
};

const ANSWERS_AT_ONCE = 2;
const AFTER_ANSWERS_MS = 20;

/** Two workers and two runs, because one run writes its report in one call. */
const killedAfterAnswers: CellRun = async (world) => {
  const held: LoggedRequest[] = [];
  const full = Promise.withResolvers<void>();
  const killAll = async (): Promise<void> => {
    while (!held.every(({ endedAt }) => endedAt !== null)) await delay(1);
    await delay(AFTER_ANSWERS_MS);
    world.kill('worker');
    for (const pid of world.workers) world.signal(pid, 'SIGKILL');
  };
  const hold = async (request: LoggedRequest): Promise<void> => {
    if (request.name !== 'synthesize-report' || held.length === ANSWERS_AT_ONCE) return;
    held.push(request);
    if (held.length === ANSWERS_AT_ONCE) {
      full.resolve();
      void killAll();
    }
    await full.promise;
  };
  world.refuse(async (_, request) => {
    await hold(request);
    return null;
  });
  const options = ['--max-tasks', String(MANY_TASKS)];
  await startTwoWorkers(world);
  const other = startResearch(world, OTHER_QUESTION, options);
  const result = await runResearch(world, { options });
  if (world.clock.kills.length === 0) throw new Error('the two reports were never asked for at once');
  const { code, stderr } = await other.ended;
  if (code !== 0) throw new Error(`the other run ended with code ${code}: ${stderr}`);
  return result;
};

/** Server and workers stay when the run is over. */
export async function startTwoWorkers(world: RunWorld): Promise<void> {
  await world.start('up').ended;
  await world.start(WORKER).prints('worker ready');
}

function killedWhileAsking(victim: (typeof VICTIMS)[number], moment: AwaitedInput): CellRun {
  return (world) => {
    let isDone = false;
    const whileWaiting = (input: AwaitedInput): void => {
      if (isDone || input !== moment) return;
      isDone = true;
      world.kill(victim);
    };
    return runResearch(world, { whileWaiting });
  };
}

const RETRY_SECONDS = 3;

/** The model rejects requests for a while; only the server holds what must wait. */
function killedBeforeRetry(victim: (typeof VICTIMS)[number]): CellRun {
  return (world) => {
    let isRefused = false;
    world.refuse(async (_, { name }) => {
      if (isRefused || name !== 'plan-research') return null;
      isRefused = true;
      return { status: 503, headers: { 'retry-after': String(RETRY_SECONDS) } };
    });
    const onHit = (): void => void waitsForRetry(world).then(() => world.kill(victim));
    world.arm({ activity: 'planResearch', instant: 'failed', onHit });
    return runResearch(world);
  };
}

/** Whether the server waits, or the run itself. */
async function waitsForRetry({ home }: RunWorld): Promise<void> {
  for (;;) {
    const { retries, progress } = await withTemporal(home, ({ research }) => research.observe(RESEARCH_ID));
    const isWaiting = retries.some(({ nextAttemptAt }) => nextAttemptAt !== null);
    if (isWaiting || (progress?.waits ?? []).length > 0) return;
    await delay(20);
  }
}

const killedTwice: CellRun = (world) => {
  world.arm(
    { activity: 'extractQuotes', instant: 'after', onHit: (point) => world.kill('worker', point) },
    { activity: 'synthesizeReport', instant: 'in flight', onHit: (point) => world.kill('both', point) },
  );
  return runResearch(world);
};

const AWAY_MS = 20_000;

/** A completion is sent again for about ten seconds; by the time the server is back it is lost. */
const serverAway: CellRun = (world) => {
  const onHit = (): void => {
    const { supervisor } = world.pids();
    // A supervisor that does not see the server die cannot start another one.
    world.signal(supervisor, 'SIGSTOP');
    world.kill('server');
    void delay(AWAY_MS).then(() => world.signal(supervisor, 'SIGCONT'));
  };
  world.arm({ activity: 'synthesizeReport', instant: 'in flight', onHit });
  return runResearch(world);
};

/** The answer comes when the worker is already stopping. Nothing was killed, so nothing may be asked again. */
const endedWithGrace: CellRun = (world) => {
  const onHit = (point: Point): Promise<void> => {
    const stopping = Promise.withResolvers<void>();
    world.arm({ activity: WORKER, instant: 'stopping', onHit: () => stopping.resolve() });
    world.signal(point.pid, 'SIGTERM');
    return stopping.promise;
  };
  world.arm({ activity: 'synthesizeReport', instant: 'in flight', onHit });
  return runResearch(world);
};
