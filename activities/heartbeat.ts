import { Context } from '@temporalio/activity';

/** Well below the heartbeat timeout of 5 s, so that one late beat is no death. */
const HEARTBEAT_INTERVAL_MS = 2_000;

/**
 * Runs the body of an activity and beats for it: at once, then every 2 s until it ends or is cancelled.
 *
 * Beating stops with cancellation, so the server gives up a body that ignores its signal. Beats carry no details;
 * an activity that resumes from details beats by itself.
 */
export async function withHeartbeat<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const signal = context.cancellationSignal;
  signal.throwIfAborted();

  context.heartbeat();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_INTERVAL_MS);
  const stop = () => clearInterval(timer);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await run(signal);
  } finally {
    stop();
    signal.removeEventListener('abort', stop);
  }
}
