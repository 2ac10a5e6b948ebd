import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CACHE, IS_PACKED, PROJECT } from '../install/installation.js';

/** In a package: the ids that its sources had, because it has none. */
export const PACKED_IDS = 'build-ids.json';

/** What a replay depends on: the workflow code, and how it is bundled. */
const OF_WORKFLOWS = { files: ['workers/build/bundle.ts'], folders: ['workflows'] };
/** Everything that a worker runs. */
const OF_WORKERS = { files: [], folders: ['activities', 'packages', 'payloads', 'workers', 'workflows'] };

/**
 * 12 hex characters that change with the code of the workflows, and with package.json, which pins the SDK and the version of this
 * package.
 */
export function loadBuildId(): Promise<string> {
  return IS_PACKED ? packedId('workflows') : digestOf(OF_WORKFLOWS);
}

/** The same of all code of a worker: of two workers on one queue, neither may run another build's activities. */
export function loadWorkerBuildId(): Promise<string> {
  return IS_PACKED ? packedId('workers') : digestOf(OF_WORKERS);
}

async function packedId(kind: 'workflows' | 'workers'): Promise<string> {
  const ids = JSON.parse(await readFile(join(CACHE, PACKED_IDS), 'utf8')) as Record<typeof kind, string>;
  return ids[kind];
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
