import { setTimeout as delay } from 'node:timers/promises';

/** Work on an answer begins when no other one was stored for so long, in milliseconds. */
const QUIET_MS = 5;

/** Runs work that sends a request and stores its answer. */
export type GroupCommit = <Result>(sendAndStore: () => Promise<Result>) => Promise<Result>;

/**
 * Answers to parallel requests come together, and a process that works on the first of them does not store the others: so
 * all that are there are stored before any of them is given out. Who waits for that sends nothing new, so it ends.
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
    for (let seen = 0; seen !== stored && underWay > 0; ) {
      seen = stored;
      await delay(QUIET_MS);
    }
    return result;
  };
}
