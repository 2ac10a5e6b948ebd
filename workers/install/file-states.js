import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** npm writes the second one whenever it changes the installed packages. */
const FILES = ['package.json', 'node_modules/.package-lock.json'];

/** See file-states.d.ts. */
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
