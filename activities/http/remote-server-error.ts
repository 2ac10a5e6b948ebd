import type { RetryAdvice } from './retry-advice.ts';

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
