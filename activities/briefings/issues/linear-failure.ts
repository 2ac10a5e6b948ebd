import { LinearError, LinearErrorType, RatelimitedLinearError } from '@linear/sdk';
import type { IssueTrackerError } from './issue-tracker-error.ts';
import {
  type AskedTracker,
  isRedirect,
  type RequestFacts,
  redirected,
  toRefusal,
  toSilence,
} from './tracker-failure.ts';

/** The error for a request that the client of Linear gave up. */
export function toLinearError(
  asked: AskedTracker,
  error: unknown,
  { isTimeout, ...facts }: RequestFacts & { readonly isTimeout: boolean },
): IssueTrackerError {
  if (!(error instanceof LinearError) || error.status === undefined) {
    const cause: unknown = error instanceof LinearError ? error.raw : error;
    return isRedirect(cause) ? redirected(asked) : toSilence(asked, isTimeout);
  }
  const complaint = error.errors?.map(({ message }) => message).join('; ') || error.raw?.response?.error || '';
  return toRefusal(asked, { ...facts, status: statusOf(error, complaint), headers: headersOf(error), complaint });
}

/** Linear answers most errors with 200 or 400 and tells the cause by a type; these say what a status would. */
const STATUSES: Readonly<Partial<Record<LinearErrorType, number>>> = {
  [LinearErrorType.Ratelimited]: 429,
  [LinearErrorType.AuthenticationError]: 401,
  [LinearErrorType.Forbidden]: 403,
  [LinearErrorType.FeatureNotAccessible]: 403,
  [LinearErrorType.UsageLimitExceeded]: 403,
  [LinearErrorType.InvalidInput]: 422,
  [LinearErrorType.UserError]: 422,
  [LinearErrorType.InternalError]: 500,
  [LinearErrorType.NetworkError]: 500,
  [LinearErrorType.LockTimeout]: 503,
};

function statusOf({ type, errors, status = 0 }: LinearError, complaint: string): number {
  // Without a type, the client guesses one from the status.
  const isTyped = (errors?.length ?? 0) > 0;
  const meant = (isTyped && type !== undefined ? STATUSES[type] : undefined) ?? status;
  return meant === 422 && /not found/iu.test(complaint) ? 404 : meant;
}

/** Linear tells by other names than most services when its limits are reset, in milliseconds since 1970. */
function headersOf(error: LinearError): Headers {
  const headers = new Headers(error.raw?.response?.headers);
  if (!(error instanceof RatelimitedLinearError)) return headers;
  const limits = [
    { remaining: error.requestsRemaining, resetAt: error.requestsResetAt },
    { remaining: error.complexityRemaining, resetAt: error.complexityResetAt },
  ].filter(({ resetAt }) => resetAt !== undefined);
  headers.set('x-ratelimit-remaining', limits.map(({ remaining }) => remaining ?? 0).join(', '));
  headers.set('x-ratelimit-reset', limits.map(({ resetAt }) => resetAt ?? 0).join(', '));
  return headers;
}
