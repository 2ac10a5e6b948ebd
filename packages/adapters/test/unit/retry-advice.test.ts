import { parseRetryAdvice } from '@plumbline/adapters/remote-server-error';
import { describe, expect, it } from 'vitest';

const now = new Date('2026-03-01T12:00:00Z');

describe('parseRetryAdvice', () => {
  it.each([
    { headers: { 'retry-after': '7' }, retryAfterMs: 7_000 },
    { headers: { 'retry-after': '1.5' }, retryAfterMs: 1_500 },
    { headers: { 'retry-after-ms': '900', 'retry-after': '7' }, retryAfterMs: 900 },
    { headers: { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, retryAfterMs: 30_000 },
    { headers: { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, retryAfterMs: 0 },
    { headers: { 'retry-after': '0' }, retryAfterMs: 0 },
    { headers: { 'retry-after': '86400' }, retryAfterMs: 86_400_000 },
    { headers: { 'retry-after': 'soon' }, retryAfterMs: undefined },
    { headers: { 'retry-after-ms': '-5' }, retryAfterMs: undefined },
    { headers: {}, retryAfterMs: undefined },
    { headers: { 'x-ratelimit-reset-requests': '6m0s' }, retryAfterMs: 360_000 },
    { headers: { 'x-ratelimit-reset-tokens': '1h2m3.5s' }, retryAfterMs: 3_723_500 },
    { headers: { 'x-ratelimit-reset-tokens': '20ms' }, retryAfterMs: 20 },
    { headers: { 'x-ratelimit-reset-tokens': 'soon' }, retryAfterMs: undefined },
    { headers: { 'x-ratelimit-reset': '30' }, retryAfterMs: 30_000 },
    { headers: { 'x-ratelimit-reset': '1772366460' }, retryAfterMs: 60_000 },
    { headers: { 'x-ratelimit-reset': '1772366460000' }, retryAfterMs: 60_000 },
    { headers: { 'x-ratelimit-reset-requests': '6m0s', 'retry-after': '7' }, retryAfterMs: 7_000 },
  ])('reads a wait of $retryAfterMs ms from $headers', ({ headers, retryAfterMs }) => {
    expect(parseRetryAdvice({ status: 429, headers: new Headers(headers) }, now).retryAfterMs).toBe(retryAfterMs);
  });

  it.each([
    ['Rate limit reached. Please try again in 2.5s. Upgrade for more.', 2_500],
    ['Limit 6000, used 5800. Please retry after 1m30s', 90_000],
    ['Slow down.', undefined],
  ])('reads a wait from the words “%s”', (complaint, retryAfterMs) => {
    const answer = { status: 429, headers: new Headers(), complaint };
    expect(parseRetryAdvice(answer, now).retryAfterMs).toBe(retryAfterMs);
    const withHeader = { ...answer, headers: new Headers({ 'retry-after': '7' }) };
    expect(parseRetryAdvice(withHeader, now).retryAfterMs).toBe(7_000);
  });

  it('waits for the limit that is used up, and for the last of several', () => {
    const headers = {
      'x-ratelimit-remaining-requests': '12',
      'x-ratelimit-reset-requests': '8h0m0s',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '6s',
      'x-ratelimit-remaining': '0, 0, 900',
      'x-ratelimit-reset': '1, 40, 5000',
    };

    expect(parseRetryAdvice({ status: 429, headers: new Headers(headers) }, now).retryAfterMs).toBe(40_000);
  });

  it('waits for the nearest reset when no limit is marked as used up', () => {
    const headers = { 'x-ratelimit-reset-requests': '8h0m0s', 'x-ratelimit-reset-tokens': '6s' };

    expect(parseRetryAdvice({ status: 429, headers: new Headers(headers) }, now).retryAfterMs).toBe(6_000);
  });

  it('ignores limits that were not the reason', () => {
    const headers = new Headers({ 'x-ratelimit-reset-tokens': '6m0s' });

    expect(parseRetryAdvice({ status: 500, headers }, now).retryAfterMs).toBeUndefined();
  });

  it.each([
    { value: 'true', shouldRetry: true },
    { value: 'false', shouldRetry: false },
    { value: 'perhaps', shouldRetry: undefined },
  ])('reads x-should-retry: $value', ({ value, shouldRetry }) => {
    expect(parseRetryAdvice({ status: 503, headers: new Headers({ 'x-should-retry': value }) }, now).shouldRetry).toBe(
      shouldRetry,
    );
  });
});
