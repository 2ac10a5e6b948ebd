import { existsSync, opendirSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Why folders cannot be searched together: one is missing or empty, given twice, or inside another.
 *
 * @param given paths as given
 * @param areHere false: workers may run on other machines, where absolute paths may exist that do not exist here
 */
export function findFolderProblems(given: readonly string[], areHere: boolean): string[] {
  const isElsewhere = (folder: string): boolean => !areHere && isAbsolute(folder) && !existsSync(folder);
  const named = given.map((folder) => resolve(folder));
  const directories = [...new Set(named)];
  const repeated = directories.filter((directory) => named.indexOf(directory) !== named.lastIndexOf(directory));
  return [
    ...[...new Set(given)].flatMap((folder) => (isElsewhere(folder) ? [] : (findCorpusProblem(resolve(folder)) ?? []))),
    ...repeated.map((directory) => `the corpus folder ${directory} is given twice`),
    ...directories.flatMap((directory, index) =>
      directories.slice(0, index).flatMap((earlier) => findOverlap(earlier, directory) ?? []),
    ),
  ];
}

/** Why a folder cannot be a corpus; undefined if it has at least one file. */
function findCorpusProblem(directory: string): string | undefined {
  try {
    if (!statSync(directory).isDirectory()) return `the corpus ${directory} is not a folder`;
    return holdsFile(directory) ? undefined : `the corpus folder ${directory} is empty`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return `the corpus folder ${directory} does not exist`;
    return `the corpus folder ${directory} cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

function holdsFile(directory: string): boolean {
  const folder = opendirSync(directory);
  const subfolders: string[] = [];
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) subfolders.push(join(directory, entry.name));
      else return true;
    }
  } finally {
    folder.closeSync();
  }
  return subfolders.some(holdsFile);
}

/** Overlapping folders would be read, counted and cited twice. */
function findOverlap(first: string, second: string): string | undefined {
  const [one, other] = [realPathOf(first), realPathOf(second)];
  if (one === other) return `the corpus folders ${first} and ${second} are the same folder`;
  if (isInside(other, one)) return `the corpus folder ${second} is inside ${first}: give only one of them`;
  return isInside(one, other) ? `the corpus folder ${first} is inside ${second}: give only one of them` : undefined;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPathOf(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    // Missing folders are reported elsewhere.
    return directory;
  }
}
