import { realpath } from 'node:fs/promises';
import { createFileMatcher } from '../documents/files/file-selection.ts';
import { scanFolder } from '../documents/files/folder-scan.ts';
import { scanReading, withoutScans } from '../documents/scans/scan-reading.ts';
import type { UpdateCorpus } from './corpus-index.ts';
import type { FolderCorpusIndexOptions } from './folder-corpus-index.ts';
import { folderIndexIdOf, openForReading } from './index-folder.ts';

/** What a folder holds at present. */
export interface DocumentCounts {
  readonly documents: number;
  /** Files that are no document, as far as it is known before they are read, or could not be read. */
  readonly unreadable: number;
}

/** Counts without reading: what the folder lists, and what an earlier reading could not read. */
export async function countDocuments(
  { directory, selection }: Pick<UpdateCorpus, 'directory' | 'selection'>,
  { home, ocr }: Pick<FolderCorpusIndexOptions, 'home' | 'ocr'>,
): Promise<DocumentCounts> {
  const root = await realpath(directory);
  const scan = { matcher: createFileMatcher(selection ?? null), scans: scanReading(ocr) };
  const { files } = await scanFolder(root, await realpath(home), scan);
  const unread = await unreadFingerprints(home, folderIndexIdOf(root, selection));
  const documents = files.filter(
    ({ locator, fingerprint, refusal }) => refusal === null && unread.get(locator) !== fingerprint,
  ).length;
  return { documents, unreadable: files.length - documents };
}

/** By locator; empty where nothing was read yet. */
async function unreadFingerprints(home: string, corpusId: string): Promise<ReadonlyMap<string, string>> {
  // An index that is missing, of another version or damaged tells nothing.
  const index = await openForReading(home, corpusId).catch(() => null);
  if (index === null) return new Map();
  try {
    const unread = index.manifest.knownFiles().filter(({ wasRead }) => !wasRead);
    return new Map(unread.map(({ locator, fingerprint }) => [locator, withoutScans(fingerprint)]));
  } finally {
    index.close();
  }
}
