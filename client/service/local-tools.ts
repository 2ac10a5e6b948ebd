import { openStores, type Stores } from '../../workers/assembly/stores.ts';
import { createTools, type Tools } from '../../workers/assembly/tools.ts';
import { createLifecycleTools, type LifecycleTools } from '../../workers/lifecycle/lifecycle-tools.ts';

/** What works without a Temporal server. */
export interface LocalTools extends Stores, Tools, LifecycleTools {}

export function openLocalTools(environment: NodeJS.ProcessEnv): LocalTools {
  const stores = openStores(environment);
  return { ...stores, ...createTools(environment, stores), ...createLifecycleTools(environment) };
}
