import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { FailureType } from '../workflows/contracts/failure-types.ts';
import { ModelEndpointError, type ModelEndpointFacts } from './reasoning/model-endpoint-error.ts';

/** Errors of our own adapters that no further attempt can cure, by `error.name`. */
const PERMANENT_ERRORS: ReadonlyMap<string, FailureType> = new Map([
  ['CorpusUnavailableError', FailureType.CorpusUnavailable],
  ['BlobNotFoundError', FailureType.EvidenceMissing],
  ['BlobDamagedError', FailureType.EvidenceMissing],
  ['PassageNotFoundError', FailureType.EvidenceMissing],
]);

/** Statuses below 500 that speak of this moment and not of the request. */
const TRANSIENT_CLIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/**
 * Wraps an activity so that what it throws is a failure the workflow can branch on.
 *
 * Once cancellation is requested its reason is thrown whatever broke: a request cut off on purpose is no failure.
 */
export function withFailures<Input, Output>(
  activity: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await activity(input);
    } catch (error) {
      Context.current().cancellationSignal.throwIfAborted();
      throw toFailure(error);
    }
  };
}

/** The one place that decides what is worth retrying; errors without a rule are handed on, and Temporal retries them. */
export function toFailure(error: unknown): unknown {
  if (error instanceof ModelEndpointError) return toModelFailure(error);
  if (!(error instanceof Error)) return error;

  const type = PERMANENT_ERRORS.get(error.name);
  if (type === undefined) return error;
  return ApplicationFailure.create({ type, message: error.message, nonRetryable: true, cause: error });
}

function toModelFailure(error: ModelEndpointError): ApplicationFailure {
  const { status, codes, requestId, advice } = error.facts;
  const retryable = advice.shouldRetry ?? (!error.isQuotaExhausted && isTransient(error.facts));
  return ApplicationFailure.create({
    type: retryable ? FailureType.ModelUnavailable : FailureType.ModelRejected,
    message: error.message,
    nonRetryable: !retryable,
    details: [{ status: status ?? null, codes, requestId: requestId ?? null }],
    cause: error,
    ...(retryable && advice.retryAfterMs !== undefined && { nextRetryDelay: advice.retryAfterMs }),
  });
}

function isTransient({ status }: ModelEndpointFacts): boolean {
  return status === undefined || status >= 500 || TRANSIENT_CLIENT_STATUSES.has(status);
}
