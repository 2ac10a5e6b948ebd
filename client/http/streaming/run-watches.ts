import type { ApiContext } from '../context/api-context.ts';
import { createPublicLook } from '../runs/public-run.ts';
import { RunWatch } from './run-watch.ts';

/** One of those who watch a run. */
export interface Watcher {
  readonly watch: RunWatch;
  /** The last one who leaves ends the looking. */
  readonly leave: () => void;
}

/** However many watch a run, it is looked at by one loop, which begins with the first of them. */
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
