import type { SearchInput } from '../workflows/contracts/activities.ts';
import type { SearchHit } from '../workflows/contracts/evidence.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Finds passages of the corpus by their words. */
export function createSearch({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return async (input: SearchInput): Promise<{ readonly hits: readonly SearchHit[] }> => ({
    hits: await corpus.search(input),
  });
}
