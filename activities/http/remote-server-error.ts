import type { RetryAdvice } from './retry-advice.ts';

/** What every failed request to a remote server tells. */
export interface RemoteServerFacts {
  /** HTTP status; undefined when no usable answer came back. */
  readonly status: number | undefined;
  readonly advice: RetryAdvice;
}

/**
 * A remote server (model endpoint, search provider, web site) did not answer a request usably. Knows nothing about Temporal.
 */
export abstract class RemoteServerError extends Error {
  abstract readonly facts: RemoteServerFacts;
}
