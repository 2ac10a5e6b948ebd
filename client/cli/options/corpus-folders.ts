import { existsSync, opendirSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * What keeps folders from being searched together: one that is missing or empty, one that is named twice, one inside
 * another.
 *
 * @param given as a person wrote them
 * @param areHere false: workers may run on other machines, where an absolute path may exist that is not here
 */
export function findFolderProblems(given: readonly string[], areHere: boolean): string[] {
  const isElsewhere = (folder: string): boolean => !areHere && isAbsolute(folder) && !existsSync(folder);
  const named = given.map((folder) => resolve(folder));
  const directories = [...new Set(named)];
  const repeated = directories.filter((directory) => named.indexOf(directory) !== named.lastIndexOf(directory));
  return [
    ...[...new Set(given)].flatMap((folder) => (isElsewhere(folder) ? [] : (findCorpusProblem(resolve(folder)) ?? []))),
    ...repeated.map((directory) => `the corpus folder ${directory} is named twice`),
    ...directories.flatMap((directory, index) =>
      directories.slice(0, index).flatMap((earlier) => findOverlap(earlier, directory) ?? []),
    ),
  ];
}

/** What makes a folder useless as a corpus; undefined when it holds at least one file. */
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

/** The files of both would be read, counted and cited twice. */
function findOverlap(first: string, second: string): string | undefined {
  const [one, other] = [realPathOf(first), realPathOf(second)];
  if (one === other) return `the corpus folders ${first} and ${second} are the same folder`;
  if (isInside(other, one)) return `the corpus folder ${second} lies inside ${first}: name one of them`;
  return isInside(one, other) ? `the corpus folder ${first} lies inside ${second}: name one of them` : undefined;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPathOf(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    // It is not here; whether that is a problem is judged elsewhere.
    return directory;
  }
}
