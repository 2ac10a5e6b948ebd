import { spawn } from 'node:child_process';
import { z } from 'zod';
import { type SupervisedWorkerFacts, supervisedWorkerSchema } from '../../workflows/contracts/embedded-state.ts';
import { describeProcessEnd, endGracefully, endOf, type ProcessEnd } from './child-process.ts';
import { UnrecoverableError } from './restarts.ts';
import type { ServerMessage, WorkerMessage } from './worker-channel.ts';
import { WORKER_OPTIONS, workerEnvironmentOf } from './worker-program.ts';

/** Longer than the worker's own grace for activities, so that the kill is the exception. */
const STOP_LIMIT_MS = 35_000;

const workerMessageSchema: z.ZodType<WorkerMessage, unknown> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), ...supervisedWorkerSchema.shape }),
  z.object({ type: z.literal('refused'), message: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

export interface SupervisedWorker {
  readonly pid: number;
  /** What the worker reported about itself. */
  readonly facts: SupervisedWorkerFacts;
  readonly end: Promise<ProcessEnd>;
  /** Lets the running activities finish, for 35 s at most. */
  stop(): Promise<void>;
}

export interface SupervisedWorkerOptions {
  /** Path of the worker's entry file. */
  readonly entry: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Address of the server, once it is ready; the worker loads what it needs meanwhile. */
  readonly address: Promise<string>;
  readonly onSpawn: (pid: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Starts the worker process and waits until it polls its queues, which it does when the server is ready. The process ends
 * itself when the IPC channel closes, so it does not outlive a killed supervisor.
 *
 * @throws {UnrecoverableError} when the worker refuses its configuration
 */
export async function startSupervisedWorker(options: SupervisedWorkerOptions): Promise<SupervisedWorker> {
  const child = spawn(process.execPath, [...WORKER_OPTIONS, options.entry], {
    env: workerEnvironmentOf(options.environment),
    // In its own process group: Ctrl-C reaches only the supervisor, which stops its processes in order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const end = endOf(child);
  const stop = () => endGracefully(child, end, STOP_LIMIT_MS);
  if (child.pid !== undefined) options.onSpawn(child.pid);
  const onAbort = () => void stop();
  options.signal.addEventListener('abort', onAbort, { once: true });
  void options.address.then((address) => child.connected && child.send({ address } satisfies ServerMessage));
  const messages = Promise.withResolvers<Extract<WorkerMessage, { type: 'ready' }>>();
  let problem: string | undefined;
  child.on('message', (raw) => {
    const { data: message } = workerMessageSchema.safeParse(raw);
    if (message?.type === 'ready') messages.resolve(message);
    if (message?.type === 'refused') messages.reject(new UnrecoverableError(message.message));
    if (message?.type === 'failed') problem = message.message;
  });
  void end.then((ended) => {
    options.signal.removeEventListener('abort', onAbort);
    messages.reject(new Error(problem ?? `the worker ${describeProcessEnd(ended)} before it was ready`));
  });
  const { type: _, ...facts } = await messages.promise;
  return { pid: child.pid ?? 0, facts, end, stop };
}
