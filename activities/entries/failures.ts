import type { RemoteServerError, RemoteServerFacts } from '@plumbline/adapters/remote-server-error';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import { CorpusUnavailableError } from '@plumbline/documents/errors';
import { BudgetReachedError } from '@plumbline/model/calls';
import { ModelEndpointError } from '@plumbline/model/failures';
import { S3Error } from '@plumbline/storage/s3';
import { IssuesNotFiledError, IssueTrackerError } from '@plumbline/trackers/issue-tracker';
import { PageUnavailableError } from '@plumbline/web/page-refusal';
import { ProviderError } from '@plumbline/web/search';
import { Context, log } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

/** Errors that a retry cannot cure, by `error.name`. */
const PERMANENT_ERRORS: ReadonlyMap<string, FailureType> = new Map([
  ['CorpusUnavailableError', FailureType.CorpusUnavailable],
  ['BlobDamagedError', FailureType.EvidenceMissing],
  ['DatabaseDamagedError', FailureType.EvidenceMissing],
  ['OriginUnavailableError', FailureType.OriginUnavailable],
  ['BriefingFileError', FailureType.BriefingUnreadable],
]);

/**
 * What the store lacks at the moment, by `error.name`. A volume may not be mounted yet, a backup may be on its way, or another
 * worker has it: that is worth some minutes of a run that was paid for.
 */
const MISSING_ERRORS: ReadonlyMap<string, FailureType> = new Map([
  ['IndexMissingError', FailureType.CorpusUnavailable],
  ['BlobNotFoundError', FailureType.EvidenceMissing],
  ['PassageNotFoundError', FailureType.EvidenceMissing],
]);

/** With the pauses of `workflows/calls/activity-options.ts` the last of these comes ten minutes after the first. */
export const MISSING_ATTEMPTS = 18;

/** Client errors (4xx) that may be temporary. */
const TRANSIENT_CLIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Bounds on the delay that a server may set for Temporal's next attempt. */
const MIN_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 120_000;

/** Pauses while the bucket of texts is away. */
const FIRST_BUCKET_DELAY_MS = 5_000;
const LAST_BUCKET_DELAY_MS = 60_000;

/**
 * Wraps an activity so that it throws failures the workflow can branch on.
 *
 * After a cancellation it throws the cancellation's reason, even if something else failed: a deliberately aborted
 * request is not a failure.
 */
export function withFailures<Input, Output>(
  activity: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await activity(input);
    } catch (error) {
      Context.current().cancellationSignal.throwIfAborted();
      throw toFailure(error, Context.current().info.attempt);
    }
  };
}

/**
 * The one place that decides what is worth retrying. Errors without a rule pass through, and Temporal retries them.
 *
 * @param attempt of the activity, from 1
 */
export function toFailure(error: unknown, attempt = 1): unknown {
  if (error instanceof ModelEndpointError) return ofModel(error);
  if (error instanceof ProviderError) return ofProvider(error);
  if (error instanceof PageUnavailableError) return ofPage(error);
  if (error instanceof IssueTrackerError) return ofIssueTracker(error);
  if (error instanceof IssuesNotFiledError) return ofIssues(error);
  if (error instanceof BudgetReachedError) return ofBudget(error);
  if (error instanceof S3Error) return ofBucket(error, attempt);
  if (!(error instanceof Error)) return error;

  const missing = MISSING_ERRORS.get(error.name);
  if (missing !== undefined) return ofMissing(error, missing, attempt);
  const type = PERMANENT_ERRORS.get(error.name);
  if (type === undefined) return error;
  // Clients of a server read it, and the cause has the path.
  const message = error instanceof CorpusUnavailableError ? error.publicMessage : error.message;
  return ApplicationFailure.create({ type, message, nonRetryable: true, cause: error });
}

function ofMissing(error: Error, type: FailureType, attempt: number): ApplicationFailure {
  const isFinal = attempt >= MISSING_ATTEMPTS;
  const searched = isFinal ? ` It was looked for ${attempt} times, for about ten minutes.` : '';
  return ApplicationFailure.create({
    type,
    message: `${error.message}${searched}`,
    nonRetryable: isFinal,
    cause: error,
  });
}

/** A refusal as well: people correct keys while the run waits. The pauses are longer than usual, because most activities make few attempts. */
function ofBucket(error: S3Error, attempt: number): ApplicationFailure {
  return ApplicationFailure.create({
    type: FailureType.StoreUnavailable,
    message: error.message,
    nextRetryDelay: Math.min(FIRST_BUCKET_DELAY_MS * 2 ** (attempt - 1), LAST_BUCKET_DELAY_MS),
    cause: error,
  });
}

function ofModel(error: ModelEndpointError): ApplicationFailure {
  const { codes, requestId, outcome, silence } = error.facts;
  const { isQuota, remedy } = error;
  const isRetryable =
    !error.isTooLong && isWorthRetrying({ ...error.facts, isPermanent: isQuota || error.isMisconfigured });
  // A model that was too slow twice, the second time with doubled limits, is treated as down and waited for.
  const details = {
    codes,
    requestId: requestId ?? null,
    isQuota,
    isUnreadable: silence === 'unreadable',
    isAbsent: silence === 'no-connection' || silence === 'unknown-host',
    reason: outcome,
    remedy,
  };
  return ofServer(error, { type: typeOfModel(error, isRetryable), isRetryable, details });
}

/** Quotas reset, so the endpoint is worth waiting for. */
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
  return ofServer(error, { type, isRetryable, details });
}

/** Permanent refusals do not throw: the page loader reports them as outcomes. */
function ofPage(error: PageUnavailableError): ApplicationFailure {
  return ofServer(error, { type: FailureType.PageUnavailable, isRetryable: true, details: {} });
}

function ofIssueTracker(error: IssueTrackerError): ApplicationFailure {
  const { service, outcome, remedy } = error.facts;
  const isRetryable = isWorthRetrying(error.facts);
  const type = isRetryable ? FailureType.IssueTrackerUnavailable : FailureType.IssueTrackerRejected;
  return ofServer(error, { type, isRetryable, details: { service, reason: outcome, remedy } });
}

/** Files are mended by people, and refused issues by their settings. */
function ofIssues(error: IssuesNotFiledError): ApplicationFailure {
  const { message, filed } = error;
  return ApplicationFailure.create({
    type: FailureType.IssuesNotFiled,
    message,
    nonRetryable: true,
    details: [{ filed }],
    cause: error,
  });
}

function ofBudget(error: BudgetReachedError): ApplicationFailure {
  const { message, limit, quota } = error;
  return ApplicationFailure.create({
    type: FailureType.BudgetReached,
    message,
    nonRetryable: true,
    details: [{ limit, ...(quota !== null && { renewsAt: quota.renewsAt }) }],
    cause: error,
  });
}

/** The server's own advice overrides what its status suggests. */
function isWorthRetrying({ status, advice, isPermanent }: Retriable): boolean {
  return advice.shouldRetry ?? (!isPermanent && isTransient(status));
}

interface Retriable extends RemoteServerFacts {
  /** Another attempt cannot succeed, even if the status suggests it. */
  readonly isPermanent: boolean;
}

function isTransient(status: number | undefined): boolean {
  return status === undefined || status >= 500 || TRANSIENT_CLIENT_STATUSES.has(status);
}

interface FailureTraits {
  readonly type: FailureType;
  readonly isRetryable: boolean;
  readonly details: object;
}

/**
 * The details hold the delay that the server asks for, uncapped; Temporal's next attempt follows after the capped
 * delay.
 */
function ofServer(error: RemoteServerError, { type, isRetryable, details }: FailureTraits): ApplicationFailure {
  const { status, advice } = error.facts;
  const { retryAfterMs } = advice;
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

/**
 * Does what an answer can do without: a failure is logged and costs time or convenience, never the answer.
 *
 * @param what for the log: "the answer cache"
 * @param instead result in case of a failure
 */
export async function orElse<Result>(what: string, instead: Result, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    log.warn(`${what} failed; the answer goes on without it`, { error });
    return instead;
  }
}
