import type { Passage, PassageHit } from '../../workflows/contracts/evidence.ts';
import { PassageNotFoundError } from '../corpus/corpus-errors.ts';
import type { PassageIndex, StoredPassage } from '../corpus/corpus-index.ts';
import { sourceIdOf } from '../corpus/passage-rows.ts';
import type { BlobStore } from '../stores/blob-store.ts';
import type { PagePassages } from './page-passages.ts';
import type { PageStore } from './page-store.ts';

export interface PageIndexDependencies {
  readonly store: Pick<PageStore, 'problemsOf'>;
  readonly passages: PagePassages;
  readonly blobs: BlobStore;
}

const SNIPPET_LENGTH = 300;

/** Id of the page at a canonical address; never that of a file in a folder. */
export function pageIdOf(locator: string): string {
  return `page-${sourceIdOf(locator)}`;
}

/** The pages of runs as an index, by `webCorpusIdOf` a run. */
export function createPageIndex({ store, passages, blobs }: PageIndexDependencies): PassageIndex {
  const stored = async (run: string, passage: Passage): Promise<StoredPassage> => {
    const source = passages.findSource(run, passage.sourceId);
    if (source === null) throw new PassageNotFoundError(passage.passageId);
    const text = await blobs.getText(source.text);
    return { passage, source, text: text.slice(passage.start, passage.end) };
  };

  return {
    async search({ corpusId, query, language, topK }) {
      const matches = passages.search(corpusId, query, language, topK);
      const hits = await Promise.all(
        matches.map(async ({ passage, score }, index) => {
          const ranking = { query, rank: index + 1, providerScore: score };
          return toHit(await stored(corpusId, passage), ranking);
        }),
      );
      return { hits, notes: [] };
    },
    async readPassages(corpusId, passageIds) {
      const found = passageIds.flatMap((passageId) => passages.findPassage(corpusId, passageId) ?? []);
      const read = await Promise.all(found.map((passage) => stored(corpusId, passage)));
      return new Map(read.map((each) => [each.passage.passageId, each]));
    },
    async readPassage(corpusId, passageId) {
      const passage = passages.findPassage(corpusId, passageId);
      if (passage === null) throw new PassageNotFoundError(passageId);
      return stored(corpusId, passage);
    },
    passagesOf: async (corpusId, locator) => passages.passagesOf(corpusId, pageIdOf(locator)),
    sourcesOf: async (corpusId) => passages.sourcesOf(corpusId),
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

/** The beginning of a text as one line. */
export function snippetOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SNIPPET_LENGTH ? line : `${line.slice(0, SNIPPET_LENGTH - 1).trimEnd()}…`.toWellFormed();
}
