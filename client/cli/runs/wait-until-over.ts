import { setTimeout as delay } from 'node:timers/promises';
import type { ResearchClient } from '../../runs/research-client.ts';

const WAIT_MS = 5_000;

/** Waits some seconds for a run to end. @returns false when it has not ended: it has no worker, or its work ends slowly */
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
