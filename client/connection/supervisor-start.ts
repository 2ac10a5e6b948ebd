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
/** Log of the server itself. */
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
 * Starts a supervisor that outlives this process. Several may start at once: only one gets the lock.
 *
 * @returns true when the new supervisor accepts connections, false when another one got the lock
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

/** Ends processes that a killed supervisor left behind. */
export async function cleanUp(start: SupervisorStart): Promise<void> {
  const cleaner = spawnSupervisor(start, ['--clean-up']);
  // This process waits for the cleaner, unlike for a supervisor.
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
    `See ${join(home, SUPERVISOR_LOG_FILE)} and server.log beside it.`,
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
      saysDiskIsFull(cause)
        ? `The disk that holds ${dirname(path)} is full.`
        : `Cannot write to ${dirname(path)} (${cause})`,
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
