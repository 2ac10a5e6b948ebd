import type { IndexCorpusInput } from '../workflows/contracts/activities.ts';
import type { CorpusReport } from '../workflows/contracts/corpus.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { describeCorpusProgress } from './index/corpus-progress.ts';
import { tellStep } from './runtime/work-in-progress.ts';

/** Brings the index up to the folder's present state; a retry continues with the remaining files. */
export function createIndexCorpus({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return ({ corpusDirectory, maxFileBytes }: IndexCorpusInput, signal: AbortSignal): Promise<CorpusReport> =>
    corpus.update({
      directory: corpusDirectory,
      maxFileBytes,
      signal,
      onProgress: (progress) => tellStep(describeCorpusProgress(progress)),
    });
}
