import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  endCluster,
  isRunning,
  readClusterState,
  removeClusterState,
  variablesFileOf,
  writeClusterState,
} from './cluster/servers/cluster-state.ts';
import { startCluster } from './cluster/servers/cluster.ts';

const USAGE = `PostgreSQL, Temporal, S3, workers with separate homes, and serve on this machine, on loopback, on free ports.
PostgreSQL must be installed.
  npm run cluster -- up --corpus <folder> [--workers <n>] [--folder <path>]   start it, and stay with it
  npm run cluster -- down [--folder <path>]                                   stop it, also what a killed one has left
  npm run cluster -- status [--json] [--folder <path>]                        list its processes
`;
const { values, positionals } = parseArgs({
  options: {
    folder: { type: 'string', default: '.plumbline-cluster' },
    workers: { type: 'string', default: '2' },
    /** That serve offers. */
    corpus: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [verb] = positionals;
const folder = resolve(values.folder);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  if (verb === 'up' && values.corpus.length > 0) await up();
  else if (verb === 'down') await down();
  else if (verb === 'status') status();
  else throw new Error(USAGE);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 3;
}

async function up(): Promise<void> {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
  const before = readClusterState(folder);
  if (before !== undefined && isRunning(before.owner)) throw new Error(`A cluster runs already in ${folder}.`);
  if (before !== undefined) await endCluster(before);
  const cluster = await startCluster({ folder, onProgress: print, signal: stopping.signal });
  try {
    // What runs so far must be found where this process is killed.
    writeClusterState(cluster);
    const names = Array.from({ length: Number(values.workers) }, (_, index) => `worker-${index + 1}`);
    print(`starting ${names.length} workers and serve`);
    const [served] = await Promise.all([
      cluster.startServe('serve', ['--port', '0', ...values.corpus.flatMap((each) => ['--corpus', resolve(each)])]),
      ...names.map((name) => cluster.startWorker(name)),
    ]);
    writeClusterState(cluster);
    print(describe(cluster.parts, served));
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  } finally {
    await cluster.stop();
    removeClusterState(folder);
  }
  print('The cluster has stopped. Its data stay.');
}

function describe(parts: readonly string[], served: string): string {
  return [
    `Runs with:  ${parts.join(', ')}`,
    `Page:       ${served}`,
    `Data, logs: ${folder}`,
    `A client:   . ${variablesFileOf(folder)}; export PLUMBLINE_HOME=<a folder of its own>`,
    'Stop:       Ctrl-C',
  ].join('\n');
}

async function down(): Promise<void> {
  const state = readClusterState(folder);
  const ended = state === undefined ? [] : await endCluster(state);
  removeClusterState(folder);
  print(ended.length === 0 ? 'Nothing was running.' : 'The cluster has stopped. Its data stay.');
}

function status(): void {
  const state = readClusterState(folder);
  const processes = (state?.processes ?? []).map((each) => ({ ...each, isRunning: isRunning(each) }));
  if (values.json) print(JSON.stringify({ folder, parts: state?.parts ?? [], processes }, null, 2));
  else if (processes.length === 0) print(`No cluster runs in ${folder}.`);
  else for (const each of processes) print(describeProcess(each));
}

function describeProcess({ name, pid, address, logFile, isRunning: runs }: ShownProcess): string {
  return [runs ? 'runs ' : 'ended', name.padEnd(12), String(pid).padEnd(8), (address ?? '').padEnd(24), logFile].join(
    ' ',
  );
}

interface ShownProcess {
  readonly name: string;
  readonly pid: number;
  readonly address: string | null;
  readonly logFile: string;
  readonly isRunning: boolean;
}
