import { setTimeout as delay } from 'node:timers/promises';

const WAIT_MS = 5_000;

/** Waits some seconds for a run to end. @returns false when it has not ended: it has no worker, or its work ends slowly */
export async function waitUntilOver(isOver: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    if (await isOver()) return true;
    await delay(200, undefined, { signal });
  }
  return false;
}
