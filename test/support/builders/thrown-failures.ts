import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';

class LampError extends Error {
  override readonly name = 'LampError';
}

const caused = (): Error => new LampError('no oil', { cause: new TypeError('no barrel', { cause: 'a leak' }) });

/** What bodies throw, by what is special about it. */
export const FAILURES: Readonly<Record<string, () => unknown>> = {
  'a plain error': () => new Error('the lamp went out'),
  'an error of a class': () => new LampError('no oil'),
  'a chain of causes': caused,
  'an error without a message': () => new RangeError(),
  'a failure that is retried later': () =>
    ApplicationFailure.create({ type: 'ModelUnavailable', message: 'busy', nextRetryDelay: 1_500, cause: caused() }),
  'a failure for good, with details': () =>
    ApplicationFailure.nonRetryable('refused', 'ModelRejected', { status: 400, codes: ['a', null] }, 'second'),
  'a failure caused by a failure': () =>
    ApplicationFailure.create({
      message: 'outer',
      cause: ApplicationFailure.nonRetryable('inner', 'Inner', { left: 1 }),
    }),
  'a failure that is no news': () =>
    ApplicationFailure.create({ message: 'as expected', category: ApplicationFailureCategory.BENIGN }),
  'a cancellation': () => new CancelledFailure('given up', [{ by: 'a user' }]),
  'a string': () => 'just words',
  nothing: () => undefined,
};
