import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Leftover {
  readonly path: string;
  readonly bytes: number;
}

// Drafts of blobs, of the files of runs, sessions and briefings, of the bundle, of the supervisor's state and of the store's id.
const DRAFT =
  /^blobs\/.*\.partial$|^(?:runs|conversations|review|briefings)\/.*\.tmp$|^bundle-[0-9a-f]{12}\.js\.\d+$|^temporal\/state\.json\.\d+$|^store-id\.\d+\.\w+$/;
const BUNDLE = /^bundle-([0-9a-f]{12})\.js$/;

/** Files that killed processes left half written, unchanged since `before` (ms since 1970). */
export function findDrafts(home: string, before: number): Promise<Leftover[]> {
  return findFiles(home, before, (path) => DRAFT.test(path));
}

/** Workflow bundles of other builds; a worker that needs one rebuilds it. */
export function findBundles(home: string, before: number, buildId: string): Promise<Leftover[]> {
  return findFiles(home, before, (path) => {
    const [, build] = BUNDLE.exec(path) ?? [];
    return build !== undefined && build !== buildId;
  });
}

export async function removeLeftovers(leftovers: readonly Leftover[]): Promise<void> {
  for (const { path } of leftovers) await rm(path, { force: true });
}

/** @param fits gets the path relative to the home, with forward slashes */
async function findFiles(home: string, before: number, fits: (path: string) => boolean): Promise<Leftover[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = files.filter((path) => fits(path.slice(home.length + 1).replaceAll('\\', '/')));
  const measured = await Promise.all(found.map(async (path) => ({ path, stats: await stat(path).catch(() => null) })));
  return measured.flatMap(({ path, stats }) =>
    stats === null || stats.mtimeMs >= before ? [] : [{ path, bytes: stats.size }],
  );
}
