import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { ProviderSetup } from '../../workers/assembly/tools.ts';

/** All search providers, and whether their variables are set here; the workers of another Temporal may have others. */
export async function loadProviders(environment: NodeJS.ProcessEnv): Promise<readonly ProviderSetup[]> {
  const { listProviders } = await import('../../workers/assembly/tools.ts');
  return listProviders(environment);
}

/** The provider that `--web` means: the first general one that is ready, or undefined. */
export function chooseGeneralProvider(providers: readonly ProviderSetup[]): WebProvider | undefined {
  return providers.find(({ isGeneral, isReady }) => isGeneral && isReady)?.name;
}

/** What to set so that `--web` has something to ask. */
export function describeGeneralProviders(providers: readonly ProviderSetup[]): string {
  return providers
    .filter(({ isGeneral }) => isGeneral)
    .map((provider) => `${variablesOf(provider)} (${provider.name})`)
    .join(', ');
}

/** One line for each chosen provider that is not ready, with the variable to set. */
export function describeMissingVariables(
  chosen: readonly WebProvider[],
  providers: readonly ProviderSetup[],
): string[] {
  return providers
    .filter(({ name, isReady }) => chosen.includes(name) && !isReady)
    .map((provider) => `--provider ${provider.name}: set ${variablesOf(provider)}`);
}

function variablesOf({ variables }: ProviderSetup): string {
  return variables.join(' and ');
}
