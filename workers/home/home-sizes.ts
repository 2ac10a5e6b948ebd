import { join } from 'node:path';
import { type FolderSize, folderSize } from '../../activities/platform/storage/json-files.ts';

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
