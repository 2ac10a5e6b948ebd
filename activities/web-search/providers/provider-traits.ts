import type { WebProvider } from '../../../workflows/contracts/web-search.ts';

/** Environment variable with the mail or web address of the person or organisation that runs the workers. */
export const CONTACT_VARIABLE = 'PLUMBLINE_CONTACT';

/** What is particular to one search provider beside its wire format. */
export interface ProviderTraits<Name extends WebProvider = WebProvider> {
  readonly name: Name;
  readonly kind: 'general' | 'scholarly' | 'encyclopedia';
  /** Public address of the service; null: everyone runs their own. `{language}` stands for the language of the query. */
  readonly baseUrl: string | null;
  /** Environment variable that names another address: a gateway, or an own instance. */
  readonly baseUrlVariable: string;
  /** Environment variable of the key; null: the provider takes none. */
  readonly keyVariable: string | null;
  /** Of `baseUrlVariable`, `keyVariable` and {@link CONTACT_VARIABLE} those that must be set before it is asked. */
  readonly requiredVariables: readonly string[];
  /** For all workers together: the limit of the provider's task queue. */
  readonly requestsPerSecond: number;
  /** Concurrent requests of one worker process. */
  readonly maxConcurrent: number;
}
