import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileFormatOf, unreadFormatOf } from './file-format.ts';
import { SOURCE_LIST_NAME } from './source-list.ts';

/** An entry of the corpus folder before it is read. */
export interface CorpusFile {
  readonly path: string;
  /** Relative to the folder, with forward slashes. */
  readonly locator: string;
  /** Changes whenever the file may read differently: size, times of change of content and permissions, or the refusal. */
  readonly fingerprint: string;
  /** Why it is not even opened; null for a file to read. */
  readonly refusal: string | null;
}

/**
 * Lists the files of a folder, sorted by locator. Hidden entries and `node_modules` below the folder are left out, and so is
 * the list of sources; symbolic links are followed to files inside the folder only, never to folders (a link could close a circle).
 *
 * @param root real path of the folder
 * @param ownHome real path of the project's own state, which is no document even when it lies inside the folder
 */
export async function scanFolder(root: string, ownHome: string, maxFileBytes: number): Promise<CorpusFile[]> {
  const files: CorpusFile[] = [];

  const visit = async (folder: string): Promise<void> => {
    if (folder === ownHome) return;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(folder, entry.name);
      const locator = relative(root, path).split(sep).join('/');
      if (locator === SOURCE_LIST_NAME) continue;
      try {
        if (entry.isDirectory()) await visit(path);
        else files.push({ path, locator, ...(await inspect(root, path, entry.isSymbolicLink(), maxFileBytes)) });
      } catch (error) {
        files.push({ path, locator, ...refused(reasonOf(error)) });
      }
    }
  };

  await visit(root);
  return files.sort((first, second) => (first.locator < second.locator ? -1 : 1));
}

async function inspect(
  root: string,
  path: string,
  isLink: boolean,
  maxFileBytes: number,
): Promise<Pick<CorpusFile, 'fingerprint' | 'refusal'>> {
  if (isLink && !(await realpath(path)).startsWith(root.endsWith(sep) ? root : root + sep)) {
    return refused('link that leads out of the folder');
  }
  const stats = await stat(path);
  if (stats.isDirectory()) return refused('link to a folder');
  if (!stats.isFile()) return refused('not a regular file');
  if (fileFormatOf(path) === undefined) return refused(unreadFormatOf(path));
  if (stats.size > maxFileBytes) return refused(`larger than the limit of ${maxFileBytes} bytes`);
  return { fingerprint: `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`, refusal: null };
}

function refused(reason: string): Pick<CorpusFile, 'fingerprint' | 'refusal'> {
  return { fingerprint: reason, refusal: reason };
}

/** Words for the report instead of an error of the operating system. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'disappeared while it was read, or a link to nothing';
  if (code === 'ELOOP') return 'link that leads in a circle';
  return error instanceof Error ? error.message : String(error);
}
