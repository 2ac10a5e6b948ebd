import { providerDefinitions } from '../../activities/corpus/web-search/provider-definitions.ts';
import type { ProviderTraits } from '../../activities/corpus/web-search/search-provider.ts';
import type { SearchProvidersConfig } from '../../activities/corpus/web-search/search-providers.ts';
import type { WebProvider } from '../../workflows/contracts/common/web-search.ts';
import type { Environment } from '../../workflows/contracts/settings/environment-reader.ts';
import { addressValue } from '../../workflows/contracts/settings/environment-values.ts';

export interface WebConfig extends SearchProvidersConfig {
  /** `host` or `host:port` in lower case: pages are read from there even if it is not public. */
  readonly allowedHosts: readonly string[];
  /** How long other runs may reuse a fetched page. */
  readonly pageTtlMs: number;
}

const HOUR_MS = 3_600_000;

/** How the web is searched and read. */
export function readWeb(environment: Environment): WebConfig {
  return {
    contact: environment.read('PLUMBLINE_CONTACT') ?? null,
    apiKeys: ofProviders(({ keyVariable }) => (keyVariable === null ? undefined : environment.text(keyVariable))),
    baseUrls: ofProviders(({ baseUrlVariable }) =>
      environment.value(baseUrlVariable, addressValue)?.replace(/(?<!\/)\/+$/, ''),
    ),
    allowedHosts: environment.read('PLUMBLINE_WEB_ALLOWED_HOSTS') ?? [],
    pageTtlMs: environment.read('PLUMBLINE_PAGE_TTL_HOURS') * HOUR_MS,
  };
}

/** What is set for each provider. */
function ofProviders(read: (traits: ProviderTraits) => string | undefined): Partial<Record<WebProvider, string>> {
  const set: Partial<Record<WebProvider, string>> = {};
  for (const traits of providerDefinitions()) {
    const value = read(traits);
    if (value !== undefined) set[traits.name] = value;
  }
  return set;
}
