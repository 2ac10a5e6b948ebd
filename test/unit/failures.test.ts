import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { toFailure, withFailures } from '../../activities/failures.ts';
import { ModelEndpointError, type ModelEndpointFacts } from '../../activities/reasoning/model-endpoint-error.ts';
import { runAsActivity } from '../support/activity-context.ts';

const facts: ModelEndpointFacts = {
  host: 'models.example',
  model: 'test-model',
  outcome: 'answered 500: overloaded',
  status: 500,
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
    { status: 200, type: 'ModelRejected' },
    { status: 400, type: 'ModelRejected' },
    { status: 401, type: 'ModelRejected' },
    { status: 402, type: 'ModelRejected' },
    { status: 403, type: 'ModelRejected' },
    { status: 404, type: 'ModelRejected' },
    { status: 422, type: 'ModelRejected' },
    { status: 408, type: 'ModelUnavailable' },
    { status: 409, type: 'ModelUnavailable' },
    { status: 425, type: 'ModelUnavailable' },
    { status: 429, type: 'ModelUnavailable' },
    { status: 500, type: 'ModelUnavailable' },
    { status: 503, type: 'ModelUnavailable' },
    { status: undefined, type: 'ModelUnavailable' },
  ])('makes $type of status $status', ({ status, type }) => {
    expect(failureOf({ status })).toMatchObject({ type, nonRetryable: type === 'ModelRejected' });
  });

  it.each(['insufficient_quota', 'billing_hard_limit_reached'])('does not retry a 429 with code %s', (code) => {
    expect(failureOf({ status: 429, codes: [code] })).toMatchObject({ type: 'ModelRejected', nonRetryable: true });
  });

  it.each([
    { status: 500, shouldRetry: false, type: 'ModelRejected' },
    { status: 400, shouldRetry: true, type: 'ModelUnavailable' },
  ])('lets the server decide: $status with x-should-retry $shouldRetry is $type', ({ status, shouldRetry, type }) => {
    expect(failureOf({ status, advice: { shouldRetry, retryAfterMs: undefined } })).toMatchObject({ type });
  });

  it('waits as long as the server asks', () => {
    const advice = { shouldRetry: undefined, retryAfterMs: 7_000 };

    expect(failureOf({ status: 429, advice })).toMatchObject({ nextRetryDelay: 7_000 });
  });

  it('keeps status, codes and request id as details', () => {
    expect(failureOf({ codes: ['server_error'] })).toMatchObject({
      details: [{ status: 500, codes: ['server_error'], requestId: 'request-1' }],
    });
  });

  it.each([
    { name: 'CorpusUnavailableError', type: 'CorpusUnavailable' },
    { name: 'BlobNotFoundError', type: 'EvidenceMissing' },
    { name: 'BlobDamagedError', type: 'EvidenceMissing' },
    { name: 'PassageNotFoundError', type: 'EvidenceMissing' },
  ])('makes a final $type of $name', ({ name, type }) => {
    expect(toFailure(named(name))).toMatchObject({ type, nonRetryable: true, message: `thrown as ${name}` });
  });

  it.each([named('TypeError'), ApplicationFailure.retryable('again', 'Other'), 'not even an error'])(
    'hands %s on unchanged',
    (error) => {
      expect(toFailure(error)).toBe(error);
    },
  );
});

describe('withFailures', () => {
  it('hands the input in and the result out', async () => {
    const double = withFailures(async (value: number) => value * 2);

    await expect(runAsActivity(() => double(21), {})).resolves.toBe(42);
  });

  it('throws the failure of what the activity threw', async () => {
    const activity = withFailures(async () => Promise.reject(named('BlobNotFoundError')));

    await expect(runAsActivity(() => activity({}), {})).rejects.toMatchObject({ type: 'EvidenceMissing' });
  });

  it('throws the reason of the cancellation whatever broke', async () => {
    const reason = new CancelledFailure('CANCELLED');
    const activity = withFailures(async () => Promise.reject(new Error('request aborted')));

    const run = runAsActivity(() => activity({}), { signal: AbortSignal.abort(reason) });

    await expect(run).rejects.toBe(reason);
  });
});
