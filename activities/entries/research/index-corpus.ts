import { tellStep } from '@plumbline/adapters/work-in-progress';
import type { IndexCorpusInput } from '@plumbline/contracts/activities';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { describeCorpusProgress } from '@plumbline/search/progress';
import type { ActivityDependencies } from '../dependencies.ts';

/** Brings the index up to the folder's present state; a retry continues with the remaining files. */
export function createIndexCorpus({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return ({ corpusDirectory, selection, metering }: IndexCorpusInput, signal: AbortSignal): Promise<CorpusReport> =>
    corpus.update({
      directory: corpusDirectory,
      selection,
      metering,
      signal,
      onProgress: (progress) => tellStep(describeCorpusProgress(progress)),
    });
}
