import { type ProviderSetup } from '../../../workers/local-tools.ts';
import { type WebProvider } from '../../../workflows/contracts/web-search.ts';
import {
  chooseGeneralProvider,
  describeGeneralProviders,
  describeMissingVariables,
} from '../../configuration/provider-setup.ts';

/** The options of `research` that say how the web is used. */
export interface WebOptions {
  readonly web?: boolean;
  readonly provider?: readonly WebProvider[];
  readonly domainAllow?: readonly string[];
  readonly domainBlock?: readonly string[];
  readonly since?: string;
}

/** What there is to research with. */
export interface Surroundings {
  /** False: workers may run on other machines, with folders and variables of their own. */
  readonly hasOwnWorkers: boolean;
  readonly providers: readonly ProviderSetup[];
}

/** `null`: the web is not wanted; else its settings, still to be checked by the request's schema. */
export function webSettingsOf(options: WebOptions, surroundings: Surroundings): object | null {
  if (!wantsWeb(options)) return null;
  const { domainAllow, domainBlock, since } = options;
  return { providers: providersOf(options, surroundings), domainAllow, domainBlock, since };
}

/** What the schema of a request cannot see. */
export function findWebProblems(options: WebOptions, surroundings: Surroundings): string[] {
  if (!wantsWeb(options)) return findIdleOptions(options);
  const providers = providersOf(options, surroundings);
  if (providers.length === 0) return [describeNothingToAsk(surroundings)];
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

function findIdleOptions({ domainAllow, domainBlock, since }: WebOptions): string[] {
  return Object.entries({ '--domain-allow': domainAllow, '--domain-block': domainBlock, '--since': since })
    .filter(([, value]) => value !== undefined)
    .map(([option]) => `${option}: goes with --web or --provider only`);
}

function describeNothingToAsk({ hasOwnWorkers, providers }: Surroundings): string {
  const elsewhere = hasOwnWorkers ? '' : ' here, or name with --provider what the workers have';
  return `--web: no search of the web is set up. Set one of ${describeGeneralProviders(providers)}${elsewhere}`;
}
