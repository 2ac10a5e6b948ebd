import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hashesInIndex, listIndexes } from '../../activities/corpus/search-index/index-removal.ts';
import type { PageRemoval } from '../../activities/corpus/web-pages/page-removal.ts';
import { hashesInFiles } from '../../activities/platform/storage/blob-sweep.ts';

/** What to ignore, because it is about to be deleted. */
export interface Leaving {
  /** Of entries of the folders with records. */
  readonly paths: ReadonlySet<string>;
  /** Pages, by `webCorpusIdOf` their run or session. */
  readonly pageRuns: ReadonlySet<string>;
  readonly corpusIds: ReadonlySet<string>;
}

/** Folders whose files name the texts that were quoted. */
const RECORDS = ['runs', 'conversations', 'review', 'briefings'] as const;

/**
 * Names of all blobs that a file of a run, session or briefing, an index or a page of the home refers to.
 *
 * @throws {Error} when a file cannot be read, because its references are then unknown
 */
export async function referencedBlobs(
  home: string,
  pages: PageRemoval | null,
  leaving: Leaving,
): Promise<ReadonlySet<string>> {
  const records = (await Promise.all(RECORDS.map((folder) => entriesOf(join(home, folder))))).flat();
  const indexes = (await listIndexes(home)).filter(({ corpusId }) => !leaving.corpusIds.has(corpusId));
  const pageRuns = [...(pages?.runs().keys() ?? [])].filter((run) => !leaving.pageRuns.has(run));
  const hashes = new Set(pages?.hashesOf(pageRuns));
  for (const path of records.filter((each) => !leaving.paths.has(each))) addAll(hashes, await hashesInFiles(path));
  for (const { corpusId } of indexes) addAll(hashes, hashesInIndex(home, corpusId));
  return hashes;
}

async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
}

function addAll(hashes: Set<string>, more: ReadonlySet<string>): void {
  for (const hash of more) hashes.add(hash);
}
