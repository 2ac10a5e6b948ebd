import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStates } from './file-states.js';
import { CACHE, PROJECT } from './installation.js';

/** The compiled program: its modules in one folder, and the digest of the sources that they were made from. */
export const PROGRAM = join(CACHE, 'program');
export const DIGEST_FILE = 'digest';

/** Everything that a process of the product loads. */
const FOLDERS = ['activities', 'client', 'packages', 'payloads', 'workers', 'workflows'];

/**
 * The compiled form of a source file that starts a process, if it matches the current sources.
 *
 * @param {string} entry path of the source, relative to the project
 * @returns {string | undefined} its path; undefined: run the sources
 */
export function findCompiled(entry) {
  const digest = readIfPresent(join(PROGRAM, DIGEST_FILE));
  if (digest === undefined || digest !== digestSources()) return undefined;
  return join(PROGRAM, compiledNameOf(entry));
}

/** @param {string} entry path of the source, relative to the project, with forward slashes */
export function compiledNameOf(entry) {
  return `${entry.replaceAll('/', '-').replace(/\.ts$/, '')}.js`;
}

/** Changes with the place of the project, which the program knows, and with the code. */
export function digestSources() {
  const states = [PROJECT, ...fileStates(PROJECT, FOLDERS)];
  return createHash('sha256').update(states.join('\0')).digest('hex');
}

function readIfPresent(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
