import { RequestError } from '@octokit/request-error';
import type { IssueTrackerError } from './issue-tracker-error.ts';
import {
  type AskedTracker,
  isRedirect,
  type RequestFacts,
  redirected,
  toRefusal,
  toSilence,
} from './tracker-failure.ts';

/** What GitHub asks to wait after a secondary limit that names no time. */
const SECONDARY_LIMIT_S = '60';

/** The error for a request that Octokit gave up. */
export function toGitHubError(
  asked: AskedTracker,
  error: unknown,
  { isTimeout, ...facts }: RequestFacts & { readonly isTimeout: boolean },
): IssueTrackerError {
  const answer = error instanceof RequestError ? error.response : undefined;
  if (answer === undefined) {
    return isRedirect(error) ? redirected(asked) : toSilence(asked, isTimeout);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const complaint = error instanceof Error ? error.message : '';
  const isLimit = isRateLimit(answer.status, headers, complaint);
  if (isLimit && !headers.has('retry-after') && headers.get('x-ratelimit-remaining') !== '0') {
    headers.set('retry-after', SECONDARY_LIMIT_S);
  }
  return toRefusal(asked, { status: isLimit ? 429 : answer.status, headers, complaint, ...facts });
}

/** Both limits may be answered by 403, like a missing right. */
function isRateLimit(status: number, headers: Headers, complaint: string): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0' || /rate limit/iu.test(complaint);
}
