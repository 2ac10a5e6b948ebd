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
