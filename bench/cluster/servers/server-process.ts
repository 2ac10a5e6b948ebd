import { type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeProcessEnd, endOf, isFree, type ProcessEnd } from '../../../workers/supervisor/temporal-server.ts';

const START_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 50;
const LONGEST_REASON = 300;
/** Above the time that a worker needs to stop gracefully. */
const STOP_LIMIT_MS = 45_000;

/** A server or worker of a cluster. */
export interface ServerProcess {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  readonly end: Promise<ProcessEnd>;
  /** Asks it to end, and kills it where it does not. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ServerProgram extends Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> {
  readonly name: string;
  readonly command: string;
  readonly parameters: readonly string[];
  readonly logFile: string;
}

/** In a process group of its own, so that a Ctrl-C reaches the command that started it alone. */
export function startServer({ name, command, parameters, logFile, ...options }: ServerProgram): ServerProcess {
  // A file instead of a pipe, so that the server does not depend on a reader.
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const end = endOf(child);
  return {
    name,
    pid: child.pid ?? 0,
    logFile,
    end,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await end;
      clearTimeout(kill);
    },
  };
}

/** Asks again until the server is ready. @throws {Error} with the last line of its log when it ends before */
export async function untilReady<Found>(
  { name, end, logFile }: Pick<ServerProcess, 'name' | 'end' | 'logFile'>,
  look: () => Promise<Found | undefined>,
): Promise<Found> {
  let ended: ProcessEnd | undefined;
  void end.then((how) => (ended = how));
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (ended !== undefined) throw new Error(`${name} ${describeProcessEnd(ended)}: ${lastLineOf(logFile)}`);
    if (Date.now() > deadline) throw new Error(`${name} did not become ready: ${lastLineOf(logFile)}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Where the log has what the pattern finds, since this position. */
export async function inLog(logFile: string, pattern: RegExp, from = 0): Promise<string | undefined> {
  return pattern.exec(readFileSync(logFile, 'utf8').slice(from))?.[1];
}

/** Without what follows the message, such as the stack of a log in JSON. */
function lastLineOf(logFile: string): string {
  const line = readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? '';
  return `${line.slice(0, LONGEST_REASON)} (${logFile})`;
}

/** The program of this name on the PATH. */
export function findProgram(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** Temporal's schema for PostgreSQL keeps ports in two bytes with a sign; those that the system gives away are above. */
const LOWEST_PORT = 20_000;
const PORTS = 12_000;

/** The port of the last time where it is free, so that addresses stay. */
export async function portLike(previous: number | undefined): Promise<number> {
  for (let port = previous; ; port = LOWEST_PORT + randomInt(PORTS)) {
    if (port !== undefined && (await isFree(port))) return port;
  }
}
