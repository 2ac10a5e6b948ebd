import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What costs a run of the tests more than all the rest. */
export type Costly = 'server' | 'process' | 'browser';

/** Names the file of a run in which it is noted. */
export const STARTED_FILE = 'PLUMBLINE_STARTED_FILE';

/** What a server says that takes the place of a real one. */
export const STAND_IN = 'stand-in';

/** Notes that the tests of a ring start a Temporal server, a process of the program, or a browser. Benches count nothing. */
export function countStarted(what: Costly, ring: string | undefined = process.env['TEST_RING']): void {
  const file = process.env[STARTED_FILE];
  if (ring !== undefined && file !== undefined) appendFileSync(file, `${ring} ${what}\n`);
}

/**
 * Notes the servers that a home had, by what they wrote when they began, each with a supervisor and a worker. Replaced workers
 * are not seen.
 */
export function countEmbedded(home: string): void {
  const started = linesOf(join(home, 'temporal', 'server.log')).filter((line) => /^(Temporal )?Server:\s/iu.test(line));
  for (const line of started) {
    if (!line.includes(STAND_IN)) countStarted('server');
    countStarted('process');
    countStarted('process');
  }
}

/** How many of each were started in this run, by ring; forgets them. */
export function takeStarted(): Readonly<Record<string, Readonly<Record<Costly, number>>>> {
  const counts: Record<string, Record<Costly, number>> = {};
  const file = process.env[STARTED_FILE] ?? '';
  const lines = linesOf(file);
  rmSync(file, { force: true });
  for (const line of lines) {
    const [ring, what] = line.split(' ') as [string, Costly];
    counts[ring] ??= { server: 0, process: 0, browser: 0 };
    counts[ring][what] += 1;
  }
  return counts;
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n');
  } catch {
    // Nothing was started.
    return [];
  }
}
