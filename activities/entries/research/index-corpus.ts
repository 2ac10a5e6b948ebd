import type { IndexCorpusInput } from '../../../workflows/contracts/activities.ts';
import type { CorpusReport } from '../../../workflows/contracts/evidence/corpus.ts';
import { describeCorpusProgress } from '../../corpus/search-index/corpus-progress.ts';
import { tellStep } from '../../platform/work-in-progress.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Brings the index up to the folder's present state; a retry continues with the remaining files. */
export function createIndexCorpus({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return ({ corpusDirectory, selection }: IndexCorpusInput, signal: AbortSignal): Promise<CorpusReport> =>
    corpus.update({
      directory: corpusDirectory,
      selection,
      signal,
      onProgress: (progress) => tellStep(describeCorpusProgress(progress)),
    });
}
