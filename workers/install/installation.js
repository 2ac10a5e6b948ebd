import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = join(PROJECT, 'node_modules');
/** What `npm run pack` made, in an installed package; a clone makes the same after npm. */
const PACKED = join(PROJECT, 'made');
export const IS_PACKED = existsSync(PACKED);
/** What is made once for all homes. */
export const CACHE = IS_PACKED ? PACKED : join(PACKAGES, '.cache', 'plumbline');
/** The Node that npm installed here; missing in a package, and on some platforms. */
export const INSTALLED_NODE = join(PACKAGES, '.bin', 'node');

/** npm writes the second one whenever it changes the installed packages. */
const FILES = ['package.json', 'node_modules/.package-lock.json'];

/** See installation.d.ts. */
export function fileStates(project, folders) {
  const paths = [...FILES, ...folders.flatMap((folder) => filesBelow(project, folder)).sort()];
  return paths.map((path) => {
    const stats = statSync(join(project, path), { throwIfNoEntry: false });
    return `${path} ${stats?.size} ${stats?.mtimeMs}`;
  });
}

function filesBelow(project, folder) {
  // An image of a worker has no client; no process loads the tests of a package.
  const path = join(project, folder);
  const entries = existsSync(path) && folder.split('/')[2] !== 'test' ? readdirSync(path, { withFileTypes: true }) : [];
  return entries.flatMap((entry) => {
    const below = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(project, below) : [below];
  });
}
