import { spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EmbeddedPhase,
  type SupervisedWorkerFacts,
  supervisedWorkerSchema,
} from '@plumbline/contracts/common/embedded-state';
import { z } from 'zod';
import { ENCRYPTION_KEYS_VARIABLE } from '../../payloads/encryption-keys.ts';
import { EMBEDDED_NAMESPACE } from '../config/temporal.ts';
import type { SupervisorConfig } from '../config/worker-config.ts';
import { loadRecordedState } from '../home/home-folder.ts';
import { findTemporalBinary } from '../temporal-cli/temporal-binary.ts';
import type { ServerMessage, WorkerMessage } from '../temporal/worker-channel.ts';
import { endServersOn } from './orphaned-servers.ts';
import type { SupervisorStatus } from './supervisor-status.ts';
import {
  countRunning,
  describeProcessEnd,
  endGracefully,
  endOf,
  type ProcessEnd,
  type ServerPorts,
  startTemporalServer,
  type TemporalServer,
} from './temporal-server.ts';
import { WORKER_OPTIONS, workerEnvironmentOf } from './worker-program.ts';

/** An error that a restart cannot fix. */
export class UnrecoverableError extends Error {
  override readonly name = 'UnrecoverableError';
}

/** Consecutive failed starts after which the last error is thrown. A process that starts is restarted without limit. */
const MAX_FAILED_STARTS = 5;

/** A process that ran this long is restarted immediately. */
const HEALTHY_AFTER_MS = 60_000;

/** Longer than the worker's own grace for activities, so that the kill is the exception. */
const STOP_LIMIT_MS = 35_000;

const workerMessageSchema: z.ZodType<WorkerMessage, unknown> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), ...supervisedWorkerSchema.shape }),
  z.object({ type: z.literal('refused'), message: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

export interface SupervisionOptions {
  readonly config: SupervisorConfig;
  /** Entry file of the worker process; undefined: the worker is started by hand. */
  readonly workerEntry: string | undefined;
  readonly status: SupervisorStatus;
  readonly preferredPorts: readonly ServerPorts[];
  readonly stopping: AbortController;
  /** Emits `renew` when another worker is to take the place of the present one. */
  readonly renewing: EventEmitter;
}

export function databaseFileOf(home: string): string {
  return join(home, 'temporal', 'temporal.db');
}

/** The previous ports, so that addresses stay the same; then the configured ones. */
export function preferredPortsOf({ home, temporalPort }: SupervisorConfig): readonly ServerPorts[] {
  const { address, uiAddress } = loadRecordedState(home) ?? {};
  const recorded = address && uiAddress ? [{ port: portOf(`http://${address}`), uiPort: portOf(uiAddress) }] : [];
  return [...recorded, ...(temporalPort === 0 ? [] : [{ port: temporalPort, uiPort: temporalPort + 1_000 }])];
}

/**
 * Keeps the Temporal server of one home and its worker running until `stopping` is aborted; then the worker ends first,
 * the server after it. They start concurrently: the worker connects when the server is ready. The caller holds the
 * supervisor's lock.
 *
 * @throws {Error} when there is no Temporal CLI, or server or worker do not start
 */
export async function supervise(options: SupervisionOptions): Promise<void> {
  const { stopping } = options;
  const aborted = once(stopping.signal, 'abort');
  const server = createSupervisedServer(options);
  const worker = createWorkerProcess(options, server.ready);
  server.onMove(() => void worker.stop());
  options.renewing.on('renew', () => void worker.stop());
  const workers = options.workerEntry === undefined ? aborted : keepRunning(() => worker.start(), stopping.signal);
  const servers = prepareServer(options).then((binary) => keepRunning(() => server.start(binary), stopping.signal));
  try {
    await Promise.race([servers, workers, aborted]);
  } finally {
    stopping.abort();
    await Promise.allSettled([workers]);
    await server.stop();
    await Promise.allSettled([servers]);
  }
}

/** @returns the Temporal CLI, once no other server uses the database */
async function prepareServer({ config, status, stopping }: SupervisionOptions): Promise<string> {
  const onProgress = (phase: EmbeddedPhase, detail: string) => status.enter(phase, detail);
  const [binary] = await Promise.all([
    findTemporalBinary(config.binary, { signal: stopping.signal, onProgress }),
    endServersOn(databaseFileOf(config.home)),
  ]);
  return binary;
}

function createSupervisedServer({ config, status, preferredPorts, stopping }: SupervisionOptions) {
  let current: TemporalServer | undefined;
  let onMove = () => {};
  const first = Promise.withResolvers<TemporalServer>();
  return {
    /** The present server, or the first one when it is ready. */
    ready: () => (current === undefined ? first.promise : Promise.resolve(current)),
    onMove: (listener: () => void) => {
      onMove = listener;
    },
    stop: async () => current?.stop(),
    async start(binary: string): Promise<Running> {
      status.observe({ serverPid: null });
      const previous = current;
      current = await startTemporalServer({
        binary,
        databaseFile: databaseFileOf(config.home),
        logFile: join(config.home, 'temporal', 'server.log'),
        preferredPorts: previous === undefined ? preferredPorts : [previous],
        withUi: true,
        isEncrypted: Boolean(config.workerEnvironment[ENCRYPTION_KEYS_VARIABLE]?.trim()),
        signal: stopping.signal,
      });
      const { pid, address, uiAddress, end } = current;
      status.observe({ serverPid: pid, address, uiAddress });
      if (previous !== undefined && previous.address !== address) onMove();
      void end.then(() => status.observe({ serverPid: null }));
      first.resolve(current);
      return current;
    },
  };
}

function createWorkerProcess(options: SupervisionOptions, server: () => Promise<TemporalServer>) {
  const { status, stopping } = options;
  let current: SupervisedWorker | undefined;
  const release = async (taskQueue: string) => releaseWork(taskQueue, await server(), stopping.signal);
  return {
    stop: async () => current?.stop(),
    async start(): Promise<Running> {
      current = await startSupervisedWorker(options, server);
      const { facts, end } = current;
      const { taskQueue } = facts;
      status.observe({ worker: facts });
      // Releases what earlier workers left, including what could not be released while the server was down.
      void release(taskQueue);
      void end.then(() => {
        status.observe({ workerPid: null, worker: null });
        void release(taskQueue);
      });
      return current;
    },
  };
}

/** Nothing when everything stops: the next worker releases it. */
async function releaseWork(
  taskQueue: string,
  { address, httpAddress }: TemporalServer,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const namespace = EMBEDDED_NAMESPACE;
  try {
    // Mostly there is nothing to release, and then what releases it need not be loaded.
    if ((await countRunning({ httpAddress, namespace }, taskQueue)) === 0) return;
    const { releaseWorkOfEndedWorkers } = await import('./work-release.ts');
    await releaseWorkOfEndedWorkers({ address, namespace, taskQueue, signal });
  } catch (error) {
    if (signal.aborted) return;
    process.stderr.write(
      `could not release the work of an ended worker; it will run into its timeouts: ${String(error)}\n`,
    );
  }
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}

interface SupervisedWorker {
  readonly pid: number;
  /** What the worker reported about itself. */
  readonly facts: SupervisedWorkerFacts;
  readonly end: Promise<ProcessEnd>;
  /** Lets the running activities finish, for 35 s at most. */
  stop(): Promise<void>;
}

/**
 * Starts the worker process and waits until it polls its queues, which it does when the server is ready. The process ends
 * itself when the IPC channel closes, so it does not outlive a killed supervisor.
 *
 * @throws {UnrecoverableError} when the worker refuses its configuration
 */
async function startSupervisedWorker(
  { config, workerEntry = '', status, stopping: { signal } }: SupervisionOptions,
  server: () => Promise<TemporalServer>,
): Promise<SupervisedWorker> {
  const child = spawn(process.execPath, [...WORKER_OPTIONS, workerEntry], {
    env: workerEnvironmentOf({ ...config.workerEnvironment, PLUMBLINE_HOME: config.home }),
    // In its own process group: Ctrl-C reaches only the supervisor, which stops its processes in order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const end = endOf(child);
  const stop = () => endGracefully(child, end, STOP_LIMIT_MS);
  if (child.pid !== undefined) status.observe({ workerPid: child.pid });
  const onAbort = () => void stop();
  signal.addEventListener('abort', onAbort, { once: true });
  // It loads what it needs until the server is ready.
  void server().then(({ address }) => child.connected && child.send({ address } satisfies ServerMessage));
  const messages = Promise.withResolvers<Extract<WorkerMessage, { type: 'ready' }>>();
  let problem: string | undefined;
  child.on('message', (raw) => {
    const { data: message } = workerMessageSchema.safeParse(raw);
    if (message?.type === 'ready') messages.resolve(message);
    if (message?.type === 'refused') messages.reject(new UnrecoverableError(message.message));
    if (message?.type === 'failed') problem = message.message;
  });
  void end.then((ended) => {
    signal.removeEventListener('abort', onAbort);
    messages.reject(new Error(problem ?? `the worker ${describeProcessEnd(ended)} before it was ready`));
  });
  const { type: _, ...facts } = await messages.promise;
  return { pid: child.pid ?? 0, facts, end, stop };
}

/** A started process, which runs until `end` settles. */
interface Running {
  readonly end: Promise<unknown>;
}

/**
 * Runs `start` again whenever what it started ends or cannot start: immediately the first time, then after 0.5, 1, 2 … at
 * most 30 seconds. Returns when the signal is aborted.
 *
 * @throws {UnrecoverableError} immediately; any other error of `start` when it has failed five times in a row
 */
export async function keepRunning(start: () => Promise<Running>, signal: AbortSignal): Promise<void> {
  let failedStarts = 0;
  let quickEnds = 0;
  while (!signal.aborted) {
    const started = Date.now();
    try {
      const running = await start();
      failedStarts = 0;
      await running.end;
      quickEnds = Date.now() - started > HEALTHY_AFTER_MS ? 1 : quickEnds + 1;
    } catch (error) {
      if (signal.aborted) return;
      failedStarts += 1;
      if (error instanceof UnrecoverableError || failedStarts >= MAX_FAILED_STARTS) throw error;
    }
    await delay(pauseMs(failedStarts + quickEnds), undefined, { signal }).catch(() => undefined);
  }
}

function pauseMs(failures: number): number {
  return failures <= 1 ? 0 : Math.min(500 * 2 ** (failures - 2), 30_000);
}
