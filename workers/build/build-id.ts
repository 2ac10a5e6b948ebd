import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** What a replay depends on: the workflow code, and how it is bundled. */
const OF_WORKFLOWS = { files: ['workers/build/bundle.ts'], folders: ['workflows'] };
/** Everything that a worker runs. */
const OF_WORKERS = { files: [], folders: ['activities', 'packages', 'payloads', 'workers', 'workflows'] };

/**
 * 12 hex characters that change with the code of the workflows, and with package.json, which pins the SDK and the version of this
 * package.
 */
export function loadBuildId(): Promise<string> {
  return digestOf(OF_WORKFLOWS);
}

/** The same of all code of a worker: of two workers on one queue, neither may run another build's activities. */
export function loadWorkerBuildId(): Promise<string> {
  return digestOf(OF_WORKERS);
}

async function digestOf({ files, folders }: typeof OF_WORKFLOWS): Promise<string> {
  const inFolders = folders.map(async (folder) => {
    const names = await readdir(join(PROJECT, folder), { recursive: true });
    return names
      .map((name) => join(folder, name))
      .filter((path) => /^(?!packages.(?:page|[^/\\]+.test)\b).*\.ts$/u.test(path));
  });
  const paths = ['package.json', ...files, ...(await Promise.all(inFolders)).flat().sort()];
  const contents = await Promise.all(paths.map((path) => readFile(join(PROJECT, path))));
  const hash = createHash('sha256');
  for (const [index, path] of paths.entries()) {
    hash.update(`${path.replaceAll(sep, '/')}\0${contents[index]?.byteLength}\0`).update(contents[index] ?? '');
  }
  return hash.digest('hex').slice(0, 12);
}
