import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findCompiled } from '../../workers/install/compiled-program.js';
import { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } from '../../workers/supervisor/worker-program.ts';

/** A program of this project in a process of its own, without any setting of the machine. */
export interface LoadProcess {
  /** Resolves when it has printed the text. @throws {Error} with what it printed, when it ends before */
  prints(text: string): Promise<void>;
  /** The rest of the line that begins with the text. @throws {Error} like `prints` */
  printedAfter(text: string): Promise<string>;
  /** Bytes of memory that it and its child processes use; 0 after they ended. */
  residentBytes(): Promise<number>;
  /** Files, sockets and the like that it and its child processes have open; only Linux tells. */
  openHandles(): Promise<number>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Starts the worker as a separate process, as a user does who runs server and worker separately. */
export async function startWorkerProcess(variables: Readonly<Record<string, string>>): Promise<LoadProcess> {
  const entry = findCompiled('workers/main.ts') ?? WORKER_ENTRY;
  const worker = startProcess(entry, [], workerEnvironmentOf(variables), WORKER_OPTIONS);
  await worker.prints('worker ready');
  return worker;
}

export function startProcess(
  file: string,
  args: readonly string[],
  variables: Readonly<NodeJS.ProcessEnv>,
  nodeOptions: readonly string[] = [],
): LoadProcess {
  const child = spawn(process.execPath, [...nodeOptions, file, ...args], {
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      child.emit('printed');
    });
  }
  let isClosed = false;
  child.once('close', () => {
    isClosed = true;
    child.emit('printed');
  });
  const waitFor = async <Found>(find: () => Found | undefined, what: string): Promise<Found> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (isClosed) throw new Error(`ended before printing "${what}":\n${printed}`);
      await once(child, 'printed');
    }
  };
  return {
    async prints(text) {
      await waitFor(() => (printed.includes(text) ? text : undefined), text);
    },
    printedAfter: (text) => {
      const line = new RegExp(`^${text}(.*)\\n`, 'm');
      return waitFor(() => line.exec(printed)?.[1], text);
    },
    residentBytes: async () => sum((await treeOf(child.pid ?? 0)).map(({ bytes }) => bytes)),
    openHandles: async () => sum(await Promise.all((await treeOf(child.pid ?? 0)).map(({ pid }) => handlesOf(pid)))),
    async kill(signal) {
      if (isClosed) return;
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
    },
  };
}

/** A process and its children. */
async function treeOf(pid: number): Promise<{ readonly pid: number; readonly bytes: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return stdout.split('\n').flatMap((line) => {
    const [own = 0, parent, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
    return own === pid || parent === pid ? [{ pid: own, bytes: kilobytes * 1_024 }] : [];
  });
}

async function handlesOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
