import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type EmbeddedState, SUPERVISOR_LOG_FILE } from '../../workflows/contracts/embedded-state.ts';
import { EnvironmentError } from '../errors/failures.ts';
import { fullDiskFailure, saysDiskIsFull } from './disk-space.ts';
import { readRecordedState } from './supervisor-connection.ts';

const SUPERVISOR = fileURLToPath(new URL('../../workers/supervisor.ts', import.meta.url));
/** Of the server itself, beside the supervisor's. */
const SERVER_LOG_FILE = 'temporal/server.log';
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export interface SupervisorStart {
  readonly home: string;
  /** Environment of the supervisor; undefined: this process's own. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Entry file of the worker process; undefined: the project's worker. */
  readonly workerEntry?: string | undefined;
}

/**
 * Starts a supervisor that outlives this process. Harmless when another one is about to start: only one gets the lock.
 *
 * @returns true when the new supervisor can be connected to, false when another one was first
 * @throws {EnvironmentError} when it cannot start
 */
export async function startSupervisor(start: SupervisorStart): Promise<boolean> {
  const workerArguments = start.workerEntry === undefined ? [] : ['--worker', start.workerEntry];
  const supervisor = spawnSupervisor(start, workerArguments);
  while (supervisor.exitCode === null && supervisor.signalCode === null && supervisor.pid !== undefined) {
    const recorded = await readRecordedState(start.home);
    if (recorded?.pid === supervisor.pid) return assertNotFailed(start.home, recorded);
    await delay(20);
  }
  const last = await readRecordedState(start.home);
  if (last !== undefined && last.pid === supervisor.pid) return assertNotFailed(start.home, last);
  if (supervisor.exitCode === 0) return false;
  throw failureOf(start.home, lastLinesOf(join(start.home, SUPERVISOR_LOG_FILE)));
}

/** Ends what a killed supervisor has left behind. */
export async function cleanUp(start: SupervisorStart): Promise<void> {
  const cleaner = spawnSupervisor(start, ['--clean-up']);
  // Unlike a supervisor it is waited for.
  cleaner.ref();
  await new Promise((resolve) => cleaner.once('close', resolve));
}

function assertNotFailed(home: string, { phase, detail }: EmbeddedState): true {
  if (phase === 'failed') throw failureOf(home, detail);
  return true;
}

export function failureOf(home: string, detail: string): EnvironmentError {
  const full = fullDiskFailure(home, `${detail}\n${lastLinesOf(join(home, SERVER_LOG_FILE))}`);
  if (full !== null) return full;
  return new EnvironmentError(
    `The embedded Temporal server did not start. ${detail}`.trim(),
    `More is in ${join(home, SUPERVISOR_LOG_FILE)} and beside it in server.log.`,
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

/** One older log is kept, so that the two together stay bounded. */
function openLog(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
    return openSync(path, 'a');
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new EnvironmentError(
      saysDiskIsFull(cause)
        ? `The disk that holds ${dirname(path)} is full.`
        : `Cannot write to ${dirname(path)} (${cause})`,
      'Make room or set PLUMBLINE_HOME to a folder that can be written to.',
      { cause: error },
    );
  }
}

function lastLinesOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(-3).join('\n');
  } catch {
    // Nobody got as far as writing one.
    return '';
  }
}
