import { setTimeout as delay } from 'node:timers/promises';
import type { ResearchClient } from '../../runs/research-client.ts';

const WAIT_MS = 5_000;

/** Waits a little for a run to end. @returns false when it has not: nobody works on it, or its work ends slowly */
export async function waitUntilOver(
  research: ResearchClient,
  researchId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    if ((await research.observe(researchId)).closedAt !== null) return true;
    await delay(200, undefined, { signal });
  }
  return false;
}
