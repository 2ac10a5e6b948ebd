import type { Activities } from '../workflows/contracts/activities.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Stores the latest progress, so that it can be shown without a server, and returns what the run has spent so far. */
export function createRecordProgress({
  runs,
  calls,
  temporalAddress,
}: Pick<ActivityDependencies, 'runs' | 'calls' | 'temporalAddress'>): Activities['recordProgress'] {
  return async ({ progress }) => {
    await runs.saveProgress(progress);
    return { ledger: await calls.ledgerOf(progress.researchId), temporalAddress: await temporalAddress() };
  };
}
