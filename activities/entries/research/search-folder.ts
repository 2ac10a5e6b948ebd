import { hitIdOf, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type {
  SearchedFolder,
  SearchFolderInput,
  SearchInput,
  SearchResult,
} from '@plumbline/contracts/research/retrieval-activities';
import type { ActivityDependencies } from '../dependencies.ts';

/** Finds passages of the corpus for each of several queries. */
export function createSearchFolder({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return (input: SearchFolderInput): Promise<SearchedFolder> =>
    searchEach(input, (one) => corpus.search({ ...one, snippets: false }));
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
