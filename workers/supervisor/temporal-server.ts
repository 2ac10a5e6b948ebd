import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EMBEDDED_NAMESPACE } from '../config/temporal.ts';

// What the supervisor asks the server while it starts, by its HTTP API: loading the gRPC client would take a third of the time
// that the server itself needs.

/** Ten years, so that finished runs stay in the Web UI. The server's default is one day. */
const RETENTION_SECONDS = 3_650 * 24 * 60 * 60;
const ANSWER_LIMIT_MS = 5_000;
const HEADERS = { 'content-type': 'application/json', connection: 'close' };

const START_LIMIT_MS = 60_000;
const PORT_ATTEMPTS = 5;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** `name=value` with the value in JSON. */
export const DYNAMIC_CONFIG: readonly string[] = [
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
  // What waits is taken user by user, not in the order in which it came.
  'matching.useNewMatcher=true',
  'matching.enableFairness=true',
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

/** Waits for the banner first: before it, an answer on the port comes from another program. Raises the retention. */
async function waitUntilReady(httpAddress: string, readLog: () => string, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT_MS)]);
  while (!/^(Temporal )?Server:\s/im.test(readLog())) await pause(deadline);
  // Not there at first: the server creates the namespace after it has begun to listen.
  while (!(await raiseRetention({ httpAddress, namespace: EMBEDDED_NAMESPACE }))) await pause(deadline);
}

async function pause(deadline: AbortSignal): Promise<void> {
  if (deadline.aborted) throw new Error('the Temporal server did not become ready', { cause: deadline.reason });
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

/** How a process ended: its exit code, or the signal that ended it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Resolves once, even when the process could not be started. */
export function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
}

/** Sends SIGTERM, and SIGKILL when the process has not ended after `graceMs`. */
export async function endGracefully(child: ChildProcess, end: Promise<ProcessEnd>, graceMs: number): Promise<void> {
  if (child.pid === undefined) return;
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await end;
  clearTimeout(kill);
}

async function endAtOnce(child: ChildProcess, end: Promise<ProcessEnd>): Promise<void> {
  child.kill('SIGKILL');
  await end;
}

export function describeProcessEnd({ code, signal }: ProcessEnd): string {
  if (signal !== null) return `ended by ${signal}`;
  return code === null ? 'could not be started' : `ended with code ${code}`;
}

export interface ServerPorts {
  readonly port: number;
  readonly uiPort: number;
}

/** The first preferred pair whose ports are both free on loopback, or any free ports. */
async function choosePorts(preferred: readonly ServerPorts[]): Promise<ServerPorts> {
  for (const ports of preferred) {
    if ((await isFree(ports.port)) && (await isFree(ports.uiPort))) return ports;
  }
  const port = await freePort();
  let uiPort = await freePort();
  while (uiPort === port) uiPort = await freePort();
  return { port, uiPort };
}

export function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

export function freePort(): Promise<number> {
  return listenOnce(0);
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const bound = server.address();
  await once(server.close(), 'close');
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return bound.port;
}

/** A namespace of a server. */
interface ServerNamespace {
  /** Host and port of the server's HTTP API. */
  readonly httpAddress: string;
  readonly namespace: string;
}

/** Number of runs of the queue that are not over. @throws {Error} when the server does not answer or refuses */
export async function countRunning(where: ServerNamespace, taskQueue: string): Promise<number> {
  const query = new URLSearchParams({ query: `ExecutionStatus = 'Running' AND TaskQueue = '${taskQueue}'` });
  const response = await ask(where, `workflow-count?${query.toString()}`);
  if (!response.ok) throw new Error(`the Temporal server answered ${response.status} when asked for its runs`);
  const { count } = (await response.json()) as { readonly count?: string };
  return Number(count ?? 0);
}

/** Creates it where it is not there. @returns false: the server is not ready */
export async function makeNamespace(where: ServerNamespace): Promise<boolean> {
  if (await raiseRetention(where)) return true;
  const workflowExecutionRetentionPeriod = `${RETENTION_SECONDS}s`;
  const body = JSON.stringify({ namespace: where.namespace, workflowExecutionRetentionPeriod });
  const request = { method: 'POST', headers: HEADERS, body, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) };
  await fetch(`http://${where.httpAddress}/api/v1/namespaces`, request);
  return false;
}

async function raiseRetention(where: ServerNamespace): Promise<boolean> {
  const config = { workflowExecutionRetentionTtl: `${RETENTION_SECONDS}s` };
  try {
    const { ok } = await ask(where, 'update', { method: 'POST', body: JSON.stringify({ config }) });
    return ok;
  } catch {
    return false;
  }
}

function ask({ httpAddress, namespace }: ServerNamespace, path: string, request: RequestInit = {}): Promise<Response> {
  return fetch(`http://${httpAddress}/api/v1/namespaces/${namespace}/${path}`, {
    ...request,
    headers: HEADERS,
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
}
