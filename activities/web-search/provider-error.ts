import type { WebProvider } from '../../workflows/contracts/web-search.ts';
import { RemoteServerError, type RemoteServerFacts } from '../http/remote-server-error.ts';

/** Facts about a failed search. */
export interface ProviderFacts extends RemoteServerFacts {
  readonly provider: WebProvider;
  /** One clause that continues "The search provider …": `answered 401: unknown key`. Contains no secret. */
  readonly outcome: string;
  /** What the user can do about it: one sentence. */
  readonly remedy: string;
  /** The request timed out. */
  readonly isTimeout: boolean;
  /** A retry cannot succeed, even if the status suggests it. */
  readonly isPermanent: boolean;
}

/** A search provider did not answer a search, or is not set up. */
export class ProviderError extends RemoteServerError {
  override readonly name = 'ProviderError';
  readonly facts: ProviderFacts;

  constructor(facts: ProviderFacts) {
    super(`The search provider ${facts.provider} ${facts.outcome}. ${facts.remedy}`);
    this.facts = facts;
  }

  get provider(): WebProvider {
    return this.facts.provider;
  }
}

/** A provider answered that it found nothing, because what it asks itself did not answer. Another query may fare better. */
export class NothingSearchedError extends Error {
  override readonly name = 'NothingSearchedError';
}
