import { once } from 'node:events';
import { join } from 'node:path';
import { ENCRYPTION_KEYS_VARIABLE } from '../../payloads/encryption-keys.ts';
import type { EmbeddedPhase } from '../../workflows/contracts/embedded-state.ts';
import { EMBEDDED_NAMESPACE } from '../config/temporal.ts';
import type { SupervisorConfig } from '../config/worker-config.ts';
import { loadRecordedState } from '../home/embedded-state-file.ts';
import { findTemporalBinary } from '../temporal-cli/temporal-binary.ts';
import type { ServerPorts } from './free-ports.ts';
import { endServersOn } from './orphaned-servers.ts';
import { keepRunning, type Running } from './restarts.ts';
import { countRunning } from './server-http-api.ts';
import { type SupervisedWorker, startSupervisedWorker } from './supervised-worker.ts';
import type { SupervisorStatus } from './supervisor-status.ts';
import { startTemporalServer, type TemporalServer } from './temporal-server.ts';

export interface SupervisionOptions {
  readonly config: SupervisorConfig;
  /** Entry file of the worker process; undefined: the worker is started by hand. */
  readonly workerEntry: string | undefined;
  readonly status: SupervisorStatus;
  readonly preferredPorts: readonly ServerPorts[];
  readonly stopping: AbortController;
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
 * the server after it. They start side by side: the worker connects when the server is ready. The caller holds the
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

function createWorkerProcess(
  { config, workerEntry, status, stopping }: SupervisionOptions,
  server: () => Promise<TemporalServer>,
) {
  let current: SupervisedWorker | undefined;
  const release = async (taskQueue: string) => releaseWork(taskQueue, await server(), stopping.signal);
  return {
    stop: async () => current?.stop(),
    async start(): Promise<Running> {
      current = await startSupervisedWorker({
        entry: workerEntry ?? '',
        environment: { ...config.workerEnvironment, PLUMBLINE_HOME: config.home },
        address: server().then(({ address }) => address),
        onSpawn: (pid) => status.observe({ workerPid: pid }),
        signal: stopping.signal,
      });
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
      `could not release the work of an ended worker; it waits for its timeouts: ${String(error)}\n`,
    );
  }
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}
