import type { SearchInput, SearchResult } from '../workflows/contracts/retrieval-activities.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Finds passages of the corpus. */
export function createSearch({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return async (input: SearchInput): Promise<SearchResult> => corpus.search(input);
}
