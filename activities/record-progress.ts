import type { ResearchProgress } from '../workflows/contracts/progress.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Keeps the last known progress, so that it can be shown without a server. */
export function createRecordProgress({ runs }: Pick<ActivityDependencies, 'runs'>) {
  return ({ progress }: { readonly progress: ResearchProgress }): Promise<void> => runs.saveProgress(progress);
}
