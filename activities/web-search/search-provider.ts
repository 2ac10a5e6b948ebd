import type { WebProvider } from '../../workflows/contracts/web-search.ts';

export interface WebQuery {
  readonly query: string;
  /** ISO 639-1, or `und`. */
  readonly language: string;
  /** Results wanted; a provider may give fewer. */
  readonly topK: number;
  /** Domains that the provider may restrict itself to, where it can; empty: all. Callers filter again. */
  readonly domainAllow: readonly string[];
  readonly domainBlock: readonly string[];
  /** ISO date, or null. */
  readonly since: string | null;
  readonly signal: AbortSignal;
}

export interface WebResult {
  /** As the provider gave it. */
  readonly url: string;
  readonly title: string;
  /** Plain text: a snippet, or an abstract. */
  readonly snippet: string;
  /** ISO date or time; null when the provider does not say. */
  readonly publishedAt: string | null;
}

/** A way to search the web. */
export interface SearchProvider {
  readonly name: WebProvider;
  /** Best first; empty when there is nothing. @throws {ProviderError} */
  search(query: WebQuery): Promise<readonly WebResult[]>;
}

/** All providers of this project, ready or not. */
export interface SearchProviders {
  /** @throws {ProviderError} that names the missing variable, when the provider is not set up */
  open(name: WebProvider): SearchProvider;
}
