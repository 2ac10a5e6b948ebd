import { createLanceCorpusIndex } from '../activities/corpus/lance-corpus-index.ts';
import { createActivities } from '../activities/index.ts';
import { createOfflineReasoner } from '../activities/reasoning/offline-reasoner.ts';
import { createOpenAIReasoner } from '../activities/reasoning/openai-reasoner.ts';
import type { Reasoner } from '../activities/reasoning/reasoner.ts';
import { createFileBlobStore } from '../activities/stores/file-blob-store.ts';
import { createFileRunStore } from '../activities/stores/file-run-store.ts';
import type { Activities } from '../workflows/contracts/activities.ts';
import type { ModelConfig, WorkerConfig } from './config.ts';

/** One request and its one re-ask must fit into an activity's start-to-close timeout of 6 minutes. */
const MODEL_TIMEOUT_MS = 150_000;

/** Picks the adapters of a worker: the composition root. */
export function createDependencies({ home, model }: Pick<WorkerConfig, 'home' | 'model'>): {
  readonly activities: Activities;
} {
  const activities = createActivities({ ...createStores(home), reasoner: createReasoner(model) });
  return { activities };
}

/** The project's own stores below its home; no Temporal needed. */
export function createStores(home: string) {
  const blobs = createFileBlobStore(home);
  const corpus = createLanceCorpusIndex({ home, blobs, now: () => new Date() });
  return { blobs, corpus, runs: createFileRunStore(home) };
}

export function createReasoner(model: ModelConfig | null): Reasoner {
  if (model === null) return createOfflineReasoner();
  const { apiKey, baseURL, model: main, smallModel: small } = model;
  return createOpenAIReasoner({ apiKey, baseURL, models: { main, small }, timeoutMs: MODEL_TIMEOUT_MS });
}
