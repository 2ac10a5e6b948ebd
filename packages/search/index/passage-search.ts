import { setImmediate } from 'node:timers/promises';
import { fuseRankings, takeInTurn } from '@plumbline/contracts/evidence/rank-fusion';
import type { PassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { Passage, Source } from '@plumbline/contracts/evidence/source';
import { withoutInterrogatives } from '@plumbline/language/questions';
import { analyzeTerms } from '@plumbline/language/terms';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { PassageIndex, StoredPassage } from './corpus-index.ts';
import { createSnippets, type Snippets } from './hit-text.ts';
import type { OpenIndex } from './index-folder.ts';
import { placeInIndex, toPassage } from './passage-rows.ts';
import type { PassageMatch, WordSearch } from './passage-tables.ts';
import type { VectorIndex } from './vector-index.ts';

type PassageSearch = Omit<Parameters<PassageIndex['search']>[0], 'corpusId'>;

// Rows of a file that is being replaced have no manifest entry yet; a few spare matches make up for them.
const SPARE_MATCHES = 10;

/** Entries of each ranking that are fused, enough for hits in the middle of both rankings to beat hits in only one. */
const FUSED_WINDOW = 100;
/** Chosen with one of four kinds of questions left out at a time: a ranking's first count more than with the usual 60. */
const FUSION_CONSTANT = 5;

/** Best passages for a query in all languages of the corpus: ranked by BM25, fused with the ranking by vectors if any. */
export async function searchPassages(
  index: OpenIndex,
  vectors: VectorIndex | null,
  search: PassageSearch,
): ReturnType<PassageIndex['search']> {
  const { query, language, topK, scale } = search;
  const limit = topK + SPARE_MATCHES;
  const asked = searchWords(query, language);
  const spellings = scale === undefined ? await index.tables.spellings(asked, language) : new Map<string, string>();
  const words = scale?.words ?? [...asked, ...spellings.values()];
  const wordSearch = { words, limit, spoken: null, statistics: scale?.statistics };
  const { matches, similarities, notes } =
    vectors === null
      ? { matches: await index.tables.search(wordSearch), similarities: new Map<string, number>(), notes: [] }
      : await searchHybrid(index, vectors, search, wordSearch);
  const sources = index.manifest.findSources([...new Set(matches.map((match) => match.sourceId))]);
  const snippetOf = search.snippets === false ? () => '' : createSnippets(query, language);
  const hits: PassageHit[] = [];
  for (const match of matches) {
    if (hits.length === topK) break;
    const source = sources.get(match.sourceId);
    if (source === undefined) continue;
    const hit = toHit(match, source, snippetOf, hits.length + 1);
    hits.push(similarities.has(match.passageId) ? { ...hit, byMeaning: true } : hit);
    // Yields, so that answers of other searches can be stored as they arrive.
    await setImmediate();
  }
  return { hits, notes: [...correctedNotes(spellings), ...notes], similarities };
}

export function correctedNotes(spellings: ReadonlyMap<string, string>): string[] {
  return [...spellings].map(([word, meant]) => `“${word}” was searched as “${meant}”, too`);
}

/**
 * Fuses the two rankings by rank, that by words twice. Query words in another language than the documents' match only by chance, and would
 * make half of the fused ranking chance, so they are left out when there are vectors.
 */
async function searchHybrid(
  index: OpenIndex,
  vectors: VectorIndex,
  { query, language }: PassageSearch,
  wordSearch: WordSearch,
) {
  const { limit } = wordSearch;
  const window = Math.max(limit, FUSED_WINDOW);
  const searchByWords = async () => {
    // The question is first on its way to the model, or to the thread that compares vectors.
    await setImmediate();
    return index.tables.search({ ...wordSearch, limit: window, spoken: language });
  };
  const [{ similarities, notes }, byWords] = await Promise.all([vectors.rank(index, query, window), searchByWords()]);
  if (similarities.size === 0) return { matches: await index.tables.search(wordSearch), similarities, notes };

  const found = new Set(byWords.map(({ passageId }) => passageId));
  const others = await index.tables.findPassages([...similarities.keys()].filter((id) => !found.has(id)));
  const rows = new Map([...byWords, ...others.map((row) => ({ ...row, score: 0 }))].map((row) => [row.passageId, row]));
  const fused = fuseWithMeaning([...found], [...similarities.keys()]);
  return { matches: fused.flatMap((id) => rows.get(id) ?? []).slice(0, limit), similarities, notes };
}

/** @param byWords passages, best first, as `byMeaning` */
export function fuseWithMeaning(byWords: readonly string[], byMeaning: readonly string[]): string[] {
  return fuseRankings([byWords, byWords, byMeaning], (id) => id, FUSION_CONSTANT);
}

/** The query without stop words and the words that only ask: in tables of other languages they would be rare, and so weigh a lot. */
export function searchWords(query: string, language: string): readonly string[] {
  const words = analyzeTerms(withoutInterrogatives(query), language).filter((term) => !term.isStopWord);
  return words.length === 0 ? [query] : words.map((term) => term.surface);
}

function toHit(match: PassageMatch, source: Source, snippetOf: Snippets, rank: number): PassageHit {
  return {
    provider: 'corpus',
    rank,
    // Comparable within a ranking only; more digits would fill the history.
    providerScore: Number(match.score.toFixed(3)),
    title: source.title,
    locator: source.locator,
    snippet: snippetOf(match.words.slice(match.textOffset)),
    passage: placeInIndex(toPassage(match, source)),
    publishedAt: source.publishedAt,
  };
}

/** Reads passages with their words, in the given order. Reads each text once, however many passages are from it. */
export function readStoredPassages(
  blobs: Pick<BlobStore, 'getText'>,
  places: readonly { readonly passage: Passage; readonly source: Source }[],
): Promise<StoredPassage[]> {
  const texts = new Map<string, Promise<string>>();
  return Promise.all(
    places.map(async ({ passage, source }) => {
      const text = texts.get(source.text.sha256) ?? blobs.getText(source.text);
      texts.set(source.text.sha256, text);
      return { passage, source, text: (await text).slice(passage.start, passage.end) };
    }),
  );
}

/** Where passages are looked for, and in which language it is asked. */
export interface SearchedCorpus {
  readonly corpus: Pick<PassageIndex, 'search' | 'readPassages'>;
  readonly corpusId: string;
  readonly language: string;
}

/** The passages that some queries find, with their words: the best of each first. */
export async function findPassages(
  { corpus, corpusId, language }: SearchedCorpus,
  queries: readonly string[],
  topK: number,
): Promise<StoredPassage[]> {
  const searches = queries.map((query) => corpus.search({ corpusId, query, language, topK, snippets: false }));
  const rankings = (await Promise.all(searches)).map(({ hits }) => hits.map(({ passage }) => passage.passageId));
  const ids = takeInTurn(rankings, (id) => id);
  const stored = await corpus.readPassages(corpusId, ids);
  return ids.flatMap((id) => stored.get(id) ?? []);
}
