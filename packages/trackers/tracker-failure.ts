import { NO_ADVICE, parseRetryAdvice } from '@plumbline/adapters/remote-server-error';
import { removeSecrets } from '@plumbline/adapters/secret-removal';
import { IssueTrackerError, type IssueTrackerFacts } from './issue-tracker.ts';

/** The service, and what is needed to ask it. */
export interface AskedTracker {
  readonly service: IssueTrackerFacts['service'];
  /** Environment variable with the key. */
  readonly keyVariable: string;
  readonly apiKey: string;
  readonly apiUrl: string;
  /** What `briefing.yml` names: `issues.repository (ada/notes)`. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface RequestFacts {
  /** Texts of the request, which a complaint may repeat. */
  readonly sent: readonly string[];
  /** It is about an issue that was there before. */
  readonly isOfOneIssue: boolean;
}

/** An unsuccessful response, in terms of HTTP for every service. */
export interface TrackerRefusal extends RequestFacts {
  readonly status: number;
  readonly headers: Headers;
  readonly complaint: string;
}

const MAX_COMPLAINT_LENGTH = 200;
/** Of a request about one issue: it is gone. */
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);
const CONTENT_REFUSED = 422;

/** @throws {IssueTrackerError} before anything is sent */
export function requireKey(
  asked: Pick<AskedTracker, 'service' | 'keyVariable'>,
  key: string | undefined,
): asserts key is string {
  if (key !== undefined) return;
  throw permanent(asked, 'has no key', `Set ${asked.keyVariable} and restart the worker.`);
}

/** A key is sent encrypted, or within this machine. @throws {IssueTrackerError} */
export function requireSafeAddress(asked: Pick<AskedTracker, 'service' | 'apiUrl'>): void {
  const { protocol, hostname } = new URL(asked.apiUrl);
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return;
  throw permanent(asked, `cannot be asked at ${hostname} without encryption`, 'Use https in issues.apiUrl.');
}

/** The error for an answer without success. */
export function toRefusal(asked: AskedTracker, refusal: TrackerRefusal): IssueTrackerError {
  const { status, headers } = refusal;
  const said = removeSecrets(refusal.complaint, asked.apiKey, refusal.sent)
    .replaceAll(/<[^<>]*>|\s+/gu, ' ')
    .trim();
  const complaint = said.slice(0, MAX_COMPLAINT_LENGTH).replace(/\.$/u, '');
  return new IssueTrackerError({
    service: asked.service,
    outcome: `answered ${status}${complaint === '' ? '' : `: ${complaint}`}`,
    remedy: remedyFor(asked, status),
    status,
    advice: parseRetryAdvice({ status, headers }, new Date()),
    isPermanent: false,
    isOfOneIssue: status === CONTENT_REFUSED || (refusal.isOfOneIssue && GONE_STATUSES.has(status)),
  });
}

/** The error for a request without a usable answer. */
export function toSilence({ service, apiUrl, timeoutMs }: AskedTracker, isTimeout: boolean): IssueTrackerError {
  const outcome = isTimeout
    ? `did not answer within ${timeoutMs / 1_000} s`
    : `could not be reached at ${new URL(apiUrl).host} or closed the connection`;
  const remedy = 'Check the network and issues.apiUrl in briefing.yml if it is set.';
  return new IssueTrackerError({
    service,
    outcome,
    remedy,
    status: undefined,
    advice: NO_ADVICE,
    isPermanent: false,
    isOfOneIssue: false,
  });
}

/** The error for what no retry can change. */
export function permanent(
  { service }: Pick<AskedTracker, 'service'>,
  outcome: string,
  remedy: string,
): IssueTrackerError {
  return new IssueTrackerError({
    service,
    outcome,
    remedy,
    status: undefined,
    advice: NO_ADVICE,
    isPermanent: true,
    isOfOneIssue: false,
  });
}

/** The error for a request that would have been redirected. */
export function redirected(asked: AskedTracker): IssueTrackerError {
  return permanent(asked, 'redirects to another address', `Check ${asked.target} in briefing.yml: it may have moved.`);
}

/** Whether fetch refused to follow one, which it tells only in words. */
export function isRedirect(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes('unexpected redirect')) return true;
  }
  return false;
}

function remedyFor({ keyVariable, target }: AskedTracker, status: number): string {
  if (status === 401) return `Set ${keyVariable} to a key that is valid, and restart the worker.`;
  if (status === 403) return `Give the key in ${keyVariable} the right to read and write the issues of ${target}.`;
  if (status === 404) return `Check ${target} in briefing.yml, and that the key in ${keyVariable} may read it.`;
  if (status === 410) return `The issue was deleted, or issues are switched off; check ${target}.`;
  if (status === 422) return 'Its rules for issues refuse this one; check the labels and required fields there.';
  if (status === 429) return 'Its rate limit is reached.';
  if (status >= 500) return 'The service has a problem; see its status page.';
  return `Check issues.apiUrl in briefing.yml if it is set, and ${target}.`;
}
