import { once } from 'node:events';
import { join } from 'node:path';
import { ENCRYPTION_KEYS_VARIABLE } from '../../payloads/encryption-keys.ts';
import type { SupervisorConfig } from '../config/worker-config.ts';
import { loadRecordedState } from '../home/embedded-state-file.ts';
import { findTemporalBinary } from '../temporal-cli/temporal-binary.ts';
import type { ServerPorts } from './free-ports.ts';
import { endServersOn } from './orphaned-servers.ts';
import { keepRunning, type Running } from './restarts.ts';
import { type SupervisedWorker, startSupervisedWorker } from './supervised-worker.ts';
import type { SupervisorStatus } from './supervisor-status.ts';
import { startTemporalServer, type TemporalServer } from './temporal-server.ts';
import { releaseWorkOfEndedWorkers } from './work-release.ts';

const EMBEDDED_NAMESPACE = 'default';

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
 * the server after it. The caller holds the supervisor's lock.
 *
 * @throws {Error} when there is no Temporal CLI, or server or worker do not start
 */
export async function supervise(options: SupervisionOptions): Promise<void> {
  const { config, status, stopping } = options;
  const binary = await findTemporalBinary(config.binary, {
    signal: stopping.signal,
    onProgress: (phase, detail) => status.enter(phase, detail),
  });
  await endServersOn(databaseFileOf(config.home));
  const server = createSupervisedServer(binary, options);
  const worker = createWorkerProcess(options, server.address);
  server.onMove(() => void worker.stop());
  const servers = keepRunning(() => server.start(), stopping.signal);
  // `once` would wait for ever for a signal that was aborted while the binary was looked for.
  const aborted = stopping.signal.aborted ? Promise.resolve() : once(stopping.signal, 'abort');
  const workers = server.isUp.then(
    (): Promise<unknown> =>
      options.workerEntry === undefined ? aborted : keepRunning(() => worker.start(), stopping.signal),
  );
  try {
    await Promise.race([servers, workers, aborted]);
  } finally {
    stopping.abort();
    if (server.wasUp()) await Promise.allSettled([workers]);
    await server.stop();
    await Promise.allSettled([servers]);
  }
}

function createSupervisedServer(binary: string, { config, status, preferredPorts, stopping }: SupervisionOptions) {
  let current: TemporalServer | undefined;
  let onMove = () => {};
  const isUp = Promise.withResolvers<void>();
  return {
    isUp: isUp.promise,
    wasUp: () => current !== undefined,
    address: () => current?.address ?? '',
    onMove: (listener: () => void) => {
      onMove = listener;
    },
    stop: async () => current?.stop(),
    async start(): Promise<Running> {
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
      isUp.resolve();
      return current;
    },
  };
}

function createWorkerProcess({ config, workerEntry, status, stopping }: SupervisionOptions, address: () => string) {
  let current: SupervisedWorker | undefined;
  const release = (taskQueue: string) =>
    releaseWorkOfEndedWorkers({
      address: address(),
      namespace: EMBEDDED_NAMESPACE,
      taskQueue,
      signal: stopping.signal,
    }).catch((error: unknown) => {
      if (!stopping.signal.aborted)
        process.stderr.write(
          `could not release the work of an ended worker; it waits for its timeouts: ${String(error)}\n`,
        );
    });
  return {
    stop: async () => current?.stop(),
    async start(): Promise<Running> {
      current = await startSupervisedWorker({
        entry: workerEntry ?? '',
        environment: {
          ...config.workerEnvironment,
          PLUMBLINE_HOME: config.home,
          TEMPORAL_ADDRESS: address(),
          TEMPORAL_NAMESPACE: EMBEDDED_NAMESPACE,
        },
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

function portOf(address: string): number {
  return Number(new URL(address).port);
}
