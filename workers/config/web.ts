import { z } from 'zod';
import { providerDefinitions } from '../../activities/web-search/providers/provider-definitions.ts';
import { CONTACT_VARIABLE, type ProviderTraits } from '../../activities/web-search/providers/provider-traits.ts';
import type { SearchProvidersConfig } from '../../activities/web-search/providers/search-providers.ts';
import type { WebProvider } from '../../workflows/contracts/web-search.ts';
import { addressSchema, HOUR_MS, hoursSchema, listSchema, type Settings } from './settings.ts';

export interface WebConfig extends SearchProvidersConfig {
  /** `host` or `host:port` in lower case: pages are read from there even if it is not public. */
  readonly allowedHosts: readonly string[];
  /** How long other runs may reuse a fetched page. */
  readonly pageTtlMs: number;
}

const DEFAULT_TTL_HOURS = 24;

// Both are sent in a header, so they are ASCII without blanks and parentheses.
const MAIL_ADDRESS = /^[\w.+-]+@[\w.-]+$/;
const WEB_ADDRESS = /^https?:\/\/[\w.~:/?#@!$&'*+,;=%-]+$/i;
const contactSchema = z
  .string()
  .refine(
    (contact) => MAIL_ADDRESS.test(contact) || WEB_ADDRESS.test(contact),
    'must be a mail address or a web address',
  );

const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s:/[\]@*]+)(?::\d{1,5})?$/i;
const hostsSchema = listSchema.pipe(
  z.array(z.string().toLowerCase().regex(HOST, 'lists hosts like wiki.example or wiki.example:8080, with commas')),
);

/** How the web is searched and read. */
export function readWeb(settings: Settings): WebConfig {
  const ttlHours = settings.value('PLUMBLINE_PAGE_TTL_HOURS', hoursSchema) ?? DEFAULT_TTL_HOURS;
  return {
    contact: settings.value(CONTACT_VARIABLE, contactSchema) ?? null,
    apiKeys: ofProviders(({ keyVariable }) => (keyVariable === null ? undefined : settings.text(keyVariable))),
    baseUrls: ofProviders(({ baseUrlVariable }) => settings.value(baseUrlVariable, addressSchema)?.replace(/\/+$/, '')),
    allowedHosts: settings.value('PLUMBLINE_WEB_ALLOWED_HOSTS', hostsSchema) ?? [],
    pageTtlMs: ttlHours * HOUR_MS,
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
