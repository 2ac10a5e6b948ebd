/** No answer, or one without advice. */
export const NO_ADVICE: RetryAdvice = { shouldRetry: undefined, retryAfterMs: undefined };

/** Larger numbers are times since 1970, in seconds; the largest are in milliseconds. */
const EARLIEST_TIME_S = 1_000_000_000;
const EARLIEST_TIME_MS = EARLIEST_TIME_S * 1_000;

const TOO_MANY_REQUESTS = 429;
/** "Please try again in 2.5s." */
const WAIT_IN_WORDS = /\b(?:try again|retry|wait)\b[^.\d]{0,30}?\b((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)\b/i;

const UNITS_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Facts about a failed request to a remote server. */
export interface RemoteServerFacts {
  /** HTTP status; undefined when no usable answer came back. */
  readonly status: number | undefined;
  readonly advice: RetryAdvice;
}

/**
 * A remote server (model endpoint, search provider, web site) did not give a usable answer. Knows nothing about
 * Temporal.
 */
export abstract class RemoteServerError extends Error {
  abstract readonly facts: RemoteServerFacts;
}

interface RefusingAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** What it says in words. */
  readonly complaint?: string;
}

/** A server's advice about retrying; fields are undefined where it gives none. */
interface RetryAdvice {
  readonly shouldRetry: boolean | undefined;
  /** Whole milliseconds, 0 or more, uncapped: a server may ask for days. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Reads `x-should-retry`, `retry-after-ms` and `retry-after` (seconds or an HTTP date, RFC 9110 section 10.2.3), and
 * otherwise, in answers with status 429, the reset times of exhausted limits.
 */
export function parseRetryAdvice({ status, headers, complaint }: RefusingAnswer, now: Date): RetryAdvice {
  const shouldRetry = headers.get('x-should-retry');
  const isLimited = status === TOO_MANY_REQUESTS;
  const waitMs =
    parseWaitMs(headers, now) ??
    (isLimited
      ? (parseResetMs(headers, now) ?? parseReset(WAIT_IN_WORDS.exec(complaint ?? '')?.[1] ?? '', now))
      : undefined);
  return {
    shouldRetry: shouldRetry === 'true' ? true : shouldRetry === 'false' ? false : undefined,
    retryAfterMs: waitMs === undefined ? undefined : Math.max(Math.round(waitMs), 0),
  };
}

function parseWaitMs(headers: Headers, now: Date): number | undefined {
  const milliseconds = parseAmount(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;

  const retryAfter = headers.get('retry-after');
  const seconds = parseAmount(retryAfter);
  if (seconds !== undefined) return seconds * 1_000;

  const time = Date.parse(retryAfter ?? '');
  return Number.isNaN(time) ? undefined : time - now.getTime();
}

/**
 * The time until the last exhausted limit resets. If no limit is marked as exhausted, the time until the first reset,
 * because most servers list all their limits in every answer.
 */
function parseResetMs(headers: Headers, now: Date): number | undefined {
  const limits = ['', '-requests', '-tokens'].flatMap((suffix) => {
    // One number for each window, in the same order.
    const remaining = entriesOf(headers.get(`x-ratelimit-remaining${suffix}`));
    return entriesOf(headers.get(`x-ratelimit-reset${suffix}`)).flatMap((reset, index) => {
      const resetMs = parseReset(reset, now);
      return resetMs === undefined ? [] : [{ resetMs, isUsedUp: remaining[index] === '0' }];
    });
  });
  const usedUp = limits.filter(({ isUsedUp }) => isUsedUp).map(({ resetMs }) => resetMs);
  if (usedUp.length > 0) return Math.max(...usedUp);
  return limits.length === 0 ? undefined : Math.min(...limits.map(({ resetMs }) => resetMs));
}

/** Seconds, a time since 1970, or a duration like `6m0s`. */
function parseReset(reset: string, now: Date): number | undefined {
  const amount = parseAmount(reset);
  if (amount === undefined) return parseDuration(reset);
  if (amount >= EARLIEST_TIME_MS) return amount - now.getTime();
  return amount >= EARLIEST_TIME_S ? amount * 1_000 - now.getTime() : amount * 1_000;
}

function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)(ms|[dhms])/g)];
  return parts.reduce((total, [, amount, unit = '']) => total + Number(amount) * (UNITS_MS[unit] ?? 0), 0);
}

function entriesOf(header: string | null): string[] {
  return header?.split(',').map((entry) => entry.trim()) ?? [];
}

function parseAmount(header: string | null): number | undefined {
  return header !== null && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}
