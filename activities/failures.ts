import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { FailureType } from '../workflows/contracts/failure-types.ts';
import { ModelEndpointError } from './reasoning/model-endpoint-error.ts';
import type { RetryAdvice } from './retry-advice.ts';
import { PageUnavailableError } from './web/page-unavailable-error.ts';
import { ProviderError } from './web/provider-error.ts';

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
  if (error instanceof ModelEndpointError) return ofModel(error);
  if (error instanceof ProviderError) return ofProvider(error);
  if (error instanceof PageUnavailableError) return ofPage(error);
  if (!(error instanceof Error)) return error;

  const type = PERMANENT_ERRORS.get(error.name);
  if (type === undefined) return error;
  return ApplicationFailure.create({ type, message: error.message, nonRetryable: true, cause: error });
}

function ofModel(error: ModelEndpointError): ApplicationFailure {
  const { status, codes, requestId, advice } = error.facts;
  const isRetryable = isWorthRetrying({ status, advice, isPermanent: error.isQuotaExhausted });
  const type = isRetryable ? FailureType.ModelUnavailable : FailureType.ModelRejected;
  return ofServer(error, type, isRetryable, { status: status ?? null, codes, requestId: requestId ?? null });
}

function ofProvider(error: ProviderError): ApplicationFailure {
  const { provider, status } = error.facts;
  const isRetryable = isWorthRetrying(error.facts);
  const type = isRetryable ? FailureType.ProviderUnavailable : FailureType.ProviderRejected;
  return ofServer(error, type, isRetryable, { provider, status: status ?? null });
}

/** Whoever read the page has sorted out what is final. */
function ofPage(error: PageUnavailableError): ApplicationFailure {
  return ofServer(error, FailureType.PageUnavailable, true, { status: error.facts.status ?? null });
}

/** What the server says about another attempt counts most. */
function isWorthRetrying({ status, advice, isPermanent }: ServerFacts): boolean {
  return advice.shouldRetry ?? (!isPermanent && isTransient(status));
}

interface ServerFacts {
  /** Undefined when no usable answer came back. */
  readonly status: number | undefined;
  readonly advice: RetryAdvice;
  /** Another attempt cannot cure it, whatever the status says. */
  readonly isPermanent: boolean;
}

function isTransient(status: number | undefined): boolean {
  return status === undefined || status >= 500 || TRANSIENT_CLIENT_STATUSES.has(status);
}

function ofServer(
  error: Error & { readonly facts: { readonly advice: RetryAdvice } },
  type: FailureType,
  isRetryable: boolean,
  details: object,
): ApplicationFailure {
  const { retryAfterMs } = error.facts.advice;
  return ApplicationFailure.create({
    type,
    message: error.message,
    nonRetryable: !isRetryable,
    details: [details],
    cause: error,
    ...(isRetryable && retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
  });
}
