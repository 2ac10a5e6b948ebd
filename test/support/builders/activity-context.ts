import { asyncLocalStorage, type Context, type Info } from '@temporalio/activity';

/** Runs the body of an activity outside a worker. Only what is given here works; the rest of the context is absent. */
export function runAsActivity<Result>(
  body: () => Promise<Result>,
  {
    signal = new AbortController().signal,
    heartbeat = () => undefined,
    attempt = 1,
    warn = () => undefined,
    researchId,
  }: {
    signal?: AbortSignal;
    heartbeat?: (details?: unknown) => void;
    attempt?: number;
    /** What the activity logs as a warning. */
    warn?: (message: string) => void;
    /** The run that pays for it. */
    researchId?: string;
  },
): Promise<Result> {
  const run =
    researchId === undefined ? {} : { activityId: '1', workflowExecution: { workflowId: researchId, runId: 'r' } };
  const info: Partial<Info> = { attempt, ...run };
  const context = { cancellationSignal: signal, heartbeat, info, log: { warn } };
  // Only a worker can make a whole context.
  return asyncLocalStorage.run(context as unknown as Context, body);
}
