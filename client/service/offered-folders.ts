import { opendir, readdir, realpath } from 'node:fs/promises';
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
  /** False: what was chosen is gone, or something else by now, and is left out. */
  readonly isThere: boolean;
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
    isThere: true,
  }));
  if (offered.size === 0) return collections;
  const chosenBy = async (owner: string | null): Promise<AddedFolder[]> => {
    const found = (await tools.chosenFolders.list(owner)).map(async (directory): Promise<AddedFolder[]> => {
      const root = [...offered.values()].find((each) => isWithin(directory, each));
      if (root === undefined) return [];
      return [{ directory, collection: null, isOwn: owner === user, isThere: await canBeSearched(directory, root) }];
    });
    return (await Promise.all(found)).flat();
  };
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
  if (root !== undefined && found !== null && (await canBeSearched(found, root))) return found;
  throw new RequestProblem(404, `there is no offered folder "${path}"`, 'GET /api/offered-folders lists them.');
}

/** Whether it is a folder that can be read, by this very path and no link, and not a hidden one. */
async function canBeSearched(directory: string, root: string): Promise<boolean> {
  const parts = directory.slice(root.length).split(sep);
  if (!isWithin(directory, root) || parts.some((part) => part.startsWith('.') || part === 'node_modules')) return false;
  if ((await realpath(directory).catch(() => null)) !== directory) return false;
  const opened = await opendir(directory).catch(() => null);
  await opened?.close();
  return opened !== null;
}

function isWithin(directory: string, root: string): boolean {
  return directory === root || directory.startsWith(root.endsWith(sep) ? root : root + sep);
}
