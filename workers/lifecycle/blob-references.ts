import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hashesInIndex, listIndexes } from '../../activities/index/index-removal.ts';
import { hashesInFolder } from '../../activities/storage/blob-references.ts';
import type { PageRemoval } from '../../activities/web-pages/page-removal.ts';

/** What to ignore, because it is about to be deleted. */
export interface Leaving {
  /** Names in `<home>/runs`. */
  readonly runFolders: ReadonlySet<string>;
  /** Pages, by `webCorpusIdOf` their run. */
  readonly pageRuns: ReadonlySet<string>;
  readonly corpusIds: ReadonlySet<string>;
}

/**
 * Names of all blobs that a run's file, an index or a page of the home refers to.
 *
 * @throws {Error} when one of them cannot be read, because its references are then unknown
 */
export async function referencedBlobs(
  home: string,
  pages: PageRemoval | null,
  leaving: Leaving,
): Promise<ReadonlySet<string>> {
  const runs = (await readdir(join(home, 'runs')).catch(() => [])).filter((name) => !leaving.runFolders.has(name));
  const indexes = (await listIndexes(home)).filter(({ corpusId }) => !leaving.corpusIds.has(corpusId));
  const pageRuns = [...(pages?.runs().keys() ?? [])].filter((run) => !leaving.pageRuns.has(run));
  const hashes = new Set(pages?.hashesOf(pageRuns));
  for (const name of runs) addAll(hashes, await hashesInFolder(join(home, 'runs', name)));
  for (const { corpusId } of indexes) addAll(hashes, hashesInIndex(home, corpusId));
  return hashes;
}

function addAll(hashes: Set<string>, more: ReadonlySet<string>): void {
  for (const hash of more) hashes.add(hash);
}
