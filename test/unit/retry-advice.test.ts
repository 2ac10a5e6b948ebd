import { describe, expect, it } from 'vitest';
import { parseRetryAdvice } from '../../activities/retry-advice.ts';

const now = new Date('2026-03-01T12:00:00Z');

describe('parseRetryAdvice', () => {
  it.each([
    { headers: { 'retry-after': '7' }, retryAfterMs: 7_000 },
    { headers: { 'retry-after': '1.5' }, retryAfterMs: 1_500 },
    { headers: { 'retry-after-ms': '900', 'retry-after': '7' }, retryAfterMs: 900 },
    { headers: { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, retryAfterMs: 30_000 },
    { headers: { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, retryAfterMs: 250 },
    { headers: { 'retry-after': '0' }, retryAfterMs: 250 },
    { headers: { 'retry-after': '86400' }, retryAfterMs: 120_000 },
    { headers: { 'retry-after': 'soon' }, retryAfterMs: undefined },
    { headers: { 'retry-after-ms': '-5' }, retryAfterMs: undefined },
    { headers: {}, retryAfterMs: undefined },
  ])('reads a wait of $retryAfterMs ms from $headers', ({ headers, retryAfterMs }) => {
    expect(parseRetryAdvice(new Headers(headers), now).retryAfterMs).toBe(retryAfterMs);
  });

  it.each([
    { value: 'true', shouldRetry: true },
    { value: 'false', shouldRetry: false },
    { value: 'perhaps', shouldRetry: undefined },
  ])('reads x-should-retry: $value', ({ value, shouldRetry }) => {
    expect(parseRetryAdvice(new Headers({ 'x-should-retry': value }), now).shouldRetry).toBe(shouldRetry);
  });
});
