import { WEB_PROVIDER_VARIABLES, WEB_PROVIDERS, type WebProvider } from '../../workflows/contracts/web-search.ts';

/** `--web` means the first of these that is set up. */
const GENERAL_PROVIDERS = ['searxng', 'tavily', 'brave', 'exa', 'wikipedia'] as const satisfies readonly WebProvider[];

/** Providers whose variables are all set. */
export function findReadyProviders(environment: Readonly<Record<string, string | undefined>>): Set<WebProvider> {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== '';
  return new Set(WEB_PROVIDERS.filter((provider) => WEB_PROVIDER_VARIABLES[provider].every(isSet)));
}

/** The provider for `--web`; undefined when none is set up. */
export function chooseGeneralProvider(ready: ReadonlySet<WebProvider>): WebProvider | undefined {
  return GENERAL_PROVIDERS.find((provider) => ready.has(provider));
}

/** The variables of which `--web` needs one. */
export function describeGeneralProviders(): string {
  return GENERAL_PROVIDERS.map((provider) => `${variablesOf(provider)} (${provider})`).join(', ');
}

/** One line for each provider that is not set up, with the variable to set. */
export function describeMissingVariables(providers: readonly WebProvider[], ready: ReadonlySet<WebProvider>): string[] {
  return providers
    .filter((provider) => !ready.has(provider))
    .map((provider) => `--provider ${provider}: set ${variablesOf(provider)}`);
}

function variablesOf(provider: WebProvider): string {
  return WEB_PROVIDER_VARIABLES[provider].join(' and ');
}
