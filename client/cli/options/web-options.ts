import type { ProviderSetup } from '../../../workers/local-tools.ts';
import type { WebProvider } from '../../../workflows/contracts/web-search.ts';
import {
  chooseGeneralProvider,
  describeGeneralProviders,
  describeMissingVariables,
} from '../../configuration/provider-setup.ts';

/** The options of `research` for the web. */
export interface WebOptions {
  readonly web?: boolean;
  readonly provider?: readonly WebProvider[];
  readonly domainAllow?: readonly string[];
  readonly domainBlock?: readonly string[];
  readonly since?: string;
}

/** The environment of a request. */
export interface Surroundings {
  /** False: workers may run on other machines, with folders and variables of their own. */
  readonly hasOwnWorkers: boolean;
  readonly providers: readonly ProviderSetup[];
}

/** Web settings, not yet checked by the request's schema; null: the web is not used. */
export function webSettingsOf(options: WebOptions, surroundings: Surroundings): object | null {
  if (!wantsWeb(options)) return null;
  const { domainAllow, domainBlock, since } = options;
  return { providers: providersOf(options, surroundings), domainAllow, domainBlock, since };
}

/** Problems that the request's schema cannot detect. */
export function findWebProblems(options: WebOptions, surroundings: Surroundings): string[] {
  if (!wantsWeb(options)) return findUnusedOptions(options);
  const providers = providersOf(options, surroundings);
  if (providers.length === 0) return [describeMissingProvider(surroundings)];
  return surroundings.hasOwnWorkers ? describeMissingVariables(providers, surroundings.providers) : [];
}

export function wantsWeb({ web, provider }: WebOptions): boolean {
  return web === true || provider !== undefined;
}

function providersOf({ provider }: WebOptions, { providers }: Surroundings): readonly WebProvider[] {
  if (provider !== undefined) return provider;
  const chosen = chooseGeneralProvider(providers);
  return chosen === undefined ? [] : [chosen];
}

function findUnusedOptions({ domainAllow, domainBlock, since }: WebOptions): string[] {
  return Object.entries({ '--domain-allow': domainAllow, '--domain-block': domainBlock, '--since': since })
    .filter(([, value]) => value !== undefined)
    .map(([option]) => `${option}: needs --web or --provider`);
}

function describeMissingProvider({ hasOwnWorkers, providers }: Surroundings): string {
  const elsewhere = hasOwnWorkers ? '' : ' here, or use --provider with one that the workers have';
  return `--web: no web search is set up. Set one of ${describeGeneralProviders(providers)}${elsewhere}`;
}
