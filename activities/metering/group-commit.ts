import { setTimeout as delay } from 'node:timers/promises';

/** Answers are returned once this many milliseconds pass without another one being stored. */
const QUIET_MS = 5;

/** Runs work that sends a request and stores its answer. */
export type GroupCommit = <Result>(sendAndStore: () => Promise<Result>) => Promise<Result>;

/**
 * Stores all answers that have arrived before it returns any of them: answers to parallel requests arrive together, and
 * a process busy with the first one would not store the others. Waiting callers send nothing new, so the wait ends.
 */
export function createGroupCommit(): GroupCommit {
  let underWay = 0;
  let stored = 0;
  return async (sendAndStore) => {
    underWay += 1;
    const result = await sendAndStore().finally(() => {
      underWay -= 1;
    });
    stored += 1;
    for (let seen = 0; seen !== stored && underWay > 0;) {
      seen = stored;
      await delay(QUIET_MS);
    }
    return result;
  };
}
