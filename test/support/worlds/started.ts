import { appendFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What costs a run of the tests more than all the rest. */
export type Costly = 'server' | 'process' | 'browser';

/** What a server says that takes the place of a real one. */
export const STAND_IN = 'stand-in';

/** In the folder for temporary files, which each run has for itself. */
const file = (): string => join(tmpdir(), 'started.txt');

/** Notes that the tests of a ring start a Temporal server, a process of the program, or a browser. Benches count nothing. */
export function countStarted(what: Costly, ring: string | undefined = process.env['TEST_RING']): void {
  if (ring !== undefined) appendFileSync(file(), `${ring} ${what}\n`);
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

/** How many of each were started in this run so far, by ring. */
export function readStarted(): Readonly<Record<string, Readonly<Record<Costly, number>>>> {
  const counts: Record<string, Record<Costly, number>> = {};
  for (const line of linesOf(file())) {
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
