import type { WebProvider } from '../../../workflows/contracts/web-search.ts';

/** Environment variable with the operator's mail or web address. */
export const CONTACT_VARIABLE = 'PLUMBLINE_CONTACT';

/** Properties of a search provider, apart from its wire format. */
export interface ProviderTraits<Name extends WebProvider = WebProvider> {
  readonly name: Name;
  readonly kind: 'general' | 'scholarly' | 'encyclopedia';
  /** Public address of the service; null: self-hosted. `{language}` stands for the language of the query. */
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
