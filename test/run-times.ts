import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Milliseconds of each test file, by its path from the root. */
export type RunTimes = Readonly<Record<string, number>>;

const LAST_RUN = fileURLToPath(new URL('../node_modules/.cache/plumbline/test-times.json', import.meta.url));
/** Of the slow files on some machine, for the first run on another one. */
const USUAL = fileURLToPath(new URL('usual-times.json', import.meta.url));

/** As each file took when it last ran here. */
export function readRunTimes(): RunTimes {
  return { ...readTimes(USUAL), ...readTimes(LAST_RUN) };
}

/** Keeps those of the files that ran, beside those of the others. */
export function keepRunTimes(times: RunTimes): void {
  mkdirSync(dirname(LAST_RUN), { recursive: true });
  writeFileSync(LAST_RUN, JSON.stringify({ ...readTimes(LAST_RUN), ...times }, null, 2));
}

function readTimes(path: string): RunTimes {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunTimes;
  } catch {
    // Nothing has run here yet, or a run was killed while it wrote.
    return {};
  }
}
