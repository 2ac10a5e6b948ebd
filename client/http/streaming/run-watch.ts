import { setTimeout as delay } from 'node:timers/promises';
import type { PublicRun } from '../runs/public-run.ts';
import { type FoundSoFar, keyOfReport, keyOfRun } from './run-events.ts';

/** All that is known of a watched run; replaced, never changed. */
export interface WatchedRun {
  /** Null until the run was looked at. */
  readonly run: { readonly key: string; readonly run: PublicRun } | null;
  readonly report: { readonly key: string; readonly found: FoundSoFar } | null;
  /** Nothing changes any more. */
  readonly isOver: boolean;
  /** Why nobody looks any more before the run is over. */
  readonly failure: { readonly error: unknown } | null;
}

/** How a run is looked at. */
export interface RunWatching {
  readonly look: () => Promise<PublicRun>;
  /** Rejects when no worker answers at the moment. */
  readonly findSoFar: () => Promise<FoundSoFar>;
  readonly watchMs: number;
}

/** The one loop that looks at a run, for all who watch it. A failure is its last state. */
export class RunWatch {
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

  /** Beside the looking: a worker may need many seconds to tell all that was found. */
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

/** Changes when a run has found more; empty where there is nothing to read, or a report that says it better. */
function growthOf({ from, progress, hasReport }: PublicRun): string {
  if (from !== 'worker' || progress === null || hasReport) return '';
  const findings = progress.tasks.map((task) => task.findings);
  return findings.some((count) => count > 0) ? [progress.stage, ...findings].join(' ') : '';
}
