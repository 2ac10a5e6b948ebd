import type { ResearchProgress } from '../workflows/contracts/progress.ts';
import type { Ledger } from '../workflows/contracts/spending.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Keeps the last known progress, so that it can be shown without a server, and tells what the run spent so far. */
export function createRecordProgress({ runs, calls }: Pick<ActivityDependencies, 'runs' | 'calls'>) {
  return async ({ progress }: { readonly progress: ResearchProgress }): Promise<{ readonly ledger: Ledger | null }> => {
    await runs.saveProgress(progress);
    return { ledger: await calls.ledgerOf(progress.researchId) };
  };
}
