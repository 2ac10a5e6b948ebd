import type { RetryAdvice } from '../http/retry-advice.ts';

export interface PageUnavailableFacts {
  /** Of the answer; absent when none came. */
  readonly status?: number;
  readonly advice: RetryAdvice;
}

/**
 * A page, or the robots.txt that decides about it, could not be had at this moment: another attempt may get it.
 * `facts.advice` says what the server wants. Nothing in it depends on Temporal.
 */
export class PageUnavailableError extends Error {
  override readonly name = 'PageUnavailableError';
  readonly facts: PageUnavailableFacts;

  /** @param outcome one clause that goes on from the address: `answered 503` */
  constructor(url: URL, outcome: string, facts: PageUnavailableFacts, cause?: unknown) {
    super(`${url.origin}${url.pathname} ${outcome}.`, { cause });
    this.facts = facts;
  }
}
