import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { PublicRun } from '@plumbline/contracts/report/run-view';
import { useEffect, useState } from 'preact/hooks';
import { type WatchNews, watchRun } from '../api/following.ts';
import { useApi } from '../parts/api-context.ts';

/** A run as far as the page knows it. */
export interface WatchedRun {
  /** Null until it was told. */
  readonly run: PublicRun | null;
  readonly found: PartialReport | null;
  /** Whether the server is heard. */
  readonly connection: 'connecting' | 'open' | 'lost';
  /** When the server was last heard. */
  readonly heardAt: Date | null;
  /** What trying again does not mend. */
  readonly failure: unknown;
}

const NOTHING: WatchedRun = {
  run: null,
  found: null,
  connection: 'connecting',
  heardAt: null,
  failure: null,
};

/** Watches a run until it is over or the view is left. @returns what is known, and a function to start over */
export function useWatchedRun(researchId: string): readonly [WatchedRun, () => void] {
  const api = useApi();
  const [attempt, setAttempt] = useState(0);
  const [watched, setWatched] = useState(NOTHING);
  useEffect(() => {
    const left = new AbortController();
    setWatched(NOTHING);
    watchRun({
      open: (after, signal) => api.openEvents(researchId, after, signal),
      tell: (news) => setWatched((before) => (left.signal.aborted ? before : withNews(before, news))),
      pause: (tried) => pauseBefore(tried, left.signal),
      signal: left.signal,
    }).catch((failure: unknown) => setWatched((before) => ({ ...before, failure })));
    return () => left.abort();
  }, [researchId, attempt]);
  return [watched, () => setAttempt(attempt + 1)];
}

function withNews(before: WatchedRun, news: WatchNews): WatchedRun {
  if (news.kind === 'lost') return { ...before, connection: 'lost' };
  const heard: WatchedRun = { ...before, connection: 'open', heardAt: new Date() };
  if (news.kind === 'run') return { ...heard, run: withCountsOf(before.run, news.run) };
  if (news.kind !== 'report') return heard;
  // The store may be behind the run.
  const isOlder = news.report.findingCount < (before.found?.findingCount ?? 0) && before.run?.endedAt === null;
  return { ...heard, found: isOlder ? before.found : news.report };
}

/** Told by the store, a run may be behind what it has told itself: counts never go down before the reader. */
function withCountsOf(before: PublicRun | null, run: PublicRun): PublicRun {
  const earlier = before?.progress ?? null;
  if (earlier === null || run.progress === null || run.endedAt !== null) return run;
  const known = new Map(earlier.tasks.map((task) => [task.taskId, task]));
  const tasks = run.progress.tasks.map((task) => {
    const { searches = 0, hits = 0, pages = 0, findings = 0 } = known.get(task.taskId) ?? {};
    return {
      ...task,
      searches: Math.max(searches, task.searches),
      hits: Math.max(hits, task.hits),
      pages: Math.max(pages, task.pages),
      findings: Math.max(findings, task.findings),
    };
  });
  return { ...run, progress: { ...run.progress, tasks } };
}

const LONGEST_PAUSE_MS = 10_000;

/** Longer with every attempt, and for each reader another time; over at once when the machine is online again. */
function pauseBefore(attempt: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  const longest = Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt);
  const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
  addEventListener('online', () => resolve(), { signal: over.signal });
  signal.addEventListener('abort', () => resolve(), { signal: over.signal });
  return promise.finally(() => {
    clearTimeout(timer);
    over.abort();
  });
}
