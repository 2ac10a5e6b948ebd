import { waitForLock } from '@plumbline/storage/locks';
import type { createIndexReader } from './index-folder.ts';
import type { VectorIndex } from './vector-index.ts';

/** After it the index is opened again, as what may have replaced it. */
const ROUND_MS = 30_000;
const UNHEARD = { signal: new AbortController().signal, onProgress: () => undefined };

/** Makes vectors while searches answer by words. */
export interface VectorGrowth {
  /** Until every passage of the index has one, or the process ends: the next update goes on with the rest. */
  start(corpusId: string): void;
  isUnderWay(corpusId: string): boolean;
}

/** @param lockOf held meanwhile, so that no other process makes the same vectors */
export function createVectorGrowth(
  reading: ReturnType<typeof createIndexReader>,
  vectors: VectorIndex,
  lockOf: (corpusId: string) => string,
): VectorGrowth {
  const growing = new Set<string>();
  const grow = async (corpusId: string): Promise<void> => {
    const lock = await waitForLock(lockOf(corpusId), UNHEARD.signal, () => undefined);
    try {
      while (!(await reading(corpusId, (index) => vectors.update(index, UNHEARD, ROUND_MS)))) continue;
    } finally {
      lock.release();
    }
  };
  return {
    start(corpusId) {
      if (growing.has(corpusId)) return;
      growing.add(corpusId);
      // An index that was removed meanwhile needs no vectors; the next update says what else is wrong.
      grow(corpusId)
        .catch(() => undefined)
        .finally(() => growing.delete(corpusId));
    },
    isUnderWay: (corpusId) => growing.has(corpusId),
  };
}
