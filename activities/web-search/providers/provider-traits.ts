import type { WebProvider } from '../../../workflows/contracts/web-search.ts';

export interface ProviderTraits {
  readonly kind: 'general' | 'scholarly' | 'encyclopedia';
  /** Where the service is; null: everybody runs their own. `{language}` stands for the language of the query. */
  readonly baseUrl: string | null;
  /** Environment variable that names another address: a gateway, or an instance of one's own. */
  readonly baseUrlVariable: string;
  /** Environment variable of the key; null: the provider knows none. */
  readonly keyVariable: string | null;
  /** Without this the provider is not asked; see `WEB_PROVIDER_VARIABLES`. */
  readonly requires: 'baseUrl' | 'apiKey' | 'contact' | null;
  /** For all workers together: the limit of the provider's task queue. */
  readonly requestsPerSecond: number;
  /** Requests under way at once, in each worker process. */
  readonly maxConcurrent: number;
}

/** All that is particular to a provider beside its wire format, in one place. */
export const PROVIDER_TRAITS: Readonly<Record<WebProvider, ProviderTraits>> = {
  // No limit of its own, but the engines behind it block instances that ask fast.
  searxng: {
    kind: 'general',
    baseUrl: null,
    baseUrlVariable: 'SEARXNG_URL',
    keyVariable: null,
    requires: 'baseUrl',
    requestsPerSecond: 2,
    maxConcurrent: 4,
  },
  // 100 requests a minute with a development key (docs.tavily.com/documentation/rate-limits, 2026).
  tavily: {
    kind: 'general',
    baseUrl: 'https://api.tavily.com',
    baseUrlVariable: 'TAVILY_URL',
    keyVariable: 'TAVILY_API_KEY',
    requires: 'apiKey',
    requestsPerSecond: 1.5,
    maxConcurrent: 4,
  },
  // The smallest plan allows 1 a second (api.search.brave.com, "Response Headers", X-RateLimit-Limit, 2026).
  brave: {
    kind: 'general',
    baseUrl: 'https://api.search.brave.com',
    baseUrlVariable: 'BRAVE_URL',
    keyVariable: 'BRAVE_API_KEY',
    requires: 'apiKey',
    requestsPerSecond: 1,
    maxConcurrent: 2,
  },
  // 10 a second for a team (exa.ai/docs/reference/rate-limits, 2026); half of it leaves room for others.
  exa: {
    kind: 'general',
    baseUrl: 'https://api.exa.ai',
    baseUrlVariable: 'EXA_URL',
    keyVariable: 'EXA_API_KEY',
    requires: 'apiKey',
    requestsPerSecond: 5,
    maxConcurrent: 4,
  },
  // "Requests in series" (mediawiki.org/wiki/API:Etiquette); limits per minute since March 2026, lower without a contact.
  wikipedia: {
    kind: 'encyclopedia',
    baseUrl: 'https://{language}.wikipedia.org',
    baseUrlVariable: 'WIKIPEDIA_URL',
    keyVariable: null,
    requires: 'contact',
    requestsPerSecond: 1,
    maxConcurrent: 1,
  },
  // Tightened on 2025-12-01 and told in headers only (crossref.org, "Access and authentication"); one at a time fits both pools.
  crossref: {
    kind: 'scholarly',
    baseUrl: 'https://api.crossref.org',
    baseUrlVariable: 'CROSSREF_URL',
    keyVariable: null,
    requires: null,
    requestsPerSecond: 1,
    maxConcurrent: 1,
  },
  // 100 a second, but a free key holds for 1,000 searches a day (developers.openalex.org/api-reference/authentication, 2026).
  openalex: {
    kind: 'scholarly',
    baseUrl: 'https://api.openalex.org',
    baseUrlVariable: 'OPENALEX_URL',
    keyVariable: 'OPENALEX_API_KEY',
    requires: 'apiKey',
    requestsPerSecond: 5,
    maxConcurrent: 4,
  },
  // One request every three seconds, one connection, all clients together (info.arxiv.org/help/api/tou.html);
  // half a second more, because the first one also makes the connection and arrives late.
  arxiv: {
    kind: 'scholarly',
    baseUrl: 'https://export.arxiv.org',
    baseUrlVariable: 'ARXIV_URL',
    keyVariable: null,
    requires: null,
    requestsPerSecond: 1 / 3.5,
    maxConcurrent: 1,
  },
  // No number of its own is published (europepmc.org/RestfulWebService); guides of others say 10 a second.
  'europe-pmc': {
    kind: 'scholarly',
    baseUrl: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
    baseUrlVariable: 'EUROPE_PMC_URL',
    keyVariable: null,
    requires: null,
    requestsPerSecond: 3,
    maxConcurrent: 2,
  },
};
