import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stage } from '@plumbline/contracts/report/progress';
import type { PublicRun } from '@plumbline/contracts/report/run-view';
import type { Tools } from '../../../workers/assembly/tools.ts';
import type { ApiContext } from '../../service/api-context.ts';
import { createPublicLook } from '../../service/public-run.ts';
import type { SentEvent } from './event-sending.ts';

export const NOTHING_SEEN: SeenEvents = { run: '', report: '', end: false };

/** The one loop that looks at a run, for all who watch it. A failure is its last state. */
class RunWatch {
  readonly #watching: RunWatching;
  readonly #listeners = new Set<() => void>();
  readonly #stopped = new AbortController();
  #latest: WatchedRun = { run: null, report: null, isOver: false, failure: null };
  #reading: Promise<void> | null = null;
  /** How much had been found when the report was read. */
  #readGrowth = '';

  private constructor(watching: RunWatching) {
    this.#watching = watching;
  }

  /** Looks until the run is over or `stop` is called. */
  static start(watching: RunWatching): RunWatch {
    const watch = new RunWatch(watching);
    watch.#look().catch((error: unknown) => watch.#publish({ failure: { error } }));
    return watch;
  }

  get latest(): WatchedRun {
    return this.#latest;
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Resolves when something has changed since this state, or the signal is aborted. */
  changeSince(known: WatchedRun, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (this.#latest !== known || signal.aborted) return resolve();
      const done = () => {
        this.#listeners.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#listeners.add(done);
      signal.addEventListener('abort', done);
    });
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const run = await this.#watching.look();
      const key = keyOfRun(run);
      if (key !== this.#latest.run?.key) this.#publish({ run: { key, run } });
      const read = this.#readWhatGrew(run);
      if (run.endedAt !== null) {
        await read;
        await this.#readWhatGrew(run);
        return this.#publish({ isOver: true });
      }
      await delay(this.#watching.watchMs, undefined, { signal });
    }
  }

  /** Runs apart from the looking: a worker may need many seconds to list everything that was found. */
  async #readWhatGrew(run: PublicRun): Promise<void> {
    const growth = growthOf(run);
    if (this.#reading === null && growth !== '' && growth !== this.#readGrowth) {
      this.#reading = this.#read(growth).finally(() => {
        this.#reading = null;
      });
    }
    await this.#reading;
  }

  async #read(growth: string): Promise<void> {
    try {
      const found = await this.#watching.findSoFar();
      const key = keyOfReport(found);
      this.#readGrowth = growth;
      if (key !== this.#latest.report?.key) this.#publish({ report: { key, found } });
    } catch {
      // The next look asks again; until then readers have what was found before.
    }
  }

  #publish(changes: Partial<WatchedRun>): void {
    if (this.#stopped.signal.aborted) return;
    this.#latest = { ...this.#latest, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** However many watch a run, one loop looks at it, which begins with the first watcher. */
export class RunWatches {
  readonly #context: ApiContext;
  readonly #watches = new Map<string, { readonly watch: RunWatch; readonly watchers: Set<Watcher> }>();

  constructor(context: ApiContext) {
    this.#context = context;
  }

  join(researchId: string): Watcher {
    const present = this.#watches.get(researchId);
    // A watch that failed has nothing for those who come now.
    const joined = present === undefined || present.watch.latest.failure !== null ? this.#start(researchId) : present;
    const { watch, watchers } = joined;
    const watcher: Watcher = {
      watch,
      leave: () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        watch.stop();
        if (this.#watches.get(researchId) === joined) this.#watches.delete(researchId);
      },
    };
    watchers.add(watcher);
    return watcher;
  }

  #start(researchId: string) {
    const { access, tools, settings } = this.#context;
    const watch = RunWatch.start({
      look: createPublicLook({ access, tools }, researchId),
      findSoFar: async () => {
        const { markdown: _, ...found } = await tools.checkPartialReport(
          await access.research.partialReport(researchId),
        );
        return found;
      },
      watchMs: settings.streaming.watchMs,
    });
    const started = { watch, watchers: new Set<Watcher>() };
    this.#watches.set(researchId, started);
    return started;
  }
}

/**
 * What changes in a run, until it is over. A reader who is slow gets the last of several changes.
 *
 * @param after what the reader has
 */
export async function* followRun(
  { watch, leave }: Watcher,
  after: SeenEvents,
  signal: AbortSignal,
): AsyncGenerator<SentEvent<RunEvent>, void> {
  let seen = after;
  try {
    for (;;) {
      signal.throwIfAborted();
      const known = watch.latest;
      const { run, report, isOver, failure } = known;
      if (failure !== null) throw failure.error;
      if (run !== null && run.key !== seen.run) {
        seen = { ...seen, run: run.key };
        yield { id: eventIdOfSeen(seen), event: { kind: 'run', run: run.run } };
      }
      if (report !== null && report.key !== seen.report) {
        seen = { ...seen, report: report.key };
        yield { id: eventIdOfSeen(seen), event: { kind: 'report', ...report.found } };
      }
      if (isOver && run !== null) {
        const { stage, hasReport } = run.run;
        yield { id: eventIdOfSeen({ ...seen, end: true }), event: { kind: 'end', stage, hasReport } };
        return;
      }
      await watch.changeSince(known, signal);
    }
  } finally {
    leave();
  }
}

/** One of those who watch a run. */
export interface Watcher {
  readonly watch: RunWatch;
  /** The last one who leaves ends the looking. */
  readonly leave: () => void;
}

/** Everything known of a watched run; replaced, never changed. */
interface WatchedRun {
  /** Null until the run was looked at. */
  readonly run: { readonly key: string; readonly run: PublicRun } | null;
  readonly report: { readonly key: string; readonly found: FoundSoFar } | null;
  /** Nothing changes any more. */
  readonly isOver: boolean;
  /** Why the run is no longer looked at before it is over. */
  readonly failure: { readonly error: unknown } | null;
}

/** How a run is looked at. */
interface RunWatching {
  readonly look: () => Promise<PublicRun>;
  /** Rejects when no worker answers at the moment. */
  readonly findSoFar: () => Promise<FoundSoFar>;
  readonly watchMs: number;
}

/** Changes when a run has found more; empty without findings, or if a report supersedes them. */
function growthOf({ from, progress, hasReport }: PublicRun): string {
  if (from !== 'worker' || progress === null || hasReport) return '';
  const findings = progress.tasks.map((task) => task.findings);
  return findings.some((count) => count > 0) ? [progress.stage, ...findings].join(' ') : '';
}

type CheckedPartialReport = Awaited<ReturnType<Tools['checkPartialReport']>>;

/** What a run has found so far, its quotations checked. */
type FoundSoFar = Omit<CheckedPartialReport, 'markdown'>;

/** Events for watchers of a run. */
export type RunEvent =
  | { readonly kind: 'run'; readonly run: PublicRun }
  | ({ readonly kind: 'report' } & FoundSoFar)
  | { readonly kind: 'end'; readonly stage: Stage | null; readonly hasReport: boolean };

/** What a watcher has seen last, as `Last-Event-ID` says it. */
export interface SeenEvents {
  /** Key of the run; empty: none. */
  readonly run: string;
  readonly report: string;
  /** The last event of all. */
  readonly end: boolean;
}

/** The same in every process, so that a watcher goes on after the server was killed. */
function eventIdOfSeen({ run, report, end }: SeenEvents): string {
  return `${run}.${report}${end ? '.end' : ''}`;
}

/** Null: the id was not issued here. */
export function readSeenEvents(id: string): SeenEvents | null {
  const [, run, report, end] = /^([0-9a-f]{0,16})\.([0-9a-f]{0,16})(\.end)?$/.exec(id) ?? [];
  return run === undefined || report === undefined ? null : { run, report, end: end !== undefined };
}

/** Two states of a run with the same key look the same: a heartbeat alone is no change. */
function keyOfRun(run: PublicRun): string {
  const activities = run.activities.map(({ activity, doing }) => [activity, doing]);
  return keyOf({ ...run, workerLastSeenAt: null, activities });
}

function keyOfReport({ report, quotesRejected }: FoundSoFar): string {
  return keyOf([{ ...report, asOf: '' }, quotesRejected]);
}

function keyOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
