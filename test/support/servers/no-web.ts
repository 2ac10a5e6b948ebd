import { ApplicationFailure } from '@temporalio/common';
import type { ActivityDependencies } from '../../../activities/entries/dependencies.ts';

const refuse = (): never => {
  throw ApplicationFailure.nonRetryable('this test does not use the web');
};

/** For tests whose runs stay within their folders: using the web or another run, or writing a briefing, is an error. */
export const NO_WEB: Pick<
  ActivityDependencies,
  'providers' | 'pages' | 'catalogues' | 'issueTrackers' | 'copies' | 'reranker' | 'embedder'
> = {
  providers: { open: refuse },
  pages: {
    read: refuse,
    copyAll: refuse,
    search: refuse,
    readPassages: refuse,
    readPassage: refuse,
    passagesOf: refuse,
    sourcesOf: refuse,
    sourceStatesOf: refuse,
    skippedFilesOf: refuse,
    wordFrequencies: refuse,
  },
  catalogues: { open: refuse, stateOf: async () => '' },
  issueTrackers: { open: refuse, alone: refuse },
  copies: { keep: refuse },
  reranker: null,
  embedder: null,
};
