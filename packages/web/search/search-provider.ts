import { NO_ADVICE, RemoteServerError, type RemoteServerFacts } from '@plumbline/adapters/remote-server-error';
import type { WebProvider } from '@plumbline/contracts/common/web-search';

/** Environment variable with the operator's mail or web address. */
export const CONTACT_VARIABLE = 'PLUMBLINE_CONTACT';

/** A search provider did not answer a search, or is not set up. */
export class ProviderError extends RemoteServerError {
  override readonly name = 'ProviderError';
  readonly facts: ProviderFacts;

  /** @param facts without a status there was no answer */
  constructor(facts: Pick<ProviderFacts, 'provider' | 'outcome' | 'remedy'> & Partial<ProviderFacts>) {
    super(`The search provider ${facts.provider} ${facts.outcome}. ${facts.remedy}`);
    this.facts = { status: undefined, advice: NO_ADVICE, isTimeout: false, isPermanent: false, ...facts };
  }

  get provider(): WebProvider {
    return this.facts.provider;
  }
}

/** A provider answered that it found nothing, because what it asks itself did not answer. Another query may fare better. */
export class NothingSearchedError extends Error {
  override readonly name = 'NothingSearchedError';
}

export interface WebQuery {
  readonly query: string;
  /** ISO 639-1, or `und`. */
  readonly language: string;
  /** Results wanted; a provider may give fewer. */
  readonly topK: number;
  /** Domains to which the provider should restrict its results, if it can; empty: all. Callers filter again. */
  readonly domainAllow: readonly string[];
  readonly domainBlock: readonly string[];
  /** ISO date, or null. */
  readonly since: string | null;
  readonly signal: AbortSignal;
  /** Told of each service that the provider itself asks and got no answer from: `google (CAPTCHA)`. */
  readonly onUnanswered?: (service: string) => void;
}

export interface WebResult {
  /** As sent by the provider. */
  readonly url: string;
  readonly title: string;
  /** Plain text: a snippet, or an abstract. */
  readonly snippet: string;
  /** ISO date or time; null when the provider states none. */
  readonly publishedAt: string | null;
}

export interface SearchProvider {
  readonly name: WebProvider;
  /** Best first; empty without results. @throws {ProviderError} */
  search(query: WebQuery): Promise<readonly WebResult[]>;
}

/** All providers of this project, ready or not. */
export interface SearchProviders {
  /** @throws {ProviderError} that names the missing variable, when the provider is not set up */
  open(name: WebProvider): SearchProvider;
}

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

/** Properties of a search provider, apart from its wire format. */
export interface ProviderTraits<Name extends WebProvider = WebProvider> {
  readonly name: Name;
  readonly kind: 'general' | 'scholarly' | 'encyclopedia';
  /** Public address of the service; null: self-hosted. `{language}` is replaced by the language of the query. */
  readonly baseUrl: string | null;
  /** Environment variable for another address: a gateway, or your own instance. */
  readonly baseUrlVariable: string;
  /** Environment variable of the key; null: the provider takes none. */
  readonly keyVariable: string | null;
  /** Of `baseUrlVariable`, `keyVariable` and {@link CONTACT_VARIABLE} those that a search requires. */
  readonly requiredVariables: readonly string[];
  /** Rate limit of the provider's task queue, for all workers together. */
  readonly requestsPerSecond: number;
  /** Concurrent requests of one worker process. */
  readonly maxConcurrent: number;
}
