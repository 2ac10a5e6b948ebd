import type { CorpusIndex } from './corpus/corpus-index.ts';
import type { Reasoner } from './reasoning/reasoner.ts';
import type { BlobStore } from './stores/blob-store.ts';
import type { RunStore } from './stores/file-run-store.ts';

/** What the activities are made of; the worker assembles it. */
export interface ActivityDependencies {
  readonly corpus: CorpusIndex;
  readonly blobs: BlobStore;
  readonly runs: RunStore;
  readonly reasoner: Reasoner;
}
