import type { Activities } from '../workflows/contracts/activities.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Keeps the last known progress, so that it can be shown without a server, and tells what the run spent so far. */
export function createRecordProgress({
  runs,
  calls,
  temporalAddress,
}: Pick<ActivityDependencies, 'runs' | 'calls' | 'temporalAddress'>): Activities['recordProgress'] {
  return async ({ progress }) => {
    await runs.saveProgress(progress);
    return { ledger: await calls.ledgerOf(progress.researchId), temporalAddress };
  };
}
