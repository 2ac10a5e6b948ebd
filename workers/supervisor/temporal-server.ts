import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EMBEDDED_NAMESPACE } from '../config/temporal.ts';
import { describeProcessEnd, endAtOnce, endOf, type ProcessEnd } from './child-process.ts';
import { choosePorts, freePort, type ServerPorts } from './free-ports.ts';
import { openNamespace } from './server-http-api.ts';

const START_LIMIT_MS = 60_000;
const PORT_ATTEMPTS = 5;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

const DYNAMIC_CONFIG = [
  // Server timers fire up to this much late (1 s when unset), which adds to every recovery after a kill.
  'history.timerProcessorMaxTimeShift="50ms"',
  // The server's only shard looks for new work 20 times a second when unset; each step then waits 40 ms.
  'history.transferProcessorMaxPollRPS=2000',
  'history.timerProcessorMaxPollRPS=2000',
  // A run is deleted when these have noted that it is over: every 30 s when unset, which `delete` then waits for.
  'history.transferProcessorUpdateAckInterval="1s"',
  'history.visibilityProcessorUpdateAckInterval="1s"',
  'history.timerProcessorUpdateAckInterval="1s"',
  // An activity on the worker's own queue begins with the workflow task that asks for it.
  'system.enableActivityEagerExecution=true',
  // A queue's rate is divided among its partitions (4 when unset): a search then waits up to four times as long for its turn.
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
];

export interface TemporalServerOptions {
  /** The Temporal CLI. */
  readonly binary: string;
  readonly databaseFile: string;
  readonly logFile: string;
  /** Tried in this order; then any free ports. */
  readonly preferredPorts: readonly ServerPorts[];
  readonly withUi: boolean;
  /** Payloads are encrypted: the Web UI asks the codec endpoint. */
  readonly isEncrypted?: boolean;
  /** Further settings of the server, `name=value` with the value in JSON. */
  readonly dynamicConfig?: readonly string[];
  readonly signal: AbortSignal;
}

export interface TemporalServer extends ServerPorts {
  readonly address: string;
  /** Of the HTTP API. */
  readonly httpAddress: string;
  /** Null without the Web UI. */
  readonly uiAddress: string | null;
  readonly pid: number;
  readonly end: Promise<ProcessEnd>;
  /** At once: what the server has accepted is on the disk. A graceful end takes a second and would add nothing. */
  stop(): Promise<void>;
}

/** Another program took a port between choice and start. */
class PortLostError extends Error {
  override readonly name = 'PortLostError';
}

/**
 * Starts a Temporal development server on loopback and waits until its namespace answers. The caller makes sure that no
 * other server uses the database file: with two servers on one file both answer, and no run finishes.
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  mkdirSync(dirname(options.databaseFile), { recursive: true });
  rotateLog(options.logFile);
  for (let attempt = 1; ; attempt++) {
    const ports = await choosePorts(attempt === 1 ? options.preferredPorts : []);
    try {
      return await startOn(ports, options);
    } catch (error) {
      if (!(error instanceof PortLostError) || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function startOn(ports: ServerPorts, options: TemporalServerOptions): Promise<TemporalServer> {
  options.signal.throwIfAborted();
  const httpPort = await freePort();
  const logStart = sizeOf(options.logFile);
  // A file instead of a pipe, so that the server does not depend on a reader.
  const log = openSync(options.logFile, 'a');
  const parameters = [...parametersOf(ports, options), '--http-port', String(httpPort)];
  const child = spawn(options.binary, parameters, { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const end = endOf(child);
  const stop = () => endAtOnce(child, end);
  const address = `127.0.0.1:${ports.port}`;
  const httpAddress = `127.0.0.1:${httpPort}`;
  try {
    await Promise.race([
      waitUntilReady(httpAddress, () => readFrom(options.logFile, logStart), options.signal),
      end.then((ended) => Promise.reject(startFailure(ended, readFrom(options.logFile, logStart)))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  const uiAddress = options.withUi ? `http://127.0.0.1:${ports.uiPort}` : null;
  return { ...ports, address, httpAddress, uiAddress, pid: child.pid ?? 0, end, stop };
}

function parametersOf(
  { port, uiPort }: ServerPorts,
  { databaseFile, withUi, isEncrypted = false, dynamicConfig = [] }: TemporalServerOptions,
): string[] {
  // The command `codec` answers on the port above the UI's.
  const codec = isEncrypted ? ['--ui-codec-endpoint', `http://127.0.0.1:${uiPort + 1}`] : [];
  const ui = withUi ? ['--ui-port', String(uiPort), ...codec] : ['--headless'];
  const place = ['--db-filename', databaseFile, '--ip', '127.0.0.1', '--port', String(port), ...ui];
  const dynamic = [...DYNAMIC_CONFIG, ...dynamicConfig].flatMap((setting) => ['--dynamic-config-value', setting]);
  // A backup or deletion locks the database briefly; deleted data must be overwritten.
  const sqlite = ['--sqlite-pragma', 'busy_timeout=10000', '--sqlite-pragma', 'secure_delete=ON'];
  return ['server', 'start-dev', ...place, ...dynamic, ...sqlite, '--log-level', 'warn'];
}

/** Waits for the banner first: before it, an answer on the port comes from another program. */
async function waitUntilReady(httpAddress: string, readLog: () => string, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT_MS)]);
  while (!/^(Temporal )?Server:\s/im.test(readLog())) await pause(deadline);
  await openNamespace({ httpAddress, namespace: EMBEDDED_NAMESPACE }, () => pause(deadline));
}

async function pause(deadline: AbortSignal): Promise<void> {
  if (deadline.aborted) throw new Error('the Temporal server did not get ready', { cause: deadline.reason });
  await delay(20);
}

function startFailure(ended: ProcessEnd, log: string): Error {
  if (/address already in use/i.test(log)) return new PortLostError('a port was taken in the meantime');
  const lastLine = log.trim().split('\n').at(-1) ?? '';
  return new Error(`the Temporal server ${describeProcessEnd(ended)}${lastLine === '' ? '' : `: ${lastLine}`}`);
}

/** Keeps one older log, which bounds the total size. */
function rotateLog(path: string): void {
  if (sizeOf(path) > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readFrom(path: string, start: number): string {
  return readFileSync(path).subarray(start).toString('utf8');
}
