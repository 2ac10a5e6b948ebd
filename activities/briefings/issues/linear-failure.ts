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
    return isRedirect(error) ? redirected(asked) : toSilence(asked, isTimeout);
  }
  const complaint = error.errors?.map(({ message }) => message).join('; ') || error.raw?.response?.error || '';
  return toRefusal(asked, { ...facts, status: statusOf(error, complaint), headers: headersOf(error), complaint });
}

/** Linear answers most errors with 200 or 400 and tells the cause by a type. */
function statusOf({ type, status = 0 }: LinearError, complaint: string): number {
  switch (type) {
    case LinearErrorType.Ratelimited:
      return 429;
    case LinearErrorType.AuthenticationError:
      return status >= 400 && status !== 400 ? status : 401;
    case LinearErrorType.Forbidden:
    case LinearErrorType.FeatureNotAccessible:
    case LinearErrorType.UsageLimitExceeded:
      return 403;
    case LinearErrorType.InvalidInput:
    case LinearErrorType.UserError:
      return /not found/iu.test(complaint) ? 404 : 422;
    case LinearErrorType.InternalError:
    case LinearErrorType.LockTimeout:
    case LinearErrorType.NetworkError:
      return status >= 500 ? status : 500;
    default:
      return status;
  }
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
