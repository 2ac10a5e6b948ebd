import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import { findCompiled } from '../../workers/install/compiled-program.js';
import { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } from '../../workers/supervisor/worker-program.ts';
import { type Cluster, startCluster } from './servers/cluster.ts';
import { inLog, type ServerProcess, startServer, untilReady } from './servers/server-process.ts';

/** What runs are measured on: Temporal, and workers that share a store. */
export interface Bed {
  readonly name: string;
  readonly address: string;
  readonly taskQueue: string;
  startWorker(name: string, more?: NodeJS.ProcessEnv): Promise<ServerProcess>;
  close(): Promise<void>;
}

export interface ClusterBed extends Bed, Pick<Cluster, 'variables' | 'startServe' | 'interrupt'> {}

/** PostgreSQL, S3, and a home for each worker. */
export async function clusterBed(
  variables: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ClusterBed> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-cluster-'));
  const cluster = await startCluster({ folder, onProgress: () => undefined, signal, environment: variables });
  return {
    name: cluster.parts.join(', '),
    address: cluster.variables['TEMPORAL_ADDRESS'] ?? '',
    taskQueue: cluster.variables['PLUMBLINE_TASK_QUEUE'] ?? '',
    variables: cluster.variables,
    startWorker: (name, more) => cluster.startWorker(name, more),
    startServe: (name, parameters) => cluster.startServe(name, parameters),
    interrupt: (server, durationMs) => cluster.interrupt(server, durationMs),
    async close() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Temporal's development server, and one home with SQLite for all workers. */
export async function embeddedBed(variables: Readonly<Record<string, string>>): Promise<Bed> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-embedded-'));
  const server = await startTestServer();
  const taskQueue = 'embedded';
  const started: ServerProcess[] = [];
  return {
    name: 'embedded: one home',
    address: server.address,
    taskQueue,
    async startWorker(name, more = {}) {
      const logFile = join(folder, `${name}.log`);
      const place = { TEMPORAL_ADDRESS: server.address, PLUMBLINE_TASK_QUEUE: taskQueue };
      const worker = startServer({
        name,
        command: process.execPath,
        parameters: [...WORKER_OPTIONS, findCompiled('workers/main.ts') ?? WORKER_ENTRY],
        logFile,
        env: workerEnvironmentOf({ ...variables, ...more, ...place, PLUMBLINE_HOME: join(folder, 'home') }),
      });
      started.push(worker);
      await untilReady(worker, () => inLog(logFile, /worker ready: (.*)/));
      return worker;
    },
    async close() {
      await Promise.all(started.map((worker) => worker.stop()));
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Of a process with its threads; 0 when it has ended, or where there is no /proc. */
export async function processorSecondsOf({ pid }: Pick<ServerProcess, 'pid'>): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [userTicks = 0, systemTicks = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (userTicks + systemTicks) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = 100;
