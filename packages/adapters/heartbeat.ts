import { Context } from '@temporalio/activity';
import { createWorkInProgress } from './work-in-progress.ts';

/** Well below the heartbeat timeout of 5 s, so that one late heartbeat is harmless. */
const HEARTBEAT_INTERVAL_MS = 2_000;

/** Busy activities delay timers, so a reported step also sends a heartbeat, unless the last one is recent. */
const SHORTEST_INTERVAL_MS = 500;

/**
 * Runs the body of an activity and sends heartbeats for it: at once, then every 2 s until it ends or is cancelled.
 *
 * Heartbeats stop with cancellation, so the server times out a body that ignores its signal. A heartbeat carries one
 * short text for users about what the body is doing; nothing resumes from it.
 */
export async function withHeartbeat<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const signal = context.cancellationSignal;
  signal.throwIfAborted();

  let beatAt = 0;
  const beat = (): void => {
    // The server knows nothing of an activity within a workflow task.
    if (signal.aborted || context.info.isLocal) return;
    beatAt = Date.now();
    context.heartbeat(work.describe(beatAt));
  };
  const work = createWorkInProgress(() => Date.now() - beatAt >= SHORTEST_INTERVAL_MS && beat());
  beat();
  const timer = setInterval(beat, HEARTBEAT_INTERVAL_MS);
  const stop = () => clearInterval(timer);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work.within(() => run(signal));
  } finally {
    stop();
    signal.removeEventListener('abort', stop);
  }
}
