import { Worker } from 'node:worker_threads';
import type { Context } from '@temporalio/activity';
import type { Payload } from '@temporalio/common';
import {
  carry,
  Claim,
  type FromThread,
  type MainAnswers,
  type PostedCall,
  type ToThread,
  uncarry,
} from './messages.ts';

/** A heartbeat that is this old is followed by the next one; well below the heartbeat timeout of 5 s. */
const BEAT_INTERVAL_MS = 1_500;

/** An attempt of an activity, as the main thread has it while another thread runs the body. */
export class ActivityCall {
  static #last = 0;

  readonly id = ++ActivityCall.#last;
  /** All attempts of one call share it. */
  readonly key: string;
  readonly #context: Context;
  readonly #settled = Promise.withResolvers<Payload>();
  readonly #input: unknown;
  #claim = newClaim();
  #doing: unknown = null;
  #beatAt = 0;

  constructor(input: unknown, context: Context) {
    const { info } = context;
    this.#context = context;
    this.#input = input;
    this.key = `${info.workflowExecution?.runId} ${info.activityId}`;
  }

  get info(): Context['info'] {
    return this.#context.info;
  }

  get signal(): AbortSignal {
    return this.#context.cancellationSignal;
  }

  get result(): Promise<Payload> {
    return this.#settled.promise;
  }

  get isBegun(): boolean {
    return Atomics.load(this.#claim, 0) === Claim.Begun;
  }

  /** @returns false when a thread has begun it */
  takeBack(): boolean {
    return Atomics.compareExchange(this.#claim, 0, Claim.Open, Claim.TakenBack) !== Claim.Begun;
  }

  /**
   * For a thread. After a call is taken back, its old thread may still find its own claim, so each offer gets a new
   * one.
   */
  offer(): PostedCall {
    this.#claim = newClaim();
    return { id: this.id, claim: this.#claim, input: this.#input, info: this.info };
  }

  /** @param doing what the body says that it is doing; undefined: as before */
  beat(doing: unknown = this.#doing): void {
    this.#doing = doing;
    // The server knows nothing of an activity within a workflow task, and one that ignores its cancellation shall time out.
    if (this.info.isLocal || this.signal.aborted) return;
    this.#beatAt = performance.now();
    this.#context.heartbeat(doing);
  }

  /**
   * Called whether or not the thread is busy: while it has the call, the call is alive.
   *
   * @param heldMs for how long the thread has computed without a break
   */
  beatIfDue(heldMs: number): void {
    if (performance.now() - this.#beatAt < BEAT_INTERVAL_MS) return;
    const doing = this.#doing;
    this.beat(heldMs === 0 ? doing : `computing for ${Math.round(heldMs / 1_000)} s`);
    this.#doing = doing;
  }

  warn(message: string, error: unknown): void {
    this.#context.log.warn(message, error === null ? {} : { error });
  }

  count({ kind, name, value, tags }: Pick<Counted, 'kind' | 'name' | 'value' | 'tags'>): void {
    const { metricMeter } = this.#context;
    if (kind === 'count') metricMeter.createCounter(name).add(value, tags);
    else metricMeter.createHistogram(name, 'float').record(value, tags);
  }

  complete(payload: Payload): void {
    this.#settled.resolve(payload);
  }

  fail(error: unknown): void {
    this.#settled.reject(error);
  }

  /** Because of its thread. After a cancellation that is what ends it. */
  failBecause(failure: Error): void {
    this.fail(this.signal.aborted ? this.signal.reason : failure);
  }
}

/** As for the main thread, see `WORKER_OPTIONS`: three times the space for young objects that the option bounds. */
const YOUNG_MEGABYTES = 24;

/** For native code that a thread runs; until it returns, nothing ends the thread. */
const END_LIMIT_MS = 30_000;

/** For what a thread has to close; nothing is lost without it. */
const CLOSE_LIMIT_MS = 5_000;

type Counted = Extract<FromThread, { kind: 'count' | 'measure' }>;

export interface ThreadProgram {
  readonly entry: URL;
  /** What its entry finds as `workerData`. */
  readonly data: unknown;
  readonly answers: MainAnswers;
}

interface ThreadEvents {
  /** A call has ended, or the thread can take calls. */
  readonly onFree: () => void;
  readonly onSettled: (call: ActivityCall) => void;
  /** @param problem why it ended; null: it was told to */
  readonly onEnd: (problem: string | null) => void;
  /** It cannot be ended. */
  readonly onStuck: () => void;
}

/** A thread that runs bodies of activities, seen from the main thread. */
export class ActivityThread {
  readonly calls = new Map<number, ActivityCall>();
  /** For a call that may hold its thread. */
  isReserved = false;
  /** Since it last had a call, by the clock of `performance.now`. */
  idleSince = performance.now();
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  readonly #answers: MainAnswers;
  readonly #ended: Promise<unknown>;
  #isReady = false;
  #isAsked = false;
  #silentMs = 0;
  #problem: string | null = null;
  #isEnding = false;

  constructor({ entry, data, answers }: ThreadProgram, events: ThreadEvents) {
    this.#events = events;
    this.#answers = answers;
    this.#worker = new Worker(entry, {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    this.#worker.on('error', (error) => {
      this.#problem = error instanceof Error ? error.message : String(error);
    });
    this.#ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.on('exit', (code) => {
      const problem = this.#problem ?? `it exited with code ${code}`;
      this.#events.onEnd(this.#isEnding ? null : problem);
    });
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** For how long it has done nothing but compute, in milliseconds. */
  get silentMs(): number {
    return this.#silentMs;
  }

  get begun(): readonly ActivityCall[] {
    return [...this.calls.values()].filter((call) => call.isBegun);
  }

  take(call: ActivityCall): void {
    this.calls.set(call.id, call);
    this.#post({ kind: 'call', ...call.offer() });
  }

  cancel(call: ActivityCall): void {
    const { reason } = call.signal as { readonly reason: unknown };
    this.#post({ kind: 'cancel', id: call.id, reason: reason instanceof Error ? reason.message : String(reason) });
  }

  /** The calls that it has not begun: it has them no more. */
  takeBack(): readonly ActivityCall[] {
    const taken = [...this.calls.values()].filter((call) => call.takeBack());
    for (const { id } of taken) this.calls.delete(id);
    return taken;
  }

  /**
   * Asks for a sign of life, and notes that there was none.
   *
   * @param elapsedMs since the last time
   */
  look(elapsedMs: number): void {
    if (!this.#isReady) return;
    if (this.#isAsked) this.#silentMs += elapsedMs;
    else this.#post({ kind: 'ping' });
    this.#isAsked = true;
  }

  /** At once, even if it is busy. */
  terminate(): void {
    this.#isEnding = true;
    const limit = setTimeout(this.#events.onStuck, END_LIMIT_MS);
    void this.#worker.terminate().finally(() => clearTimeout(limit));
  }

  /** Resolves when it has closed what it had open, and ended. */
  async close(): Promise<void> {
    this.#isEnding = true;
    this.#post({ kind: 'close' });
    const limit = setTimeout(() => this.terminate(), CLOSE_LIMIT_MS);
    await this.#ended;
    clearTimeout(limit);
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromThread): void {
    this.#isAsked = false;
    this.#silentMs = 0;
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#events.onFree();
    } else if (message.kind === 'question') void this.#answer(message);
    else if (message.kind === 'done' || message.kind === 'failed') this.#settle(message);
    else if (message.kind === 'beat') this.calls.get(message.id)?.beat(message.details);
    else if (message.kind === 'count' || message.kind === 'measure') this.calls.get(message.id)?.count(message);
    else if (message.kind === 'warning')
      this.calls.get(message.id)?.warn(message.message, message.failure === null ? null : uncarry(message.failure));
  }

  #settle(message: Extract<FromThread, { kind: 'done' | 'failed' }>): void {
    const call = this.calls.get(message.id);
    if (call === undefined) return;
    this.calls.delete(message.id);
    if (this.calls.size === 0) {
      this.isReserved = false;
      this.idleSince = performance.now();
    }
    if (message.kind === 'done') call.complete(message.payload);
    else call.fail(uncarry(message.failure));
    this.#events.onSettled(call);
    this.#events.onFree();
  }

  async #answer({ id, name, args }: Extract<FromThread, { kind: 'question' }>): Promise<void> {
    try {
      const answer = this.#answers[name] as ((...args: readonly unknown[]) => Promise<unknown>) | undefined;
      if (answer === undefined) throw new Error(`The main thread has no answer to "${name}".`);
      this.#post({ kind: 'answer', id, value: await answer(...args) });
    } catch (error) {
      this.#post({ kind: 'refusal', id, failure: carry(error) });
    }
  }
}

function newClaim(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}
