import { createIssueTrackers } from '../../activities/briefings/issues/issue-trackers.ts';
import { createFileBriefingCopies } from '../../activities/briefings/publishing/briefing-copies.ts';
import { createCatalogues } from '../../activities/catalogue/catalogues.ts';
import { createFileConversationStore } from '../../activities/conversations/file-conversation-store.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { createDocumentParser } from '../../activities/documents/document-parser.ts';
import { userAgentOf } from '../../activities/http/user-agent.ts';
import { createActivities } from '../../activities/index.ts';
import { createCompositeIndex } from '../../activities/index/composite-index.ts';
import type { CorpusIndex } from '../../activities/index/corpus-index.ts';
import { createFolderCorpusIndex } from '../../activities/index/folder-corpus-index.ts';
import { createMemory } from '../../activities/memory/memory.ts';
import type { CallStore } from '../../activities/metering/call-store.ts';
import { currentPayer } from '../../activities/metering/current-payer.ts';
import type { PaidCalls } from '../../activities/metering/paid-calls.ts';
import { createRecordedCalls } from '../../activities/metering/recorded-calls.ts';
import { createOfflineReasoner } from '../../activities/reasoning/engine/offline-reasoner.ts';
import { createOpenAIReasoner } from '../../activities/reasoning/engine/openai-reasoner.ts';
import type { Reasoner } from '../../activities/reasoning/engine/reasoner.ts';
import { createOpenAIToolModel, type ToolModel } from '../../activities/reasoning/engine/tool-model.ts';
import { createHttpReranker } from '../../activities/reranking/http-reranker.ts';
import type { Reranker } from '../../activities/reranking/reranker.ts';
import type { BlobStore } from '../../activities/storage/blob-store.ts';
import { createFileBlobStore } from '../../activities/storage/file-blob-store.ts';
import { createFileRunStore } from '../../activities/storage/file-run-store.ts';
import { languageDetector } from '../../activities/text/language-detector.ts';
import { createPageFetcher, type PageFetcher } from '../../activities/web-pages/page-fetching.ts';
import { createPageLibrary, type OpenPageLibrary } from '../../activities/web-pages/page-library-on-sqlite.ts';
import { createRobots } from '../../activities/web-pages/robots.ts';
import { createWebAgent } from '../../activities/web-pages/web-agent.ts';
import { createSearchProviders } from '../../activities/web-search/providers/search-providers.ts';
import type { Activities } from '../../workflows/contracts/activities.ts';
import type { EmbeddingConfig, ModelConfig, RerankConfig, WebConfig, WorkerConfig } from '../config/worker-config.ts';
import { createEmbedder } from './memory-tools.ts';
import { openStateStores } from './state-stores.ts';

/** Short, because the project's own order is the fallback. */
const RERANK_TIMEOUT_MS = 20_000;
/** For parsing one page; with the 30 s for fetching it stays below the activity's start-to-close timeout of a minute. */
const PAGE_TIME_LIMIT_MS = 20_000;
/** Of each request to an issue tracker. */
const ISSUE_TIMEOUT_MS = 30_000;
/** Pages parsed at the same time. */
const PAGE_PARSERS = 2;

const now = (): Date => new Date();

/** What the adapters of a worker are made of; it can be posted to a thread. */
export type DependencyConfig = Pick<
  WorkerConfig,
  'home' | 'model' | 'embedding' | 'rerank' | 'web' | 'calls' | 'issues' | 'alignment' | 'memory'
>;

/**
 * The composition root: picks the adapters of a worker.
 *
 * @param temporalAddress known later than the configuration
 */
export function createDependencies(
  config: DependencyConfig,
  temporalAddress: ActivityDependencies['temporalAddress'],
): { readonly activities: Activities; close(): Promise<void> } {
  const { home, model, embedding, rerank, web } = config;
  const stores = createStores(home, embedding);
  const state = openStateStores(config);
  const paidCalls = createPaidCalls(config, state.calls);
  const fetcher = createFetcher(web);
  const pages = createPages(home, { blobs: stores.blobs, paidCalls, fetcher });
  const activities = createActivities({
    ...stores,
    ...state,
    pages,
    copies: createFileBriefingCopies(home),
    catalogues: createCatalogues({ fetcher }),
    issueTrackers: createIssueTrackers({ home, ...config.issues, now, timeoutMs: ISSUE_TIMEOUT_MS }),
    corpus: createCompositeIndex(stores.corpus, pages),
    paidCalls,
    memory: createMemory({ store: state.memoryStore, embedder: stores.embedder, now, ...config.memory }),
    reasoner: createReasoner(model, paidCalls),
    toolModel: createToolModel(model, paidCalls),
    providers: createSearchProviders(web),
    reranker: createReranker(rerank),
    alignment: config.alignment,
    temporalAddress,
  });
  return {
    activities,
    async close() {
      pages.close();
      await state.close();
    },
  };
}

function createPaidCalls(
  { calls, web, model }: Pick<WorkerConfig, 'calls' | 'web' | 'model'>,
  store: CallStore,
): PaidCalls {
  const { prices, answerTtlMs } = calls;
  const timeToLiveMs = { model: answerTtlMs, search: answerTtlMs, page: web.pageTtlMs };
  const recorded = createRecordedCalls({ store, payer: currentPayer, prices, timeToLiveMs, now });
  let prepared: Promise<void> | undefined;
  return {
    async make(call, send) {
      prepared ??= prepareRequests(model);
      await prepared;
      return recorded.make(call, send);
    },
  };
}

/** What blocks the process while it loads, which must not fall between an answer and its storing. */
async function prepareRequests(model: ModelConfig | null): Promise<void> {
  languageDetector();
  if (model !== null) await import('openai');
}

/** The stores in the home; they need no Temporal. */
export function createStores(home: string, embedding: EmbeddingConfig | null = null) {
  const blobs = createFileBlobStore(home);
  const embedder = createEmbedder(embedding);
  const corpus = createFolderCorpusIndex({ home, blobs, now, embedder });
  return {
    blobs,
    corpus,
    embedder,
    runs: createFileRunStore(home),
    conversations: createFileConversationStore(home),
  };
}

/** The indexes of folders, by the corpus id of one or several; without the pages of runs. */
export function createFolderCorpus(home: string, embedding: EmbeddingConfig | null = null): CorpusIndex {
  return createCompositeIndex(createStores(home, embedding).corpus, null);
}

/** @param paidCalls without them every request is sent and none is recorded */
export function createReasoner(model: ModelConfig | null, paidCalls?: PaidCalls): Reasoner {
  if (model === null) return createOfflineReasoner();
  const { model: main, smallModel: small, ...endpoint } = model;
  return createOpenAIReasoner({
    ...endpoint,
    models: { main, small },
    ...(paidCalls !== undefined && { paidCalls }),
  });
}

function createToolModel(model: ModelConfig | null, paidCalls: PaidCalls): ToolModel | null {
  return model === null ? null : createOpenAIToolModel({ ...model, model: model.smallModel, paidCalls });
}

function createReranker(config: RerankConfig | null): Reranker | null {
  return config === null ? null : createHttpReranker({ ...config, timeoutMs: RERANK_TIMEOUT_MS });
}

function createFetcher({ allowedHosts, contact }: WebConfig): PageFetcher {
  return createPageFetcher({ agent: createWebAgent({ allowedHosts }), userAgent: userAgentOf(contact), now });
}

function createPages(
  home: string,
  {
    blobs,
    paidCalls,
    fetcher,
  }: { readonly blobs: BlobStore; readonly paidCalls: PaidCalls; readonly fetcher: PageFetcher },
): OpenPageLibrary {
  return createPageLibrary({
    home,
    blobs,
    paidCalls,
    fetcher,
    robots: createRobots({ fetcher, now }),
    parser: createDocumentParser({ timeLimitMs: PAGE_TIME_LIMIT_MS, concurrency: PAGE_PARSERS }),
  });
}
