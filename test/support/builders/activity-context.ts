import { asyncLocalStorage, type Context } from '@temporalio/activity';

/** Runs the body of an activity outside a worker. Only what is given here works; the rest of the context is absent. */
export function runAsActivity<Result>(
  body: () => Promise<Result>,
  {
    signal = new AbortController().signal,
    heartbeat = () => undefined,
  }: { signal?: AbortSignal; heartbeat?: (details?: unknown) => void },
): Promise<Result> {
  const context: Pick<Context, 'cancellationSignal' | 'heartbeat'> = { cancellationSignal: signal, heartbeat };
  return asyncLocalStorage.run(context as Context, body);
}
