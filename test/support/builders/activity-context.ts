import { asyncLocalStorage, type Context } from '@temporalio/activity';

/** Runs the body of an activity outside a worker. Only what is given here works; the rest of the context is absent. */
export function runAsActivity<Result>(
  body: () => Promise<Result>,
  {
    signal = new AbortController().signal,
    heartbeat = () => undefined,
    attempt = 1,
  }: { signal?: AbortSignal; heartbeat?: (details?: unknown) => void; attempt?: number },
): Promise<Result> {
  const context = { cancellationSignal: signal, heartbeat, info: { attempt } };
  // Only a worker can make a whole context.
  return asyncLocalStorage.run(context as unknown as Context, body);
}
