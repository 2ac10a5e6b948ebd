import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { FailureType } from './contracts/failure-types.ts';

/** The failure's own words, without the wrapping of the activity call. */
export function describeFailure(error: unknown): string {
  const cause = error instanceof ActivityFailure && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? cause.message.slice(0, 500) : String(cause).slice(0, 500);
}

/** A model that refused, or that could not be reached until the time for retries was over. */
export function isModelFailure(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return true;
  const types: readonly unknown[] = [FailureType.ModelRejected, FailureType.ModelUnavailable];
  return cause instanceof ApplicationFailure && types.includes(cause.type);
}

/**
 * A plain error would fail the workflow task for ever; a failed run says what happened. Cancellations and failures that
 * Temporal knows pass as they are.
 */
export function toRunFailure(error: unknown): unknown {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) return error;
  const { cause } = error;
  const type = cause instanceof ApplicationFailure ? cause.type : undefined;
  return ApplicationFailure.nonRetryable(describeFailure(error), type);
}

export function isFailureOf(error: unknown, type: FailureType): boolean {
  const { cause } = error instanceof ActivityFailure ? error : { cause: error };
  return cause instanceof ApplicationFailure && cause.type === type;
}
