import type { Spending } from '../../activities/model/metering/spending.ts';
import type { BlobStore } from '../../activities/platform/storage/blob-store.ts';
import type { Labels } from '../../activities/platform/storage/labels.ts';
import type { Records } from '../../activities/platform/storage/records.ts';
import type { StateStores } from './state-stores.ts';

/** Readers of streams ask many times a second, so the database stays open until the process ends. */
export function createStoreOpener(environment: NodeJS.ProcessEnv, blobs: BlobStore): () => Promise<StateStores> {
  let stores: Promise<StateStores> | undefined;
  const open = async () => {
    const { openStateStoresIfThere, stateConfigOf } = await import('./state-stores.ts');
    return openStateStoresIfThere(stateConfigOf(environment), blobs, 'some');
  };
  return () => (stores ??= open());
}

/** Opened when they are first asked for. */
export function recordsOf(openStores: () => Promise<StateStores>): Records {
  const open = async () => (await openStores()).records;
  return {
    read: async (place) => (await open()).read(place),
    list: async (kind, owner, prefix) => (await open()).list(kind, owner, prefix),
    listNamed: async (kind, names, owner) => (await open()).listNamed(kind, names, owner),
    outline: async (kind, owner) => (await open()).outline(kind, owner),
    isEmpty: async (kind) => (await open()).isEmpty(kind),
    owners: async () => (await open()).owners(),
    change: async (place, decide) => (await open()).change(place, decide),
    put: async (place, record) => (await open()).put(place, record),
    remove: async (kind, owner, names) => (await open()).remove(kind, owner, names),
  };
}

export function createLabelTools(openStores: () => Promise<StateStores>): Pick<Labels, 'list' | 'change'> {
  return {
    list: async () => (await openStores()).labels.list(),
    change: async (id, changes) => (await openStores()).labels.change(id, changes),
  };
}

export function createSpendingTools(openStores: () => Promise<StateStores>): Spending {
  return {
    countRun: async (userId) => (await openStores()).spending.countRun(userId),
    uncountRun: async (userId) => (await openStores()).spending.uncountRun(userId),
    usedBy: async (userId) => (await openStores()).spending.usedBy(userId),
  };
}
