import { ANSWER_QUERY } from '@plumbline/contracts/answers/conversation';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import { Context } from '@temporalio/activity';
import { ApplicationFailure, RawValue } from '@temporalio/common';
import { ActivityCall, ActivityThread, type ThreadProgram } from './activity-thread-handle.ts';

const SECOND = 1_000;
const TICK_MS = SECOND;

/** How long a thread may compute without a break, in milliseconds. */
export interface ComputingLimits {
  /** After that, calls go to another thread. */
  readonly busyMs: number;
  /** After that, the next attempt of each of its calls has a thread of its own. */
  readonly suspectMs: number;
  /** After that it is ended, where more than one call may be the cause. */
  readonly sharedMs: number;
  /** A call that is the cause fails for good: one of an answer, and any other. */
  readonly answerMs: number;
  readonly otherMs: number;
  /** Where the time for one attempt is shorter than any of these, it counts, but never less than this. */
  readonly leastMs: number;
  /** A thread that was started because others were busy ends when it has had nothing to do for so long. */
  readonly idleMs: number;
}

const LIMITS: ComputingLimits = {
  busyMs: 2 * SECOND,
  suspectMs: 5 * SECOND,
  sharedMs: 60 * SECOND,
  answerMs: 30 * SECOND,
  otherMs: 600 * SECOND,
  leastMs: 30 * SECOND,
  idleMs: 30 * SECOND,
};

/** One serves as long as it answers; the others are for calls that come while it computes. */
const MOST_THREADS = 4;

/** An attempt takes time outside its computing. */
const SHARE_OF_ATTEMPT = 0.8;

/**
 * Runs the bodies of a worker's activities in threads of their own, so that the main thread is free for the SDK:
 * heartbeats, polls, queries and results continue while a body computes.
 *
 * All bodies share one thread, and so what they share within it: stores, single flights, what is remembered of servers.
 * When it computes for seconds without a break, another thread takes the calls that come.
 */
export class ActivityThreads {
  /** The SDK calls this for every activity name. */
  readonly activities = { default: (input: unknown) => this.#call(input) };
  readonly #program: ThreadProgram;
  readonly #limits: ComputingLimits;
  readonly #threads: ActivityThread[] = [];
  readonly #open = new Set<ActivityCall>();
  /** Calls that no thread can take now. */
  #waiting: ActivityCall[] = [];
  /** Keys of calls that were under way in a thread that computed for long, or died. */
  readonly #suspects = new Set<string>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #failure = Promise.withResolvers<never>();
  #timer: NodeJS.Timeout | undefined;
  #lookedAt = 0;

  constructor(program: ThreadProgram, limits: Partial<ComputingLimits> = {}) {
    this.#program = program;
    this.#limits = { ...LIMITS, ...limits };
    this.#failure.promise.catch(() => undefined);
    this.#start();
  }

  /** Resolves when calls can be taken. @throws {Error} what a thread failed with while it started */
  get ready(): Promise<void> {
    return Promise.race([this.#ready.promise, this.failure]);
  }

  /** Rejects when no thread can serve any more: then the process has to end. */
  get failure(): Promise<never> {
    return this.#failure.promise;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#threads.splice(0).map((thread) => thread.close()));
  }

  async #call(input: unknown): Promise<RawValue> {
    const call = new ActivityCall(input, Context.current());
    call.signal.throwIfAborted();
    const cancel = (): void => this.#cancel(call);
    call.signal.addEventListener('abort', cancel, { once: true });
    this.#open.add(call);
    this.#watch();
    call.beat();
    this.#dispatch(call);
    try {
      return RawValue.fromPayload(await call.result);
    } finally {
      this.#open.delete(call);
      call.signal.removeEventListener('abort', cancel);
    }
  }

  #cancel(call: ActivityCall): void {
    const thread = this.#threads.find(({ calls }) => calls.has(call.id));
    if (thread !== undefined) return thread.cancel(call);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== call);
    call.fail(call.signal.reason);
  }

  #dispatch(call: ActivityCall): void {
    const thread = this.#suspects.has(call.key) ? this.#threadOfItsOwn() : this.#sharedThread();
    if (thread === undefined) this.#waiting.push(call);
    else thread.take(call);
  }

  #dispatchWaiting(): void {
    for (const call of this.#waiting.splice(0)) this.#dispatch(call);
  }

  #sharedThread(): ActivityThread | undefined {
    const free = this.#threads.find(({ isReserved, silentMs }) => !isReserved && silentMs < this.#limits.busyMs);
    return free ?? this.#startAnother();
  }

  #threadOfItsOwn(): ActivityThread | undefined {
    // The first one serves all others.
    const [, ...others] = this.#threads;
    const thread = others.find(({ calls }) => calls.size === 0) ?? this.#startAnother();
    if (thread !== undefined) thread.isReserved = true;
    return thread;
  }

  #startAnother(): ActivityThread | undefined {
    return this.#threads.length < MOST_THREADS ? this.#start() : undefined;
  }

  #start(): ActivityThread {
    const thread: ActivityThread = new ActivityThread(this.#program, {
      onFree: () => {
        this.#ready.resolve();
        this.#dispatchWaiting();
      },
      onSettled: ({ key }) => this.#suspects.delete(key),
      onEnd: (problem) => this.#replace(thread, problem),
      onStuck: () => this.#failure.reject(new Error('A thread of the worker is computing and cannot be ended.')),
    });
    this.#threads.push(thread);
    return thread;
  }

  /** @param problem null: it was told to end */
  #replace(thread: ActivityThread, problem: string | null): void {
    if (problem === null) return;
    if (!thread.isReady) this.#failure.reject(new Error(problem));
    else this.#abandon(thread, () => lost(`ended: ${problem}`));
  }

  /** Its calls that were begun fail, the others go elsewhere. */
  #abandon(thread: ActivityThread, failureOf: (call: ActivityCall) => ApplicationFailure): void {
    this.#threads.splice(this.#threads.indexOf(thread), 1);
    const moved = thread.takeBack();
    for (const call of thread.calls.values()) {
      this.#suspects.add(call.key);
      call.failBecause(failureOf(call));
    }
    thread.calls.clear();
    if (this.#threads.every(({ isReserved }) => isReserved)) this.#start();
    for (const call of moved) this.#dispatch(call);
  }

  #watch(): void {
    if (this.#timer !== undefined) return;
    this.#lookedAt = performance.now();
    this.#timer = setInterval(() => this.#look(), TICK_MS).unref();
  }

  #look(): void {
    const now = performance.now();
    // A process that was frozen, or a machine that slept, did not compute meanwhile.
    const elapsedMs = Math.min(now - this.#lookedAt, 2 * TICK_MS);
    this.#lookedAt = now;
    // Some may end meanwhile.
    const threads = [...this.#threads];
    for (const thread of threads) this.#lookAt(thread, elapsedMs);
    this.#dispatchWaiting();
    for (const call of this.#open) call.beatIfDue(this.#heldMs(call));
    if (this.#open.size > 0 || this.#threads.length > 1) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #lookAt(thread: ActivityThread, elapsedMs: number): void {
    const { busyMs, suspectMs, idleMs } = this.#limits;
    thread.look(elapsedMs);
    const { silentMs, begun } = thread;
    if (silentMs >= busyMs) this.#waiting.push(...thread.takeBack());
    if (silentMs >= suspectMs) for (const { key } of begun) this.#suspects.add(key);
    if (silentMs >= this.#limitOf(begun)) this.#endComputing(thread, begun);
    const isIdle = thread.calls.size === 0 && silentMs === 0 && performance.now() - thread.idleSince >= idleMs;
    if (isIdle && thread !== this.#threads[0] && thread.isReady) {
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      void thread.close();
    }
  }

  /** If only one call is under way, it is the one that computes. */
  #limitOf(begun: readonly ActivityCall[]): number {
    const [call, ...others] = begun;
    if (call === undefined || others.length > 0) return this.#limits.sharedMs;
    const { answerMs, otherMs, leastMs } = this.#limits;
    const { workflowType, startToCloseTimeoutMs } = call.info;
    const mostMs = workflowType === ANSWER_QUERY ? answerMs : otherMs;
    return Math.min(mostMs, Math.max(leastMs, startToCloseTimeoutMs * SHARE_OF_ATTEMPT));
  }

  #endComputing(thread: ActivityThread, begun: readonly ActivityCall[]): void {
    const seconds = Math.round(thread.silentMs / SECOND);
    thread.terminate();
    this.#abandon(thread, (call) =>
      begun.length === 1
        ? computedTooLong(call, seconds)
        : lost(`was ended: it had computed for ${seconds} s without a break`),
    );
  }

  #heldMs(call: ActivityCall): number {
    const silentMs = this.#threads.find(({ calls }) => calls.has(call.id))?.silentMs ?? 0;
    return silentMs < this.#limits.busyMs ? 0 : silentMs;
  }
}

function computedTooLong({ info }: ActivityCall, seconds: number): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `The step ${info.activityType} was ended, because it had computed for ${seconds} s without a break. Its input may be very large, or crafted to be slow: shorten it, or remove unusual parts.`,
    FailureType.ComputedTooLong,
  );
}

/** The call may have had no part in it. */
function lost(what: string): ApplicationFailure {
  return ApplicationFailure.retryable(`The step's thread ${what}. The step is retried.`, 'ActivityThreadLost');
}
