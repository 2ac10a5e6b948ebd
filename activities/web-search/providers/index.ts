import { Agent } from 'undici';
import { WEB_PROVIDER_VARIABLES, type WebProvider } from '../../../workflows/contracts/web-search.ts';
import { NO_ADVICE } from '../../http/retry-advice.ts';
import { isMailAddress, userAgentOf } from '../../http/user-agent.ts';
import { ProviderError } from '../provider-error.ts';
import type { SearchProvider, SearchProviders } from '../search-provider.ts';
import { createArxiv } from './arxiv.ts';
import { createBrave } from './brave.ts';
import { createCrossref } from './crossref.ts';
import { createEuropePmc } from './europe-pmc.ts';
import { createExa } from './exa.ts';
import { createOpenAlex } from './openalex.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { PROVIDER_TRAITS } from './provider-traits.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createSearxng } from './searxng.ts';
import { createTavily } from './tavily.ts';
import { createWikipedia } from './wikipedia.ts';

export interface SearchProvidersConfig {
  /** Mail or web address of whoever runs this; null: nobody can be reached. */
  readonly contact: string | null;
  readonly apiKeys: Readonly<Partial<Record<WebProvider, string>>>;
  /** In place of the usual ones. */
  readonly baseUrls: Readonly<Partial<Record<WebProvider, string>>>;
}

export interface SearchProvidersOptions {
  /** For one search, from connecting to the last byte. Stays below the activity's start-to-close timeout of a minute. */
  readonly timeoutMs?: number;
  readonly now?: () => Date;
}

interface AdapterContext {
  readonly now: () => Date;
  readonly mailAddress: string | null;
}

const ADAPTERS: Readonly<Record<WebProvider, (client: ProviderClient, context: AdapterContext) => SearchProvider>> = {
  searxng: (client, { now }) => createSearxng(client, now),
  tavily: (client) => createTavily(client),
  brave: (client, { now }) => createBrave(client, now),
  exa: (client) => createExa(client),
  wikipedia: (client) => createWikipedia(client),
  crossref: (client, { mailAddress }) => createCrossref(client, mailAddress),
  openalex: (client) => createOpenAlex(client),
  arxiv: (client) => createArxiv(client),
  'europe-pmc': (client) => createEuropePmc(client),
};

/** All providers; each is made when it is first asked for. */
export function createSearchProviders(
  config: SearchProvidersConfig,
  { timeoutMs = 20_000, now = () => new Date() }: SearchProvidersOptions = {},
): SearchProviders {
  const { contact, apiKeys } = config;
  const mailAddress = contact !== null && isMailAddress(contact) ? contact : null;
  const dispatcher = new Agent();
  const userAgent = userAgentOf(contact);
  const opened = new Map<WebProvider, SearchProvider>();

  function create(name: WebProvider): SearchProvider {
    const { requestsPerSecond, baseUrl: usualBaseUrl } = PROVIDER_TRAITS[name];
    const baseUrl = config.baseUrls[name] ?? usualBaseUrl;
    if (baseUrl === null || !isSetUp(name, config)) throw notSetUp(name);
    const client = createProviderClient({
      provider: name,
      baseUrl,
      apiKey: apiKeys[name] ?? '',
      userAgent,
      timeoutMs,
      dispatcher,
      awaitTurn: createRateLimiter(1_000 / requestsPerSecond),
    });
    return ADAPTERS[name](client, { now, mailAddress });
  }

  return {
    open(name) {
      const provider = opened.get(name) ?? create(name);
      opened.set(name, provider);
      return provider;
    },
  };
}

/** Whether all is set without which the provider is not asked. */
export function isSetUp(name: WebProvider, { contact, apiKeys, baseUrls }: SearchProvidersConfig): boolean {
  const { requires } = PROVIDER_TRAITS[name];
  if (requires === 'contact') return contact !== null;
  if (requires === 'apiKey') return apiKeys[name] !== undefined;
  return requires === null || baseUrls[name] !== undefined;
}

function notSetUp(provider: WebProvider): ProviderError {
  return new ProviderError({
    provider,
    outcome: 'is not set up',
    remedy: `Set ${WEB_PROVIDER_VARIABLES[provider].join(' and ')} for the worker, or leave this provider out.`,
    status: undefined,
    advice: NO_ADVICE,
    isTimeout: false,
    isPermanent: true,
  });
}
