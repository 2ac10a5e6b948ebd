import type { ConversationStore } from '../../activities/conversations/conversation-store.ts';
import { USE_NOTED_EVERY_MS } from '../../activities/storage/file-blob-store.ts';
import type { RunStore, StoredRun } from '../../activities/storage/file-run-store.ts';
import { isFinal } from '../../workflows/contracts/progress.ts';

/** A run or session that may refer to texts which no file names yet. */
export interface Unfinished {
  readonly id: string;
  /** ISO 8601: everything that it refers to without a file was used since. */
  readonly since: string;
}

/** Runs that are not over as far as the store knows. */
export async function unfinishedRuns(runs: RunStore): Promise<StoredRun[]> {
  return (await runs.list()).filter(({ progress }) => progress === null || !isFinal(progress.stage));
}

/** What a running run refers to is only in its history, but it has read all of it since it began. */
export function asUnfinished({ researchId, startedAt }: StoredRun): Unfinished {
  return { id: researchId, since: startedAt };
}

/** Sessions whose time is not over; one may be making an answer, for which it has read all of it since the last one. */
export async function openSessions(conversations: ConversationStore, now: Date): Promise<Unfinished[]> {
  const sessions = await conversations.list();
  return sessions
    .filter(({ endsAt }) => endsAt > now.toISOString())
    .map(({ sessionId, lastAt }) => ({ id: sessionId, since: lastAt }));
}

/** Blobs last used before this time (ms since 1970) are not among those that these runs and sessions refer to. */
export function usedBefore(unfinished: readonly Unfinished[], latest: number): number {
  const starts = unfinished.map(({ since }) => Date.parse(since) || 0);
  return Math.min(latest, ...starts.map((start) => start - USE_NOTED_EVERY_MS));
}
