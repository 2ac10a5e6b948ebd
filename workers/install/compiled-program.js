import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** The compiled program: its modules beside each other, and the digest of the sources that they were made of. */
export const PROGRAM = join(PROJECT, 'node_modules', '.cache', 'plumbline', 'program');
export const DIGEST_FILE = 'digest';

/** Whatever a process of the product loads. */
const FOLDERS = ['activities', 'client', 'payloads', 'workers', 'workflows'];
/** npm writes the second one whenever it changes the installed packages. */
const FILES = ['package.json', join('node_modules', '.package-lock.json')];

/**
 * The compiled form of a source file that starts a process, while it stands for the sources as they are now.
 *
 * @param {string} entry path of the source, relative to the project
 * @returns {string | undefined} its path; undefined: the sources have to be run
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

/** Changes with the place of the project, which the program knows, and with each file, by size and time: a command waits for it. */
export function digestSources() {
  const hash = createHash('sha256').update(`${PROJECT}\0`);
  for (const file of FILES) addFile(hash, join(PROJECT, file));
  for (const folder of FOLDERS) addFolder(hash, join(PROJECT, folder));
  return hash.digest('hex');
}

function addFolder(hash, folder) {
  // An image of a worker has no client.
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else addFile(hash, path);
  }
}

function addFile(hash, path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  hash.update(`${path} ${stats?.size} ${stats?.mtimeMs}\0`);
}

function readIfPresent(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
