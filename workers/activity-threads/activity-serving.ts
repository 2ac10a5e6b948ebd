import { parentPort } from 'node:worker_threads';
import { asyncLocalStorage, Context } from '@temporalio/activity';
import {
  CancelledFailure,
  defaultPayloadConverter,
  ensureApplicationFailure,
  type Logger,
  type MetricCounter,
  type MetricHistogram,
  type MetricMeter,
  type MetricTags,
  noopMetricMeter,
} from '@temporalio/common';
import { carry, Claim, type FromThread, type PostedCall, type ToThread, uncarry } from './messages.ts';

/** The bodies of a thread, by the name of the activity, and what ends them. */
export interface ServedActivities {
  readonly activities: object;
  close(): Promise<void>;
}

/** A thread's way to the main thread. */
export interface MainThread {
  /** Asks what only the main thread knows. */
  ask(name: string, ...args: readonly unknown[]): Promise<unknown>;
}

/**
 * Serves calls of the main thread until that ends the thread. A body finds the SDK's own context, with the parts that a body may
 * use here: what it is called for, its cancellation, its heartbeats, and warnings.
 */
export async function serveActivities(open: (main: MainThread) => Promise<ServedActivities>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('Activities are served in a thread of a worker.');
  const post = (message: FromThread): void => port.postMessage(message);
  const questions = new Questions(post);
  const served = await open(questions);
  const calls = new Map<number, AbortController>();
  port.on('message', (message: ToThread) => {
    if (message.kind === 'ping') post({ kind: 'pong' });
    else if (message.kind === 'call') void run(message, served, calls, post);
    else if (message.kind === 'cancel') calls.get(message.id)?.abort(new CancelledFailure(message.reason));
    else if (message.kind === 'close') void served.close().finally(() => process.exit());
    else questions.settle(message);
  });
  post({ kind: 'ready' });
}

async function run(
  { id, claim, input, info }: PostedCall,
  { activities }: ServedActivities,
  calls: Map<number, AbortController>,
  post: (message: FromThread) => void,
): Promise<void> {
  if (Atomics.compareExchange(claim, 0, Claim.Open, Claim.Begun) !== Claim.Open) return;
  post({ kind: 'begun', id });
  const controller = new AbortController();
  calls.set(id, controller);
  try {
    const body: unknown = Object.hasOwn(activities, info.activityType) && Reflect.get(activities, info.activityType);
    if (typeof body !== 'function') throw new Error(`This worker has no activity "${info.activityType}".`);
    const context = contextOf({ id, info }, controller.signal, post);
    const result = await asyncLocalStorage.run(context, async (): Promise<unknown> => body(input));
    post({ kind: 'done', id, payload: defaultPayloadConverter.toPayload(result) });
  } catch (error) {
    post({ kind: 'failed', id, failure: carry(known(error)) });
  } finally {
    calls.delete(id);
  }
}

/** What the SDK would make of it: the class of an error, which it tells of, does not cross. */
function known(error: unknown): unknown {
  const isCancellation = error instanceof CancelledFailure || (error instanceof Error && error.name === 'AbortError');
  return isCancellation ? error : ensureApplicationFailure(error);
}

function contextOf(
  { id, info }: Pick<PostedCall, 'id' | 'info'>,
  signal: AbortSignal,
  post: (message: FromThread) => void,
): Context {
  const cancelled = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  cancelled.catch(() => undefined);
  const heartbeat = (details: unknown): void => post({ kind: 'beat', id, details });
  const warn: Logger['warn'] = (message, meta) => {
    const error: unknown = meta?.['error'];
    post({ kind: 'warning', id, message, failure: error === undefined ? null : carry(error) });
  };
  const silent = (): void => undefined;
  const log: Logger = { log: silent, trace: silent, debug: silent, info: silent, warn, error: warn };
  return new Context(info, cancelled, signal, heartbeat, undefined, log, meterOf(id, post), {});
}

/** Counts and durations go to the main thread, whose SDK serves them. A step has no other metrics. */
function meterOf(id: number, post: (message: FromThread) => void): MetricMeter {
  const counter = (name: string, tags: MetricTags): MetricCounter => ({
    name,
    kind: 'counter',
    valueType: 'int',
    add: (value, more = {}) => post({ kind: 'count', id, name, value, tags: { ...tags, ...more } }),
    withTags: (more) => counter(name, { ...tags, ...more }),
  });
  const histogram = (name: string, tags: MetricTags): MetricHistogram => ({
    name,
    kind: 'histogram',
    valueType: 'float',
    record: (value, more = {}) => post({ kind: 'measure', id, name, value, tags: { ...tags, ...more } }),
    withTags: (more) => histogram(name, { ...tags, ...more }),
  });
  return {
    createCounter: (name) => counter(name, {}),
    createHistogram: (name) => histogram(name, {}),
    createGauge: (...of) => noopMetricMeter.createGauge(...of),
    withTags: () => meterOf(id, post),
  };
}

class Questions implements MainThread {
  readonly #post: (message: FromThread) => void;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  constructor(post: (message: FromThread) => void) {
    this.#post = post;
  }

  ask(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#last;
    const answer = Promise.withResolvers<unknown>();
    this.#asked.set(id, answer);
    this.#post({ kind: 'question', id, name, args });
    return answer.promise;
  }

  settle(message: Extract<ToThread, { kind: 'answer' | 'refusal' }>): void {
    const answer = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (message.kind === 'answer') answer?.resolve(message.value);
    else answer?.reject(uncarry(message.failure));
  }
}
