import { createFileConversationStore } from '../../../activities/conversations/file-conversation-store.ts';
import { createFileBlobSweep } from '../../../activities/platform/storage/blob-sweep.ts';
import { createFileRunStore } from '../../../activities/platform/storage/file-run-store.ts';
import { type SweepOptions, sweepHome } from '../../../workers/lifecycle/sweep.ts';

const DAY_MS = 86_400_000;

/** Sweeps a home of all that nothing names and that is older than a day. */
export function sweepEverything(home: string, changes: Partial<SweepOptions> = {}): ReturnType<typeof sweepHome> {
  return sweepHome({
    home,
    runs: createFileRunStore(home),
    conversations: createFileConversationStore(home),
    blobs: createFileBlobSweep(home),
    state: null,
    buildId: 'b'.repeat(12),
    now: new Date(),
    minimumAgeMs: DAY_MS,
    answerTtlMs: DAY_MS,
    withIndexes: false,
    apply: true,
    ...changes,
  });
}
