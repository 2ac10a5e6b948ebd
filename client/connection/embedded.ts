import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type EmbeddedState, SUPERVISOR_LOG_FILE } from '@plumbline/contracts/common/embedded-state';
import { loadRecordedState } from '../../workers/home/home-folder.ts';
import { EnvironmentError, UsageError } from '../errors/failures.ts';
import { fullDiskFailure, saysDiskIsFull } from './disk-space.ts';
import { connectToSupervisor, type SupervisorConnection } from './supervisor-connection.ts';
import { isAsStartedHere } from './worker-settings.ts';

const SUPERVISOR = fileURLToPath(new URL('../../workers/supervisor.ts', import.meta.url));
/** Log of the server itself. */
const SERVER_LOG_FILE = 'temporal/server.log';
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Time for a supervisor that holds the lock to answer before it counts as stuck. */
const STUCK_LIMIT_MS = 60_000;

export interface EmbeddedOptions extends SupervisorStart {
  readonly environment: NodeJS.ProcessEnv;
  /** Called at every change, even after the server became ready: it may be restarted. */
  readonly onPhase: (detail: string, state: EmbeddedState) => void;
  /** The server keeps running when no command is attached. */
  readonly keep: boolean;
}

export interface EmbeddedServer {
  readonly address: string;
  readonly uiAddress: string | null;
  readonly worker: EmbeddedState['worker'];
  readonly startedHere: boolean;
  /** It lingered when this command came. */
  readonly lingered: boolean;
  /**
   * Detaches. When no other command is attached, server and worker linger, or have stopped when this returns.
   *
   * @param lingerSeconds how long they linger; left out: as long as they would have without this command
   * @returns ISO time until which they linger; null: they have stopped, or are held
   */
  release(lingerSeconds?: number): Promise<string | null>;
}

interface Attachment {
  readonly connection: SupervisorConnection;
  readonly startedHere: boolean;
  /** Until when the supervisor lingered when this command came. */
  readonly stayedUntil: string | null;
}

/**
 * Attaches to the embedded server of `home`, starting it if needed, and waits until it is ready. A supervisor that is
 * killed later is replaced until the server is released.
 *
 * @throws {EnvironmentError} when server or worker cannot be started
 */
export async function startOrJoin(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const first = await attach(options);
  let isReleased = false;
  let { connection } = first;

  const replaceWhenKilled = async (): Promise<void> => {
    await connection.closed;
    if (isReleased || isEnding(connection.state())) return;
    connection = (await attach(options)).connection;
    return replaceWhenKilled();
  };
  const replacing = replaceWhenKilled().catch((error: unknown) => {
    options.onPhase(String(error), connection.state());
  });

  const { address, uiAddress, worker } = connection.state();
  return {
    address: address ?? '',
    uiAddress,
    worker,
    startedHere: first.startedHere,
    lingered: first.stayedUntil !== null,
    async release(lingerSeconds = remainingSeconds(first.stayedUntil)) {
      isReleased = true;
      if (hasOtherHolders(connection.state())) connection.disconnect();
      else connection.detach(lingerSeconds);
      // It lingers, or another command attaches just now and keeps it running; then there is no end to wait for.
      connection.onState((state) => (isLingering(state) || hasOtherHolders(state)) && connection.disconnect());
      await connection.closed;
      await replacing;
      return connection.state().staysUntil;
    },
  };
}

/** The state of the living supervisor of `home`; undefined when none runs. */
export async function readState(home: string): Promise<EmbeddedState | undefined> {
  const connection = await connectToSupervisor(home, 'look');
  connection?.disconnect();
  return connection?.state();
}

/**
 * Stops the supervisor of `home` with its worker and server, and waits until they have ended.
 *
 * @returns false when none was running; leftovers of a killed one are ended as well
 * @throws {UsageError} when commands are attached and `force` is not set
 */
export async function stop(home: string, { force }: { readonly force: boolean }): Promise<boolean> {
  const state = await readState(home);
  const pids = state?.attachedPids ?? [];
  if (pids.length > 0 && !force) {
    throw new UsageError(
      `The server is in use by ${pids.length === 1 ? 'process' : 'processes'} ${pids.join(', ')}.`,
      'Stop them first, or use --force: runs stay stored and can be resumed.',
    );
  }
  const connection = await connectToSupervisor(home, 'stop');
  if (connection === undefined) {
    await cleanUp({ home });
    return false;
  }
  await connection.closed;
  return true;
}

async function attach(options: EmbeddedOptions): Promise<Attachment> {
  const deadline = performance.now() + STUCK_LIMIT_MS;
  const stayedUntil = await meetLingering(options);
  let startedHere = false;
  for (;;) {
    const connection = await connectToSupervisor(options.home, options.keep ? 'keep' : 'attach');
    if (connection !== undefined && (await becomesReady(connection, options)))
      return { connection, startedHere, stayedUntil };
    if (connection === undefined && performance.now() > deadline) {
      throw new EnvironmentError(
        `Another process holds the embedded Temporal server of ${options.home} but does not answer.`,
        'Find the hanging `supervisor.ts` process and end it.',
      );
    }
    startedHere = await startSupervisor(options);
    if (!startedHere) await delay(100);
  }
}

/** Ends a supervisor that lingers with other settings or code. @returns until when another one lingers */
async function meetLingering({ home, environment, onPhase }: EmbeddedOptions): Promise<string | null> {
  const state = await readState(home);
  if (state === undefined) return null;
  if (!(await isOutdated(state, environment))) return state.staysUntil;
  onPhase('replacing the worker that stayed: it has other settings or other code', { ...state, phase: 'stopping' });
  await endLingering(home);
  return null;
}

/** False when the supervisor ends first, for example because it was already stopping. */
async function becomesReady(connection: SupervisorConnection, options: EmbeddedOptions): Promise<boolean> {
  const settled = Promise.withResolvers<boolean>();
  const onState = (state: EmbeddedState) => {
    options.onPhase(state.detail, state);
    if (state.phase === 'ready') settled.resolve(true);
    if (state.phase === 'failed') settled.reject(failureOf(options.home, state.detail));
  };
  connection.onState(onState);
  onState(connection.state());
  void connection.closed.then(() => settled.resolve(false));
  return settled.promise;
}

function isEnding({ phase }: EmbeddedState): boolean {
  return phase === 'stopping' || phase === 'stopped' || phase === 'failed';
}

function hasOtherHolders({ keep, attachedPids, phase }: EmbeddedState): boolean {
  return phase !== 'stopping' && (keep || attachedPids.some((pid) => pid !== process.pid));
}

interface SupervisorStart {
  readonly home: string;
  /** Environment of the supervisor; undefined: this process's own. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Entry file of the worker process; undefined: the project's worker. */
  readonly workerEntry?: string | undefined;
}

/**
 * Starts a supervisor that outlives this process. Several may start at once: only one gets the lock.
 *
 * @returns true when the new supervisor accepts connections, false when another one got the lock
 * @throws {EnvironmentError} when it cannot start
 */
async function startSupervisor(start: SupervisorStart): Promise<boolean> {
  const workerArguments = start.workerEntry === undefined ? [] : ['--worker', start.workerEntry];
  const supervisor = spawnSupervisor(start, workerArguments);
  while (supervisor.exitCode === null && supervisor.signalCode === null && supervisor.pid !== undefined) {
    const recorded = loadRecordedState(start.home);
    if (recorded?.pid === supervisor.pid) return assertNotFailed(start.home, recorded);
    await delay(20);
  }
  const last = loadRecordedState(start.home);
  if (last !== undefined && last.pid === supervisor.pid) return assertNotFailed(start.home, last);
  if (supervisor.exitCode === 0) return false;
  throw failureOf(start.home, lastLinesOf(join(start.home, SUPERVISOR_LOG_FILE)));
}

/** Ends processes that a killed supervisor left behind. */
async function cleanUp(start: SupervisorStart): Promise<void> {
  const cleaner = spawnSupervisor(start, ['--clean-up']);
  // This process waits for the cleaner, unlike for a supervisor.
  cleaner.ref();
  await new Promise((resolve) => cleaner.once('close', resolve));
}

function assertNotFailed(home: string, { phase, detail }: EmbeddedState): true {
  if (phase === 'failed') throw failureOf(home, detail);
  return true;
}

function failureOf(home: string, detail: string): EnvironmentError {
  const full = fullDiskFailure(home, `${detail}\n${lastLinesOf(join(home, SERVER_LOG_FILE))}`);
  if (full !== null) return full;
  return new EnvironmentError(
    `The embedded Temporal server did not start. ${detail}`.trim(),
    `See ${join(home, SUPERVISOR_LOG_FILE)} and server.log next to it.`,
  );
}

function spawnSupervisor({ home, environment }: SupervisorStart, more: readonly string[]): ChildProcess {
  const log = openLog(join(home, SUPERVISOR_LOG_FILE));
  try {
    const supervisor = spawn(process.execPath, [SUPERVISOR, '--home', home, ...more], {
      detached: true,
      stdio: ['ignore', log, log],
      ...(environment !== undefined && { env: environment }),
    });
    // A failed start shows as a process without an id.
    supervisor.on('error', () => undefined);
    supervisor.unref();
    return supervisor;
  } finally {
    closeSync(log);
  }
}

/** Keeps one older log, which bounds the total size. */
function openLog(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
    return openSync(path, 'a');
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new EnvironmentError(
      saysDiskIsFull(cause) ? `The disk of ${dirname(path)} is full.` : `Cannot write to ${dirname(path)} (${cause})`,
      'Free some space, or set PLUMBLINE_HOME to a writable folder.',
      { cause: error },
    );
  }
}

function lastLinesOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(-3).join('\n');
  } catch {
    // No log was written.
    return '';
  }
}

/** Whether the supervisor only lingers: no command is attached, and it ends by itself. */
export function isLingering({ staysUntil, phase }: EmbeddedState): boolean {
  return staysUntil !== null && phase !== 'stopping';
}

/** How long it would still linger. */
export function remainingSeconds(staysUntil: string | null): number {
  if (staysUntil === null) return 0;
  return Math.max(0, Math.round((Date.parse(staysUntil) - Date.now()) / 1_000));
}

/**
 * Ends the supervisor of `home` if it lingers, and waits until it has ended. A supervisor with an attached command
 * stays.
 */
export async function endLingering(home: string): Promise<void> {
  const connection = await connectToSupervisor(home, 'stop-lingering');
  await connection?.closed;
}

/** Whether a command with this environment must not use a supervisor that lingers from another command. */
export async function isOutdated(state: EmbeddedState, environment: NodeJS.ProcessEnv): Promise<boolean> {
  return isLingering(state) && !(await isAsStartedHere(environment, state.worker));
}
