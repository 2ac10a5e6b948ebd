/** How many texts the next request gets. */
export interface BatchPace {
  readonly size: number;
  /** A batch was answered: the next one takes about as long as a batch should. */
  answered(texts: number, ms: number): void;
  /** A batch was refused or too slow: from now on at most half as many. */
  refused(texts: number): void;
}

/** Small enough for a slow processor to answer within the time limit of a request. */
const FIRST_TEXTS = 4;
const MOST_TEXTS = 64;
/** A kill loses one batch, and progress shows every batch, so none should take much longer. */
const BATCH_MS = 4_000;

export function createBatchPace(): BatchPace {
  let size = FIRST_TEXTS;
  let most = MOST_TEXTS;
  return {
    get size() {
      return size;
    },
    answered(texts, ms) {
      const fitting = Math.floor((BATCH_MS * texts) / Math.max(1, ms));
      size = Math.max(1, Math.min(fitting, 2 * texts, most));
    },
    refused(texts) {
      most = Math.max(1, Math.floor(texts / 2));
      size = most;
    },
  };
}
