import type { Passage, PassageHit } from '../../workflows/contracts/evidence.ts';
import { PassageNotFoundError } from '../documents/document-errors.ts';
import type { PassageIndex, StoredPassage } from '../index/corpus-index.ts';
import { snippetOf } from '../index/hit-text.ts';
import { sourceIdOf } from '../index/passage-rows.ts';
import { readStoredPassages } from '../index/stored-passages.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import type { PagePassages } from './page-passages.ts';
import type { PageStore } from './page-store.ts';

export interface PageIndexDependencies {
  readonly store: Pick<PageStore, 'problemsOf'>;
  readonly passages: PagePassages;
  readonly blobs: BlobStore;
}

/** Id of the page at a canonical address; never that of a file in a folder. */
export function pageIdOf(locator: string): string {
  return `page-${sourceIdOf(locator)}`;
}

/** The pages of runs as an index, by `webCorpusIdOf` a run. */
export function createPageIndex({ store, passages, blobs }: PageIndexDependencies): PassageIndex {
  const stored = (run: string, found: readonly Passage[]): Promise<StoredPassage[]> => {
    const places = found.flatMap((passage) => {
      const source = passages.findSource(run, passage.sourceId);
      return source === null ? [] : [{ passage, source }];
    });
    return readStoredPassages(blobs, places);
  };

  return {
    async search({ corpusId, query, language, topK }) {
      const matches = passages.search(corpusId, query, language, topK);
      const found = await stored(
        corpusId,
        matches.map(({ passage }) => passage),
      );
      const scores = new Map(matches.map(({ passage, score }) => [passage.passageId, score]));
      const hits = found.map((each, index) =>
        toHit(each, { query, rank: index + 1, providerScore: scores.get(each.passage.passageId) ?? 0 }),
      );
      return { hits, notes: [] };
    },
    async readPassages(corpusId, passageIds) {
      const found = passageIds.flatMap((passageId) => passages.findPassage(corpusId, passageId) ?? []);
      return new Map((await stored(corpusId, found)).map((each) => [each.passage.passageId, each]));
    },
    async readPassage(corpusId, passageId) {
      const passage = passages.findPassage(corpusId, passageId);
      const [found] = passage === null ? [] : await stored(corpusId, [passage]);
      if (found === undefined) throw new PassageNotFoundError(passageId);
      return found;
    },
    passagesOf: async (corpusId, locator) => passages.passagesOf(corpusId, pageIdOf(locator)),
    sourcesOf: async (corpusId) => passages.sourcesOf(corpusId),
    sourceStatesOf: async () => new Map(),
    skippedFilesOf: async (corpusId) => store.problemsOf(corpusId),
    wordFrequencies: async (corpusId, words, language) => passages.wordFrequencies(corpusId, words, language),
  };
}

function toHit(
  { passage, source, text }: StoredPassage,
  ranking: Pick<PassageHit, 'query' | 'rank' | 'providerScore'>,
): PassageHit {
  const { title, locator, publishedAt } = source;
  return { provider: 'corpus', ...ranking, title, locator, snippet: snippetOf(text), passage, publishedAt };
}
