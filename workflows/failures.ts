import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { FailureType } from './contracts/failure-types.ts';
import { type LimitName, MODEL_LIMITS } from './domain/research-limits.ts';
import type { ServerFailure } from './waits/server-wait.ts';

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
  const types: readonly unknown[] = [
    FailureType.ModelRejected,
    FailureType.ModelUnavailable,
    FailureType.ModelMisconfigured,
  ];
  return cause instanceof ApplicationFailure && types.includes(cause.type);
}

/** How the model endpoint failed, where the failure is the endpoint's and not that of one request; null otherwise. */
export function modelServerFailure(error: unknown, researchId: string): ServerFailure | null {
  const setup = failureOf(error, FailureType.ModelMisconfigured);
  if (setup !== null) {
    const { remedy } = detailsOf(setup);
    const cure = typeof remedy === 'string' ? remedy : 'Put it right, and restart the worker.';
    return {
      kind: 'setup',
      reason: setup.message.replace(cure, '').trim().slice(0, 500),
      remedy: `${cure} The run then goes on by itself, at once with: npm run retry -- ${researchId}`,
      retryAfterMs: null,
      isQuota: false,
    };
  }
  return outageOf(error, FailureType.ModelUnavailable, researchId);
}

/** The same for a search provider. */
export function providerServerFailure(error: unknown, researchId: string): ServerFailure | null {
  return outageOf(error, FailureType.ProviderUnavailable, researchId);
}

/** The limit that kept a call from being made, or null. */
export function reachedLimit(error: unknown): LimitName | null {
  const failure = failureOf(error, FailureType.BudgetReached);
  const limit = failure === null ? undefined : detailsOf(failure)['limit'];
  return MODEL_LIMITS.find((name) => name === limit) ?? null;
}

function outageOf(error: unknown, type: FailureType, researchId: string): ServerFailure | null {
  const failure = failureOf(error, type);
  if (failure === null) return null;
  const { retryAfterMs, isQuota, isTimeout } = detailsOf(failure);
  // A server that leaves one request without an answer may well answer the next.
  if (isTimeout === true) return null;
  return {
    kind: 'outage',
    reason: failure.message.slice(0, 500),
    remedy: `it is asked again by itself, at once with: npm run retry -- ${researchId}`,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
    isQuota: isQuota === true,
  };
}

function failureOf(error: unknown, type: FailureType): ApplicationFailure | null {
  const { cause } = error instanceof ActivityFailure ? error : { cause: undefined };
  return cause instanceof ApplicationFailure && cause.type === type ? cause : null;
}

/** Details come from activities of any version. */
function detailsOf({ details }: ApplicationFailure): Readonly<Record<string, unknown>> {
  const [first] = details ?? [];
  return typeof first === 'object' && first !== null ? (first as Readonly<Record<string, unknown>>) : {};
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
