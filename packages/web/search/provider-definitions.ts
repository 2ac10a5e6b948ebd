import { WEB_PROVIDERS, type WebProvider } from '@plumbline/contracts/common/web-search';
import type { ProviderDefinition } from './provider-definition.ts';
import * as registry from './registry.ts';

type RegisteredName = (typeof registry)[keyof typeof registry]['name'];

/** In the order of the contract. Fails to compile when a provider of the contract is not registered. */
const NAMES: readonly RegisteredName[] = WEB_PROVIDERS;

const DEFINITIONS: ReadonlyMap<WebProvider, ProviderDefinition> = new Map(
  Object.values(registry).map((definition) => [definition.name, definition]),
);

/** All registered providers, in the order of the contract. */
export function providerDefinitions(): ProviderDefinition[] {
  return NAMES.map(definitionOf);
}

export function definitionOf(name: WebProvider): ProviderDefinition {
  const definition = DEFINITIONS.get(name);
  if (definition === undefined) throw new Error(`The search provider ${name} is not registered.`);
  return definition;
}
