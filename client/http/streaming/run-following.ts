import type { SentEvent } from './event-sending.ts';
import { eventIdOfSeen, type RunEvent, type SeenEvents } from './run-events.ts';
import type { Watcher } from './run-watches.ts';

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
