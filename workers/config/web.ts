import { isMailAddress } from '@plumbline/adapters/user-agent';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { Environment } from '@plumbline/contracts/settings/environment-reader';
import { addressValue } from '@plumbline/contracts/settings/environment-values';
import { providerDefinitions } from '@plumbline/web/provider-definitions';
import type { ProviderTraits } from '@plumbline/web/search';
import type { SearchProvidersConfig } from '@plumbline/web/search-providers';
import type { NoticesConfig } from '../../activities/notices/notices.ts';

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

/** Who is told of waits and ends. */
export function readNotices(environment: Environment): NoticesConfig {
  const addresses = environment.read('PLUMBLINE_NOTIFY') ?? [];
  const smtpUrl = environment.read('PLUMBLINE_SMTP_URL') ?? null;
  const contact = environment.read('PLUMBLINE_CONTACT') ?? null;
  const pageUrl = environment.read('PLUMBLINE_PAGE_URL')?.replace(/(?<!\/)\/+$/, '') ?? null;
  const mailbox = addresses.find((address) => address.startsWith('mailto:'))?.slice('mailto:'.length) ?? '';
  if (mailbox !== '' && smtpUrl === null) environment.reject('PLUMBLINE_NOTIFY: mailto: needs PLUMBLINE_SMTP_URL');
  const user = decodeURIComponent(URL.parse(smtpUrl ?? '')?.username ?? '');
  const own = [user, contact ?? ''].find(isMailAddress);
  return { addresses, smtpUrl, sender: own ?? mailbox, pageUrl, contact };
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
