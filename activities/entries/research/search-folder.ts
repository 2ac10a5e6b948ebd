import { posix } from 'node:path';
import { takeInTurn } from '@plumbline/contracts/evidence/rank-fusion';
import { hitIdOf, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type {
  SearchedFolder,
  SearchFolderInput,
  SearchInput,
  SearchResult,
} from '@plumbline/contracts/research/retrieval-activities';
import { asksForOverview } from '../../conversations/message-form.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Finds passages of the corpus for each of several queries; for one that names nothing but documents, how they begin. */
export function createSearchFolder({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return (input: SearchFolderInput): Promise<SearchedFolder> =>
    searchEach(input, (one) =>
      asksForOverview(one.query, one.language)
        ? beginningsIn(corpus, one)
        : corpus.search({ ...one, snippets: input.snippets === true }),
    );
}

/** The first passage of each document, of each folder in turn. */
async function beginningsIn(
  corpus: ActivityDependencies['corpus'],
  { corpusId, topK }: SearchInput,
): Promise<SearchResult> {
  const sources = await corpus.sourcesOf(corpusId);
  const folders = Map.groupBy(
    sources.toSorted((a, b) => (a.locator < b.locator ? -1 : 1)),
    ({ locator }) => posix.dirname(locator),
  );
  const shown = takeInTurn([...folders.values()], ({ sourceId }) => sourceId).slice(0, topK);
  const first = await Promise.all(shown.map(({ locator }) => corpus.passagesOf(corpusId, locator)));
  const hits = shown.flatMap(({ title, locator, publishedAt }, index): SearchHit[] => {
    const passage = first[index]?.[0];
    if (passage === undefined) return [];
    return [
      { provider: 'corpus', rank: index + 1, providerScore: 0, title, locator, snippet: '', passage, publishedAt },
    ];
  });
  return { hits, notes: [] };
}

/** The hits of each query, best first. */
export function rankingsOf({ hits, rankings }: SearchedFolder): SearchHit[][] {
  return rankings.map((places) => places.flatMap((place) => hits[place] ?? []));
}

/** Joins what a search finds for each query. */
export async function searchEach(
  { queries, ...place }: SearchFolderInput,
  search: (input: SearchInput) => Promise<SearchResult>,
): Promise<SearchedFolder> {
  const found = await Promise.all(queries.map((query) => search({ ...place, query })));
  const distinct = new Map<string, SearchHit>();
  for (const hit of found.flatMap(({ hits }) => hits)) {
    const id = hitIdOf(hit);
    if (!distinct.has(id)) distinct.set(id, hit);
  }
  const places = new Map([...distinct.keys()].map((id, place) => [id, place]));
  return {
    hits: [...distinct.values()],
    rankings: found.map(({ hits }) => hits.flatMap((hit) => places.get(hitIdOf(hit)) ?? [])),
    notes: [...new Set(found.flatMap(({ notes }) => notes))],
  };
}
