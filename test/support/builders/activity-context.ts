import { asyncLocalStorage, type Context, type Info } from '@temporalio/activity';

/** Runs the body of an activity outside a worker. Only what is given here works; the rest of the context is absent. */
export function runAsActivity<Result>(
  body: () => Promise<Result>,
  {
    signal = new AbortController().signal,
    heartbeat = () => undefined,
    attempt = 1,
    warn = () => undefined,
  }: {
    signal?: AbortSignal;
    heartbeat?: (details?: unknown) => void;
    attempt?: number;
    /** What the activity logs as a warning. */
    warn?: (message: string) => void;
  },
): Promise<Result> {
  const info: Pick<Info, 'attempt'> = { attempt };
  const context = { cancellationSignal: signal, heartbeat, info, log: { warn } };
  return asyncLocalStorage.run(context as unknown as Context, body);
}
