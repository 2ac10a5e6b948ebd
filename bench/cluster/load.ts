import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowFailedError } from '@temporalio/client';
import { connectStarter, type ResearchHandle } from '../load/research-world.ts';
import type { Bed } from './beds.ts';

/** As in a quick look, so that many fit into a measurement. */
export const SMALL_RUN = { maxTasks: 3, queryVariants: 2, maxRounds: 1 };
const LOOK_EVERY_MS = 250;
/** No document has the numbers of runs: they must not find anything. */
export const FIRST_NUMBER = 1_001;

/** Runs that were started at once. */
export interface Load {
  readonly total: number;
  /** Resolves when this share of them has ended. */
  ended(share: number): Promise<void>;
  /** When all have ended. */
  result(): Promise<LoadResult>;
}

export interface LoadResult {
  readonly runs: number;
  readonly ids: readonly string[];
  /** What each run that did not publish failed with. */
  readonly lost: readonly string[];
  readonly seconds: number;
}

/**
 * @param question of each run, which gets a number
 * @param before numbers that are taken
 */
export async function startRuns(bed: Bed, corpus: string, question: string, runs: number, before = 0): Promise<Load> {
  const starter = await connectStarter(bed.address, bed.taskQueue, corpus);
  const startedAt = performance.now();
  const handles = await Promise.all(
    Array.from({ length: runs }, (_, number) =>
      starter.start({ question: `${question} (${FIRST_NUMBER + before + number})`, settings: SMALL_RUN }),
    ),
  );
  let count = 0;
  const outcomes = handles.map(async (handle) => {
    const lost = await outcomeOf(handle);
    count += 1;
    return lost;
  });
  return {
    total: runs,
    async ended(share) {
      while (count < runs * share) await delay(LOOK_EVERY_MS);
    },
    async result() {
      const lost = (await Promise.all(outcomes)).filter((reason) => reason !== null);
      const seconds = (performance.now() - startedAt) / 1_000;
      await starter.close();
      const ids = handles.map(({ workflowId }) => workflowId);
      return { runs, ids, lost, seconds };
    },
  };
}

/** Null: published. A server that is away is asked again. */
export async function outcomeOf(handle: ResearchHandle): Promise<string | null> {
  for (;;) {
    try {
      const result = (await handle.result()) as { readonly stage?: string; readonly status?: string };
      const stage = result.stage ?? result.status ?? 'published';
      return stage === 'published' ? null : stage;
    } catch (error) {
      if (error instanceof WorkflowFailedError) return String(error.cause?.message ?? error.message);
      await delay(LOOK_EVERY_MS);
    }
  }
}

export function describeLoad({ runs, lost, seconds }: LoadResult): string {
  const reasons = lost.length === 0 ? '' : ` (${[...new Set(lost)].slice(0, 3).join('; ')})`;
  return `${lost.length} of ${runs} lost${reasons}, ${seconds.toFixed(0)} s in all`;
}
