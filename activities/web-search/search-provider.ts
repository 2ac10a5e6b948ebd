import type { WebProvider } from '../../workflows/contracts/web-search.ts';

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
