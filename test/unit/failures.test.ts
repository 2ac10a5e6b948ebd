import { CorpusUnavailableError } from '@plumbline/documents/errors';
import { BudgetReachedError } from '@plumbline/model/calls';
import { ModelEndpointError, type ModelEndpointFacts } from '@plumbline/model/failures';
import { S3Error } from '@plumbline/storage/s3';
import { PageUnavailableError } from '@plumbline/web/page-refusal';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { MISSING_ATTEMPTS, toFailure, withFailures } from '../../activities/entries/failures.ts';
import { ProviderError, type ProviderFacts } from '../../packages/web/search/search-provider.ts';
import { runAsActivity } from '../support/builders/activity-context.ts';

const facts: ModelEndpointFacts = {
  host: 'models.example',
  model: 'test-model',
  modelVariable: 'PLUMBLINE_MODEL',
  outcome: 'answered 500: overloaded',
  status: 500,
  silence: null,
  codes: [],
  complaint: 'overloaded',
  requestId: 'request-1',
  advice: { shouldRetry: undefined, retryAfterMs: undefined },
};

const failureOf = (changes: Partial<ModelEndpointFacts>) => toFailure(new ModelEndpointError({ ...facts, ...changes }));

function named(name: string): Error {
  return Object.assign(new Error(`thrown as ${name}`), { name });
}

describe('toFailure', () => {
  it.each([
    { status: 200, type: 'ModelMisconfigured' },
    { status: 400, type: 'ModelRejected' },
    { status: 401, type: 'ModelMisconfigured' },
    { status: 403, type: 'ModelMisconfigured' },
    { status: 404, type: 'ModelMisconfigured' },
    { status: 422, type: 'ModelRejected' },
    { status: 408, type: 'ModelUnavailable' },
    { status: 409, type: 'ModelUnavailable' },
    { status: 425, type: 'ModelUnavailable' },
    { status: 429, type: 'ModelUnavailable' },
    { status: 500, type: 'ModelUnavailable' },
    { status: 503, type: 'ModelUnavailable' },
    { status: undefined, type: 'ModelUnavailable' },
  ])('makes $type of status $status', ({ status, type }) => {
    expect(failureOf({ status })).toMatchObject({ type, nonRetryable: type !== 'ModelUnavailable' });
  });

  it.each([
    { status: 429, codes: ['insufficient_quota'] },
    { status: 429, codes: ['billing_hard_limit_reached'] },
    { status: 403, codes: ['insufficient_quota'] },
    { status: 402, codes: [] },
  ])('takes $status $codes for a used-up quota, which is waited for and not retried at once', (changes) => {
    expect(failureOf(changes)).toMatchObject({
      type: 'ModelUnavailable',
      nonRetryable: true,
      details: [{ isQuota: true }],
    });
  });

  it.each([
    {
      status: 401,
      codes: ['invalid_api_key'],
      remedy: 'Set OPENAI_API_KEY to a key that models.example accepts, and restart the worker.',
    },
    {
      status: 403,
      codes: [],
      remedy:
        'Set OPENAI_API_KEY to a key that may use test-model, or PLUMBLINE_MODEL to a model that this key may use, and restart the worker.',
    },
    {
      status: 404,
      codes: ['model_not_found'],
      remedy: 'Set PLUMBLINE_MODEL to a model that models.example offers, and restart the worker.',
    },
    {
      status: 400,
      codes: ['model_not_found'],
      remedy: 'Set PLUMBLINE_MODEL to a model that models.example offers, and restart the worker.',
    },
    {
      status: 404,
      codes: [],
      remedy:
        'Set PLUMBLINE_MODEL to a model that models.example offers, or OPENAI_BASE_URL to the server that has test-model, and restart the worker.',
    },
  ])('says of $status $codes which variable to set', ({ status, codes, remedy }) => {
    expect(failureOf({ status, codes })).toMatchObject({
      type: 'ModelMisconfigured',
      nonRetryable: true,
      message: expect.stringMatching(/ answered 500: overloaded\. Set /),
      details: [{ reason: 'answered 500: overloaded', remedy }],
    });
  });

  it.each([
    { status: 500, shouldRetry: false, type: 'ModelRejected' },
    { status: 400, shouldRetry: true, type: 'ModelUnavailable' },
  ])('follows the server: $status with x-should-retry $shouldRetry is $type', ({ status, shouldRetry, type }) => {
    expect(failureOf({ status, advice: { shouldRetry, retryAfterMs: undefined } })).toMatchObject({ type });
  });

  it.each([
    { status: 400, complaint: 'The model `m` does not exist', type: 'ModelMisconfigured' },
    { status: 400, complaint: 'model "m" not found, try pulling it first', type: 'ModelMisconfigured' },
    { status: 400, complaint: 'Invalid model name passed in model=m', type: 'ModelMisconfigured' },
    { status: 400, complaint: 'the tool was not found', type: 'ModelRejected' },
    { status: 500, complaint: 'no such model', type: 'ModelUnavailable' },
  ])('reads of $status "$complaint" whether the model is there: $type', (changes) => {
    expect(failureOf(changes)).toMatchObject({ type: changes.type });
  });

  it('tells an answer that cannot be read from a server that is down', () => {
    const failed = (silence: 'unreadable' | 'no-connection') =>
      failureOf({ status: undefined, complaint: '', silence });

    expect(failed('unreadable')).toMatchObject({ details: [{ isUnreadable: true, isAbsent: false }] });
    expect(failed('no-connection')).toMatchObject({ details: [{ isUnreadable: false, isAbsent: true }] });
  });

  it('waits as long as the server asks', () => {
    const advice = { shouldRetry: undefined, retryAfterMs: 7_000 };

    expect(failureOf({ status: 429, advice })).toMatchObject({
      nextRetryDelay: 7_000,
      details: [{ status: 429, retryAfterMs: 7_000, isQuota: false }],
    });
  });

  it.each([
    { retryAfterMs: 0, nextRetryDelay: 250 },
    { retryAfterMs: 86_400_000, nextRetryDelay: 120_000 },
  ])(
    'passes $retryAfterMs ms to the run in full, and to Temporal within bounds',
    ({ retryAfterMs, nextRetryDelay }) => {
      expect(failureOf({ status: 429, advice: { shouldRetry: undefined, retryAfterMs } })).toMatchObject({
        nextRetryDelay,
        details: [{ retryAfterMs }],
      });
    },
  );

  it('keeps status, codes and request id as details', () => {
    expect(failureOf({ codes: ['server_error'] })).toMatchObject({
      details: [{ status: 500, retryAfterMs: null, codes: ['server_error'], requestId: 'request-1' }],
    });
  });

  it('says which limit a call would have exceeded, and never retries', () => {
    expect(toFailure(new BudgetReachedError('modelTokens', 2_000))).toMatchObject({
      type: 'BudgetReached',
      nonRetryable: true,
      details: [{ limit: 'modelTokens' }],
    });
    const quota = { reason: 'the quota is used up', renewsAt: '2026-02-01T00:00:00.000Z' };
    expect(toFailure(new BudgetReachedError('money', quota))).toMatchObject({
      message: 'the quota is used up',
      details: [{ limit: 'money', renewsAt: quota.renewsAt }],
    });
  });

  it.each([
    { name: 'CorpusUnavailableError', type: 'CorpusUnavailable' },
    { name: 'BlobDamagedError', type: 'EvidenceMissing' },
    { name: 'BriefingFileError', type: 'BriefingUnreadable' },
  ])('makes a final $type of $name', ({ name, type }) => {
    expect(toFailure(named(name))).toMatchObject({ type, nonRetryable: true, message: `thrown as ${name}` });
  });

  it('names a folder without its path, which clients of a server read', () => {
    const error = new CorpusUnavailableError('/srv/secret/docs', 'has no such file: only *.zzz.');

    expect(toFailure(error)).toMatchObject({
      type: 'CorpusUnavailable',
      message: 'The corpus folder docs has no such file: only *.zzz.',
      cause: { message: expect.stringContaining('/srv/secret/docs') },
    });
  });

  it.each([
    { name: 'IndexMissingError', type: 'CorpusUnavailable' },
    { name: 'BlobNotFoundError', type: 'EvidenceMissing' },
    { name: 'PassageNotFoundError', type: 'EvidenceMissing' },
  ])('looks again for what $name misses, and gives up in the end', ({ name, type }) => {
    const failures = [1, 2, MISSING_ATTEMPTS - 1, MISSING_ATTEMPTS].map((attempt) => toFailure(named(name), attempt));

    for (const failure of failures.slice(0, 3)) expect(failure).toMatchObject({ type, nonRetryable: false });
    expect(failures[3]).toMatchObject({ type, nonRetryable: true, message: expect.stringContaining('ten minutes') });
  });

  it.each([
    { status: 503, isTransient: true },
    { status: 403, isTransient: false },
  ])('waits longer from attempt to attempt for a bucket that answers $status', (facts) => {
    const failures = [1, 2, 9].map((attempt) => toFailure(new S3Error('s3://texts is away', facts), attempt));

    const shared = { type: 'StoreUnavailable', message: 's3://texts is away', nonRetryable: false };
    expect(failures).toMatchObject([
      { ...shared, nextRetryDelay: 5_000 },
      { ...shared, nextRetryDelay: 10_000 },
      { ...shared, nextRetryDelay: 60_000 },
    ]);
  });

  it.each([named('TypeError'), ApplicationFailure.retryable('again', 'Other'), 'not even an error'])(
    'passes %s on unchanged',
    (error) => {
      expect(toFailure(error)).toBe(error);
    },
  );
});

const silentAdvice = { shouldRetry: undefined, retryAfterMs: undefined };

describe('toFailure of a search provider', () => {
  const failureOfProvider = (changes: Partial<ProviderFacts>) =>
    toFailure(
      new ProviderError({
        provider: 'brave',
        outcome: 'answered 500',
        remedy: 'Look at its status page.',
        status: 500,
        advice: silentAdvice,
        isTimeout: false,
        isPermanent: false,
        ...changes,
      }),
    );

  it.each([
    { facts: { status: 400 }, type: 'ProviderRejected' },
    { facts: { status: 401 }, type: 'ProviderRejected' },
    { facts: { status: 429 }, type: 'ProviderUnavailable' },
    { facts: { status: 429, isPermanent: true }, type: 'ProviderRejected' },
    { facts: { status: 503 }, type: 'ProviderUnavailable' },
    { facts: { status: undefined }, type: 'ProviderUnavailable' },
    { facts: { status: undefined, isPermanent: true }, type: 'ProviderRejected' },
    { facts: { status: 403, advice: { ...silentAdvice, shouldRetry: true } }, type: 'ProviderUnavailable' },
  ])('makes $type of $facts', ({ facts: changes, type }) => {
    expect(failureOfProvider(changes)).toMatchObject({
      type,
      nonRetryable: type === 'ProviderRejected',
      message: 'The search provider brave answered 500. Look at its status page.',
      details: [{ provider: 'brave', status: changes.status ?? null, retryAfterMs: null, reason: 'answered 500' }],
    });
  });

  it('waits as long as the provider asks before a retry', () => {
    const advice = { shouldRetry: undefined, retryAfterMs: 7_000 };

    expect(failureOfProvider({ status: 429, advice })).toMatchObject({ nextRetryDelay: 7_000 });
    expect(failureOfProvider({ status: 401, advice })).not.toHaveProperty('nextRetryDelay', 7_000);
  });
});

describe('toFailure of a page', () => {
  it.each([
    { status: 503, advice: { shouldRetry: undefined, retryAfterMs: 5_000 }, delay: { nextRetryDelay: 5_000 } },
    { status: undefined, advice: silentAdvice, delay: {} },
  ])('is retried, with the pause that the page asks for: $status', ({ status, advice, delay }) => {
    const error = new PageUnavailableError(new URL('https://a.example/page'), 'failed', { status, advice });

    expect(toFailure(error)).toMatchObject({
      type: 'PageUnavailable',
      nonRetryable: false,
      ...delay,
      details: [{ status: status ?? null }],
    });
  });
});

describe('withFailures', () => {
  it('passes input and result through', async () => {
    const double = withFailures(async (value: number) => value * 2);

    await expect(runAsActivity(() => double(21), {})).resolves.toBe(42);
  });

  it.each([1, MISSING_ATTEMPTS])('throws the failure for what the activity threw in attempt %i', async (attempt) => {
    const activity = withFailures(async () => Promise.reject(named('BlobNotFoundError')));

    const run = runAsActivity(() => activity({}), { attempt });

    await expect(run).rejects.toMatchObject({ type: 'EvidenceMissing', nonRetryable: attempt === MISSING_ATTEMPTS });
  });

  it('throws the reason of the cancellation, whatever else failed', async () => {
    const reason = new CancelledFailure('CANCELLED');
    const activity = withFailures(async () => Promise.reject(new Error('request aborted')));

    const run = runAsActivity(() => activity({}), { signal: AbortSignal.abort(reason) });

    await expect(run).rejects.toBe(reason);
  });
});
