import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readState, stop } from '../../client/connection/embedded.ts';
import { CLI_ENTRY } from '../../test/support/processes/cli.ts';
import { waitUntil } from '../../test/support/processes/processes.ts';
import { findCompiled } from '../../workers/install/compiled-program.js';

/** One way to run server and worker; each kill gets a worker that nothing has been killed in before. */
export interface WorkerHost {
  readonly name: string;
  /** Starts what does not run. @returns address of the server */
  start(): Promise<string>;
  /** Kills the worker with SIGKILL and restarts it as a user would, if needed. @returns when, by `performance.now()` */
  kill(): Promise<number>;
  /** Ends what the next kill must find fresh; runs go on afterwards. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** As `research` and `up` run it: the supervisor sees the worker's end and starts the next one. */
export function createSupervisedHost(home: string, environment: NodeJS.ProcessEnv): WorkerHost {
  const end = async () => void (await stop(home, { force: true }));
  return {
    name: 'with the supervisor',
    async start() {
      await promisify(execFile)(process.execPath, [CLI_ENTRY, 'up'], { env: { ...environment, PLUMBLINE_HOME: home } });
      return (await readState(home))?.address ?? '';
    },
    async kill() {
      const { workerPid } = (await readState(home)) ?? {};
      if (typeof workerPid !== 'number') throw new Error('no worker to kill');
      const killedAt = performance.now();
      process.kill(workerPid, 'SIGKILL');
      return killedAt;
    },
    // A supervisor whose workers end again and again lets them wait longer and longer.
    refresh: end,
    close: end,
  };
}

const fileOf = (path: string): string => findCompiled(path) ?? fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** `temporal` and `worker` in terminals of their own; the worker is started again as soon as it ends. */
export function createHostByHand(home: string, environment: NodeJS.ProcessEnv): WorkerHost {
  const start = (path: string, ...parameters: string[]) =>
    spawn(process.execPath, [fileOf(path), ...parameters], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  let server: ChildProcess | undefined;
  let worker: ChildProcess | undefined;
  const startWorker = () => {
    worker = start('workers/main.ts');
    return worker;
  };
  return {
    name: 'without (two terminals, worker restarted at once)',
    async start() {
      server ??= start('workers/supervisor.ts', '--home', home, '--server-only');
      await waitUntil(async () => (await readState(home))?.phase === 'ready');
      if (worker === undefined) await printed(startWorker(), 'worker ready');
      return (await readState(home))?.address ?? '';
    },
    async kill() {
      const killedAt = performance.now();
      worker?.kill('SIGKILL');
      startWorker();
      return killedAt;
    },
    refresh: async () => undefined,
    async close() {
      for (const process of [worker, server]) {
        if (process === undefined || process.exitCode !== null || process.signalCode !== null) continue;
        process.kill('SIGTERM');
        await once(process, 'exit');
      }
    },
  };
}

async function printed(process: ChildProcess, words: string): Promise<void> {
  for (let text = ''; !text.includes(words);) text += String((await once(process.stdout!, 'data'))[0]);
}
