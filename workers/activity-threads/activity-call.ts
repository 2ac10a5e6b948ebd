import type { Context } from '@temporalio/activity';
import type { Payload } from '@temporalio/common';
import { Claim, type PostedCall } from './messages.ts';

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

  /** For a thread. One that it was taken back from may still find its own, so each gets another claim. */
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
   * Whatever its thread is doing: while it has the call, the call is alive.
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

function newClaim(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}
