/** Shortest and longest wait that a server may ask for, in milliseconds; anything outside is moved to the border. */
const MIN_RETRY_AFTER_MS = 250;
const MAX_RETRY_AFTER_MS = 120_000;

/** What a server says about another attempt; undefined where it says nothing. */
export interface RetryAdvice {
  readonly shouldRetry: boolean | undefined;
  /** 250 ms to 2 minutes. */
  readonly retryAfterMs: number | undefined;
}

/** Reads `x-should-retry`, `retry-after-ms` and `retry-after` (seconds or an HTTP date, RFC 9110 section 10.2.3). */
export function parseRetryAdvice(headers: Headers, now: Date): RetryAdvice {
  const shouldRetry = headers.get('x-should-retry');
  const waitMs = parseWaitMs(headers, now);
  return {
    shouldRetry: shouldRetry === 'true' ? true : shouldRetry === 'false' ? false : undefined,
    retryAfterMs:
      waitMs === undefined ? undefined : Math.min(Math.max(Math.round(waitMs), MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS),
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

function parseAmount(header: string | null): number | undefined {
  return header !== null && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}
