import { type CorpusIndex, preparedBy, type UpdateCorpus } from './corpus-index.ts';
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
  const fetch = async (corpusId: string): Promise<void> => {
    const named = splitVersionedId(corpusId);
    if (named !== null) await versions.fetch(named.indexId, named.version);
  };
  return {
    ...preparedBy(fetch, folders),
    async update(request) {
      const indexId = await idOf(request);
      const wait = (): void => request.onProgress({ step: 'waiting', done: 0, total: 0 });
      return versions.exclusive(indexId, request.signal, wait, async () => {
        await versions.bring(indexId);
        const report = await folders.update(request);
        return { ...report, corpusId: versionedId(indexId, await versions.publish(indexId)) };
      });
    },
  };
}
