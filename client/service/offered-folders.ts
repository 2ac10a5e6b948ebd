import { readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Tools } from '../../workers/assembly/tools.ts';
import { RequestProblem } from './problem.ts';
import type { ServedSources } from './served-sources.ts';

/** More than anybody looks through; what is missing can be offered by itself. */
const SHOWN = 500;

/** What was added to a server while it runs. */
export interface AddedFolder {
  /** Absolute path, or `s3://bucket/prefix`. */
  readonly directory: string;
  /** A collection of uploads; null: a folder that somebody chose. */
  readonly collection: string | null;
  /** Whether the user may change it. */
  readonly isOwn: boolean;
}

/** The collections that a user sees, and the folders that were chosen and are still offered. */
export async function addedFolders(
  tools: Pick<Tools, 'collectionsOf' | 'chosenFolders'>,
  { offered = new Map() }: Pick<ServedSources, 'offered'>,
  user: string | null,
): Promise<AddedFolder[]> {
  const collections = (await tools.collectionsOf(user)).map(({ name, directory, isOwn }) => ({
    directory,
    collection: name,
    isOwn,
  }));
  if (offered.size === 0) return collections;
  const chosenBy = async (owner: string | null): Promise<AddedFolder[]> =>
    (await tools.chosenFolders.list(owner))
      .filter((directory) => [...offered.values()].some((root) => isWithin(directory, root)))
      .map((directory) => ({ directory, collection: null, isOwn: owner === user }));
  const chosen = await Promise.all((user === null ? [null] : [null, user]).map(chosenBy));
  return [...collections, ...chosen.flat()];
}

/** A folder that can be chosen, named from the offered one on. */
export interface OfferedFolder {
  readonly name: string;
  readonly path: string;
}

/** The folders in an offered one. @param path empty: the offered ones themselves @throws {RequestProblem} */
export async function offeredIn({ offered = new Map() }: ServedSources, path: string): Promise<OfferedFolder[]> {
  if (path === '') return [...offered.keys()].map((name) => ({ name, path: name }));
  const entries = await readdir(await offeredFolder({ offered }, path), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => ({ name, path: `${path}/${name}` }))
    .sort((one, other) => one.name.localeCompare(other.name))
    .slice(0, SHOWN);
}

/** Its real path. @throws {RequestProblem} for what is not offered, also by a link, and what is not there */
export async function offeredFolder(
  { offered = new Map() }: Pick<ServedSources, 'offered'>,
  path: string,
): Promise<string> {
  const [name = '', ...rest] = path.split('/');
  const root = offered.get(name);
  const found = root === undefined ? null : await realpath(join(root, ...rest)).catch(() => null);
  if (root !== undefined && found !== null && isWithin(found, root)) return found;
  throw new RequestProblem(404, `there is no offered folder "${path}"`, 'GET /api/offered-folders lists them.');
}

function isWithin(directory: string, root: string): boolean {
  return directory === root || directory.startsWith(root.endsWith(sep) ? root : root + sep);
}
