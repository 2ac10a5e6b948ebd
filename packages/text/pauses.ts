import { setImmediate } from 'node:timers/promises';

const LONGEST_WITHOUT_MS = 40;

/** Awaited between the items of long work, gives the event loop a turn when it has had none for a while: heartbeats go out. */
export function createPauses(): () => Promise<void> {
  let lastTurn = performance.now();
  return async () => {
    if (performance.now() - lastTurn < LONGEST_WITHOUT_MS) return;
    await setImmediate();
    lastTurn = performance.now();
  };
}

/** The results of work for each item, one after the other, with pauses. */
export async function mapWithPauses<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result | Promise<Result>,
): Promise<Result[]> {
  const pause = createPauses();
  const results: Result[] = [];
  for (const item of items) {
    results.push(await work(item));
    await pause();
  }
  return results;
}

/** Does work for every pair, with pauses: first all that the first item needs, so that its texts are read while they are at hand. */
export async function forEachPair<Item, Other>(
  items: readonly Item[],
  others: readonly Other[],
  work: (item: Item, other: Other) => void,
): Promise<void> {
  const pause = createPauses();
  for (const item of items) {
    for (const other of others) {
      work(item, other);
      await pause();
    }
  }
}
