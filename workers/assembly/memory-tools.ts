import { createOpenAIEmbedder } from '../../activities/embedding/openai-embedder.ts';
import { createMemory, type Memory } from '../../activities/memory/memory.ts';
import type { EmbeddingConfig, WorkerConfig } from '../config/worker-config.ts';
import { openStateStores } from './state-stores.ts';

const EMBEDDING_TIMEOUT_MS = 60_000;

/** Null where no embedding model is configured. */
export function createEmbedder(embedding: EmbeddingConfig | null) {
  return embedding === null ? null : createOpenAIEmbedder({ ...embedding, timeoutMs: EMBEDDING_TIMEOUT_MS });
}

/** The memory of all users, for commands and the HTTP API. It stays open until the process ends. */
export function openMemory(config: Pick<WorkerConfig, 'home' | 'calls' | 'embedding' | 'memory'>): Memory {
  const { memoryStore: store } = openStateStores(config);
  return createMemory({ store, embedder: createEmbedder(config.embedding), now: () => new Date(), ...config.memory });
}
