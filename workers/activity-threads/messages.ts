import type { Info } from '@temporalio/activity';
import type { Payload } from '@temporalio/common';
import type { CarriedFailure } from './carried-failure.ts';

/** A call as it goes to a thread. */
export interface PostedCall {
  readonly id: number;
  /** One number, see {@link Claim}: who changes it first has the call. */
  readonly claim: Int32Array;
  readonly input: unknown;
  readonly info: Info;
}

/** A call that no thread has begun can be taken back, also from one that does not listen. */
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
  | { readonly kind: 'question'; readonly id: number; readonly name: string; readonly args: readonly unknown[] };

/** What only the main thread knows, by name. */
export type MainAnswers = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;
