import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const TERM_LIMIT_MS = 5_000;

/**
 * Ends every server process that uses the database file and waits for its end. The caller holds the supervisor's lock, so
 * such a server is an orphan: its supervisor was killed.
 *
 * @returns process ids of the ended servers
 */
export async function endServersOn(databaseFile: string): Promise<readonly number[]> {
  const orphans = await findServersOn(databaseFile);
  orphans.forEach((pid) => signal(pid, 'SIGTERM'));
  const deadline = performance.now() + TERM_LIMIT_MS;
  // Searched by command line each time, because a process id may be reused by another program.
  for (let alive = orphans; alive.length > 0; alive = await findServersOn(databaseFile)) {
    if (performance.now() > deadline) alive.forEach((pid) => signal(pid, 'SIGKILL'));
    await delay(20);
  }
  return orphans;
}

/** Processes whose command line names the database file. */
export async function findServersOn(databaseFile: string): Promise<readonly number[]> {
  return platform() === 'linux' ? findInProc(databaseFile) : findByPs(databaseFile);
}

async function findInProc(databaseFile: string): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      // A process that has just ended has no file; a zombie's is empty.
      const words = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0');
      const option = words.indexOf('--db-filename');
      return option > 0 && words[option + 1] === databaseFile ? [Number(name)] : [];
    }),
  );
  return found.flat();
}

async function findByPs(databaseFile: string): Promise<number[]> {
  const { stdout } = await execute('ps', ['-axo', 'pid=,command='], { maxBuffer: 64 * 1024 * 1024 });
  return stdout
    .split('\n')
    .filter((line) => line.includes(`--db-filename ${databaseFile} `))
    .map((line) => Number.parseInt(line, 10));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}
