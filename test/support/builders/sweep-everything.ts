import { createFileBlobSweep } from '@plumbline/storage/blobs';
import { sweepHome, type SweepOptions } from '../../../workers/lifecycle/sweep.ts';
import { stateIn } from './stored-records.ts';

const DAY_MS = 86_400_000;

/** Sweeps a home of all that nothing names and that is older than a day. */
export function sweepEverything(home: string, changes: Partial<SweepOptions> = {}): ReturnType<typeof sweepHome> {
  return sweepHome({
    home,
    state: stateIn(home),
    blobs: createFileBlobSweep(home),
    buildId: 'b'.repeat(12),
    now: new Date(),
    minimumAgeMs: DAY_MS,
    answerTtlMs: DAY_MS,
    withIndexes: false,
    apply: true,
    ...changes,
  });
}
