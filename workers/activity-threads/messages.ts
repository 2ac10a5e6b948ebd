import type { Info } from '@temporalio/activity';
import {
  ApplicationFailure,
  type ApplicationFailureCategory,
  CancelledFailure,
  type MetricTags,
  type Payload,
} from '@temporalio/common';

/** A call as it goes to a thread. */
export interface PostedCall {
  readonly id: number;
  /** One number, see {@link Claim}: who changes it first has the call. */
  readonly claim: Int32Array;
  readonly input: unknown;
  readonly info: Info;
}

/** A call that no thread has begun can be taken back, even from a thread that does not listen. */
export const Claim = { Open: 0, Begun: 1, TakenBack: 2 } as const;

export type ToThread =
  | ({ readonly kind: 'call' } & PostedCall)
  | { readonly kind: 'cancel'; readonly id: number; readonly reason: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly failure: CarriedFailure }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly payload: Payload }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: CarriedFailure }
  | { readonly kind: 'beat'; readonly id: number; readonly details: unknown }
  | { readonly kind: 'warning'; readonly id: number; readonly message: string; readonly failure: CarriedFailure | null }
  | {
      /** A counter grows by the value, or a histogram records it. */
      readonly kind: 'count' | 'measure';
      readonly id: number;
      readonly name: string;
      readonly value: number;
      readonly tags: MetricTags;
    }
  | { readonly kind: 'question'; readonly id: number; readonly name: string; readonly args: readonly unknown[] };

/** What only the main thread knows, by name. */
export type MainAnswers = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Anything a body threw, as it crosses to another thread: Temporal stores the same on both sides. */
interface CarriedFailure {
  readonly kind: 'application' | 'cancellation' | 'error' | 'value';
  readonly message: string;
  readonly name?: string;
  readonly stack?: string | undefined;
  readonly cause?: CarriedFailure;
  readonly details?: readonly unknown[];
  readonly type?: string | undefined;
  readonly nonRetryable?: boolean;
  readonly nextRetryDelay?: ApplicationFailure['nextRetryDelay'];
  readonly category?: ApplicationFailureCategory | undefined;
}

export function carry(error: unknown): CarriedFailure {
  if (!(error instanceof Error)) return { kind: 'value', message: String(error) };
  const { name, message, stack, cause } = error;
  const common = { name, message, stack, ...(cause !== undefined && { cause: carry(cause) }) };
  if (error instanceof ApplicationFailure) {
    const { type, details, nextRetryDelay, category } = error;
    const nonRetryable = error.nonRetryable === true;
    return {
      ...common,
      kind: 'application',
      type: type ?? undefined,
      nonRetryable,
      details: plain(details),
      nextRetryDelay,
      category: category ?? undefined,
    };
  }
  if (error instanceof CancelledFailure) return { ...common, kind: 'cancellation', details: plain(error.details) };
  return { ...common, kind: 'error' };
}

/** As JSON has them, like everything that Temporal stores: not every object may be posted. */
function plain(details: readonly unknown[] | null | undefined): readonly unknown[] {
  return details === undefined || details === null ? [] : (JSON.parse(JSON.stringify(details)) as readonly unknown[]);
}

export function uncarry(carried: CarriedFailure): unknown {
  if (carried.kind === 'value') return carried.message;
  const error = toError(carried);
  // Own properties, because accessors of a class cannot be written.
  Object.defineProperty(error, 'stack', { value: carried.stack, configurable: true, writable: true });
  return error;
}

function toError({ kind, name, message, cause: inner, details, ...traits }: CarriedFailure): Error {
  const cause = inner === undefined ? undefined : (uncarry(inner) as Error);
  if (kind === 'application') {
    const { type, nonRetryable = false, nextRetryDelay, category } = traits;
    return new ApplicationFailure(message, type, nonRetryable, [...(details ?? [])], cause, nextRetryDelay, category);
  }
  if (kind === 'cancellation') return new CancelledFailure(message, [...(details ?? [])], cause);
  return Object.defineProperty(new Error(message, { cause }), 'name', { value: name, configurable: true });
}
