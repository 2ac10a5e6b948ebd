import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** Size of a folder or file; zero when it does not exist. */
export async function folderSize(path: string): Promise<FolderSize> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) return { files: 0, bytes: 0 };
  if (stats.isFile()) return { files: 1, bytes: stats.size };
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { files: sizes.length, bytes: sizes.reduce((total, size) => total + size, 0) };
}

/** Parts of a home, as `doctor` names them. A SQLite file counts with its log. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  texts: ['blobs', 'blob-cache'],
  'search index': ['index'],
  'web pages': ['pages.sqlite', 'pages.sqlite-wal'],
  'records and stored answers': ['plumbline.sqlite', 'plumbline.sqlite-wal'],
  history: ['temporal/temporal.db', 'temporal/temporal.db-wal'],
  'reports as files': ['runs'],
  uploads: ['uploads'],
};
export const HOME_PARTS: readonly string[] = Object.keys(PARTS);

/** @param part one of {@link HOME_PARTS} */
export async function sizeOfPart(home: string, part: string): Promise<FolderSize> {
  const sizes = await Promise.all((PARTS[part] ?? []).map((path) => folderSize(join(home, path))));
  return {
    files: sizes.reduce((total, { files }) => total + files, 0),
    bytes: sizes.reduce((total, { bytes }) => total + bytes, 0),
  };
}
