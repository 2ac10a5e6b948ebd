import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { FailureType } from '../workflows/contracts/failure-types.ts';
import type { RetryAdvice } from './http/retry-advice.ts';
import { BudgetReachedError } from './metering/budget-reached-error.ts';
import { ModelEndpointError } from './model-endpoint/model-endpoint-error.ts';
import { PageUnavailableError } from './web-pages/page-unavailable-error.ts';
import { ProviderError } from './web-search/provider-error.ts';

/** Errors of our own adapters that no further attempt can cure, by `error.name`. */
const PERMANENT_ERRORS: ReadonlyMap<string, FailureType> = new Map([
  ['CorpusUnavailableError', FailureType.CorpusUnavailable],
  ['BlobNotFoundError', FailureType.EvidenceMissing],
  ['BlobDamagedError', FailureType.EvidenceMissing],
  ['PassageNotFoundError', FailureType.EvidenceMissing],
]);

/** Statuses below 500 that speak of this moment and not of the request. */
const TRANSIENT_CLIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Shortest and longest time until Temporal's next attempt that a server may ask for. */
const MIN_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 120_000;

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
  if (error instanceof BudgetReachedError) return ofBudget(error);
  if (!(error instanceof Error)) return error;

  const type = PERMANENT_ERRORS.get(error.name);
  if (type === undefined) return error;
  return ApplicationFailure.create({ type, message: error.message, nonRetryable: true, cause: error });
}

function ofModel(error: ModelEndpointError): ApplicationFailure {
  const { status, codes, requestId, outcome, silence } = error.facts;
  const { isQuota, remedy } = error;
  const isRetryable = isWorthRetrying({ ...error.facts, isPermanent: isQuota || error.isMisconfigured });
  const details = {
    codes,
    requestId: requestId ?? null,
    isQuota,
    isTimeout: silence === 'too-slow',
    reason: outcome,
    remedy,
  };
  return ofServer(error, { type: typeOfModel(error, isRetryable), isRetryable, status, details });
}

/** A quota is filled up again some day, so that the endpoint is worth waiting for. */
function typeOfModel({ isQuota, isMisconfigured }: ModelEndpointError, isRetryable: boolean): FailureType {
  if (isRetryable || isQuota) return FailureType.ModelUnavailable;
  return isMisconfigured ? FailureType.ModelMisconfigured : FailureType.ModelRejected;
}

function ofProvider(error: ProviderError): ApplicationFailure {
  const { provider, status, outcome, remedy, isTimeout, isPermanent } = error.facts;
  const isRetryable = isWorthRetrying(error.facts);
  const type = isRetryable ? FailureType.ProviderUnavailable : FailureType.ProviderRejected;
  const isQuota = status === 402 || (status === 429 && isPermanent);
  const details = { provider, isQuota, isTimeout, reason: outcome, remedy };
  return ofServer(error, { type, isRetryable, status, details });
}

/** Whoever read the page has sorted out what is final. */
function ofPage(error: PageUnavailableError): ApplicationFailure {
  const { status } = error.facts;
  return ofServer(error, { type: FailureType.PageUnavailable, isRetryable: true, status, details: {} });
}

function ofBudget(error: BudgetReachedError): ApplicationFailure {
  const { message, limit } = error;
  return ApplicationFailure.create({
    type: FailureType.BudgetReached,
    message,
    nonRetryable: true,
    details: [{ limit }],
    cause: error,
  });
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

interface ServerFailure {
  readonly type: FailureType;
  readonly isRetryable: boolean;
  readonly status: number | undefined;
  readonly details: object;
}

/** The details say how long the server wants to be left alone, however long that is; the next attempt comes sooner. */
function ofServer(
  error: Error & { readonly facts: { readonly advice: RetryAdvice } },
  { type, isRetryable, status, details }: ServerFailure,
): ApplicationFailure {
  const { retryAfterMs } = error.facts.advice;
  return ApplicationFailure.create({
    type,
    message: error.message,
    nonRetryable: !isRetryable,
    details: [{ status: status ?? null, retryAfterMs: retryAfterMs ?? null, ...details }],
    cause: error,
    ...(isRetryable &&
      retryAfterMs !== undefined && {
        nextRetryDelay: Math.min(Math.max(retryAfterMs, MIN_RETRY_DELAY_MS), MAX_RETRY_DELAY_MS),
      }),
  });
}
