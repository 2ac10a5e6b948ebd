import type { CorpusIndex, UpdateCorpus } from './corpus-index.ts';
import { type IndexVersions, splitVersionedId, versionedId } from './index-versions.ts';

/**
 * The indexes of folders where several machines work: an update publishes a version, and the corpus id that it returns names the
 * version, so that a run reads the same index on every machine. A machine that lacks it copies it first.
 *
 * @param folders the indexes of this machine
 * @param idOf the id of a folder's index, without a version
 */
export function createSharedCorpusIndex(
  folders: CorpusIndex,
  versions: IndexVersions,
  idOf: (request: UpdateCorpus) => Promise<string>,
): CorpusIndex {
  const at = async <Result>(corpusId: string, read: () => Promise<Result>): Promise<Result> => {
    const named = splitVersionedId(corpusId);
    if (named !== null) await versions.fetch(named.indexId, named.version);
    return read();
  };
  return {
    async update(request) {
      const indexId = await idOf(request);
      const wait = (): void => request.onProgress({ step: 'waiting', done: 0, total: 0 });
      return versions.exclusive(indexId, request.signal, wait, async () => {
        await versions.bring(indexId);
        const report = await folders.update(request);
        return { ...report, corpusId: versionedId(indexId, await versions.publish(indexId)) };
      });
    },
    search: (search) => at(search.corpusId, () => folders.search(search)),
    readPassages: (corpusId, ids) => at(corpusId, () => folders.readPassages(corpusId, ids)),
    readPassage: (corpusId, id) => at(corpusId, () => folders.readPassage(corpusId, id)),
    passagesOf: (corpusId, locator) => at(corpusId, () => folders.passagesOf(corpusId, locator)),
    sourcesOf: (corpusId) => at(corpusId, () => folders.sourcesOf(corpusId)),
    sourceStatesOf: (corpusId, ids) => at(corpusId, () => folders.sourceStatesOf(corpusId, ids)),
    skippedFilesOf: (corpusId) => at(corpusId, () => folders.skippedFilesOf(corpusId)),
    wordFrequencies: (corpusId, words, language) =>
      at(corpusId, () => folders.wordFrequencies(corpusId, words, language)),
  };
}
