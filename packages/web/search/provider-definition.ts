import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { ProviderClient } from './provider-client.ts';
import type { ProviderTraits, SearchProvider } from './search-provider.ts';

/** A search provider: its traits and its search function. */
export interface ProviderDefinition<Name extends WebProvider = WebProvider> extends ProviderTraits<Name> {
  readonly create: (client: ProviderClient, context: ProviderContext) => Pick<SearchProvider, 'search'>;
}

/** What some providers need besides their client. */
export interface ProviderContext {
  readonly now: () => Date;
  /** The contact, if it is a mail address. */
  readonly mailAddress: string | null;
}
