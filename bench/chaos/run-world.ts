import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCliWorld, type RunningCommand } from '../../test/support/processes/cli.ts';
import { loadRecordedState } from '../../workers/home/home-folder.ts';
import { endServersOn } from '../../workers/supervisor/orphaned-servers.ts';
import { databaseFileOf } from '../../workers/supervisor/supervision.ts';
import type { CellTraffic, FakeServer, RefusedAnswer } from './fake-server.ts';
import type { InstrumentedProgram } from './instrumented/instrumented-program.ts';
import { signalOwn } from './own-processes.ts';
import { CONTROL_VARIABLE, type Point } from './point.ts';
import type { LoggedRequest } from './traffic.ts';

/** What runs may look into; folders. */
export interface Sources {
  readonly documents: string;
  readonly catalogue: string;
}

/** What all cells share. */
export interface CellFixture {
  readonly server: FakeServer;
  readonly sources: Sources;
  readonly program: Pick<InstrumentedProgram, 'entry'>;
  readonly signal: AbortSignal;
}

/** Processes that can be killed. `everything`: whoever waits for the run, its supervisor, the worker and the server. */
export type Victim = 'worker' | 'server' | 'both' | 'everything';

export interface Breakpoint {
  /** Activity, or the workflow task. */
  readonly activity: string;
  readonly instant: string;
  /** What happens there; the worker goes on when it is done, if it still can. */
  onHit(point: Point): void | Promise<void>;
}

/** A scenario in an isolated home, whose worker can be intercepted at any point. */
export interface RunWorld {
  readonly home: string;
  readonly sources: Sources;
  readonly traffic: CellTraffic;
  readonly clock: RecoveryClock;
  /** Points that were reached, as `activity/instant`. */
  readonly reached: ReadonlySet<string>;
  /** Processes of all workers that reached a point. */
  readonly workers: ReadonlySet<number>;
  /** Breakpoints that have not been reached yet. */
  readonly untouched: readonly Breakpoint[];
  /** Each catches once. */
  arm(...breakpoints: readonly Breakpoint[]): void;
  /** Answers requests in place of the server, as long as it gives something back. */
  refuse(refusal: (point: Point, request: LoggedRequest) => Promise<RefusedAnswer | null>): void;
  /** Reports every point from now on. */
  watch(watcher: (point: Point) => void): void;
  /** At once. @param point where the worker was caught; the supervised one otherwise */
  kill(victim: Victim, point?: Point): void;
  signal(pid: number, name: NodeJS.Signals): void;
  /** Runs what waits for results until it ends by itself: killed with everything, it begins again. */
  follow<Result>(attempt: (killed: AbortSignal, isAgain: boolean) => Promise<Result>): Promise<Result>;
  /** A command that ends when `killed` says so. */
  attach(killed: AbortSignal, ...args: readonly string[]): RunningCommand;
  /** A further command on the same home; it ends with the world. */
  start(...args: readonly string[]): RunningCommand;
  /** Pids of the processes as they are now. */
  pids(): { readonly supervisor: number; readonly server: number; readonly worker: number };
  /** Registers work for when all its processes have ended. */
  atEnd(work: () => void): void;
  close(): Promise<void>;
}

export async function openRunWorld(
  { server, sources, program, signal }: CellFixture,
  cell: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<RunWorld> {
  const world = await createCliWorld({});
  const clock = createRecoveryClock();
  const reached = new Set<string>();
  const workers = new Set<number>();
  const breakpoints: Breakpoint[] = [];
  const commands: RunningCommand[] = [];
  let refusal: Parameters<RunWorld['refuse']>[0] = async () => null;
  let watcher: Parameters<RunWorld['watch']>[0] = () => undefined;
  const endings: (() => void)[] = [];
  let isClosed = false;
  let killedServer: number | null = null;
  let following = new AbortController();

  const see = async (point: Point): Promise<void> => {
    reached.add(`${point.activity}/${point.instant}`);
    workers.add(point.pid);
    watcher(point);
    const state = loadRecordedState(world.home);
    clock.see(point, state?.serverPid !== null && state?.serverPid !== killedServer);
    const index = breakpoints.findIndex(
      ({ activity, instant }) => activity === point.activity && instant === point.instant,
    );
    await breakpoints.splice(index === -1 ? breakpoints.length : index, 1)[0]?.onHit(point);
  };
  const traffic = server.open(cell, {
    reached: see,
    async asked(point, request) {
      await see(point);
      return refusal(point, request);
    },
  });
  const environment = { ...server.environment, ...settings, [CONTROL_VARIABLE]: traffic.controlURL };
  const { start } = world.with(environment, [], program.entry);

  const signalTo = (pid: number, name: NodeJS.Signals): void => signalOwn(world.home, pid, name);
  const end = (pid: number): void => signalTo(pid, 'SIGKILL');
  const pids = () => {
    const state = loadRecordedState(world.home);
    return { supervisor: state?.pid ?? 0, server: state?.serverPid ?? 0, worker: state?.workerPid ?? 0 };
  };
  const open = (...args: readonly string[]): RunningCommand => {
    signal.throwIfAborted();
    if (isClosed) throw new Error('this world is closed');
    const command = start(...args);
    commands.push(command);
    return command;
  };

  return {
    home: world.home,
    sources,
    traffic,
    clock,
    reached,
    workers,
    untouched: breakpoints,
    arm: (...more) => void breakpoints.push(...more),
    refuse(next) {
      refusal = next;
    },
    watch(next) {
      watcher = next;
    },
    signal: signalTo,
    kill(victim, point) {
      const { supervisor, server: serverPid, worker } = pids();
      clock.kill();
      // The supervisor first: it must not see the others die.
      if (victim === 'everything') {
        end(supervisor);
        following.abort();
      }
      if (victim !== 'server') end(point?.pid ?? worker);
      if (victim === 'worker') return;
      killedServer = serverPid;
      end(serverPid);
    },
    async follow(attempt) {
      for (let isAgain = false; ; isAgain = true) {
        following = new AbortController();
        const { signal: killed } = following;
        try {
          const result = await attempt(killed, isAgain);
          if (!killed.aborted) return result;
        } catch (error) {
          if (!killed.aborted) throw error;
        }
      }
    },
    attach(killed, ...args) {
      const command = open(...args);
      killed.addEventListener('abort', () => command.process.kill('SIGKILL'), { once: true });
      return command;
    },
    start: open,
    atEnd: (work) => void endings.push(work),
    pids,
    async close() {
      isClosed = true;
      const { supervisor, server: serverPid, worker } = pids();
      for (const { process: child } of commands) child.kill('SIGKILL');
      for (const pid of [supervisor, worker, serverPid, ...workers]) end(pid);
      await endServersOn(databaseFileOf(world.home));
      for (const work of endings) work();
      // A process that is just ending may still write.
      await rm(dirname(world.home), { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Measures how long a run stands still after each kill. */
interface RecoveryClock {
  /** Times of the kills, in milliseconds since the epoch. */
  readonly kills: readonly number[];
  /** Seconds from each kill to the next activity that began after it and asked for something or came to its end. */
  readonly seconds: readonly number[];
  kill(): void;
  /** @param isBack false while a process that was killed has no successor */
  see(point: Point, isBack: boolean): void;
  /** The run is over: kills without later progress had nothing to resume. */
  stop(): void;
}

function createRecoveryClock(): RecoveryClock {
  const kills: number[] = [];
  const seconds: number[] = [];
  let begun = new Set<string>();
  let since: number | null = null;

  const resume = (): void => {
    if (since !== null) seconds.push((Date.now() - since) / 1_000);
    since = null;
  };
  return {
    kills,
    seconds,
    kill() {
      resume();
      begun = new Set();
      since = Date.now();
      kills.push(since);
    },
    see(point, isBack) {
      const call = [point.pid, point.activityId, point.attempt].join('/');
      if (point.instant === 'before' && isBack) begun.add(call);
      else if (begun.has(call)) resume();
    },
    stop: resume,
  };
}
