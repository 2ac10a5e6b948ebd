import type { PassageIndex } from './corpus-index.ts';

/** An index that is prepared before each look into it. @param prepare gets the corpus id */
export function preparedBy(prepare: (corpusId: string) => Promise<void>, index: PassageIndex): PassageIndex {
  const at = async <Result>(corpusId: string, look: () => Promise<Result>): Promise<Result> => {
    await prepare(corpusId);
    return look();
  };
  return {
    search: (search) => at(search.corpusId, () => index.search(search)),
    readPassages: (corpusId, ids) => at(corpusId, () => index.readPassages(corpusId, ids)),
    readPassage: (corpusId, id) => at(corpusId, () => index.readPassage(corpusId, id)),
    passagesOf: (corpusId, locator) => at(corpusId, () => index.passagesOf(corpusId, locator)),
    sourcesOf: (corpusId) => at(corpusId, () => index.sourcesOf(corpusId)),
    sourceStatesOf: (corpusId, ids) => at(corpusId, () => index.sourceStatesOf(corpusId, ids)),
    skippedFilesOf: (corpusId) => at(corpusId, () => index.skippedFilesOf(corpusId)),
    wordFrequencies: (corpusId, words, language) =>
      at(corpusId, () => index.wordFrequencies(corpusId, words, language)),
  };
}
