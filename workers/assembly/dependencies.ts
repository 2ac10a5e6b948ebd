import { userAgentOf } from '@plumbline/adapters/user-agent';
import { createCatalogues } from '@plumbline/catalogue/catalogues';
import type { Activities } from '@plumbline/contracts/activities';
import { type MeteringTerms, UNLIMITED } from '@plumbline/contracts/common/metering';
import { createDocumentParser, type PictureReader } from '@plumbline/documents/parser';
import { createProcessEmbedder } from '@plumbline/embedding/process-embedder';
import { languageDetector } from '@plumbline/language/detection';
import { type CallStore, currentMeter, currentPayer, type PaidCalls } from '@plumbline/model/calls';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { createRecordedCalls } from '@plumbline/model/stores';
import { createHttpReranker, type Reranker } from '@plumbline/ranking/http-reranker';
import { createOpenAIEmbedder } from '@plumbline/ranking/openai-embedder';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import {
  createCompositeIndex,
  createFolderCorpusIndex,
  createSharedCorpusIndex,
  type IndexVersions,
} from '@plumbline/search/folders';
import { createIssueTrackers } from '@plumbline/trackers/issue-trackers';
import { createPageFetcher, createWebAgent, type PageFetcher } from '@plumbline/web/fetching';
import { createPageLibrary } from '@plumbline/web/page-library';
import { createSearchProviders } from '@plumbline/web/search-providers';
import type { ActivityDependencies } from '../../activities/entries/dependencies.ts';
import { createMemory, type Memory } from '../../activities/memory/memory.ts';
import { createNotices } from '../../activities/notices/notices.ts';
import { createActivities } from '../../activities/registry.ts';
import { describePictureStep } from '../../activities/steps/describe-picture.ts';
import type { EmbeddingConfig, ModelConfig, RerankConfig, WebConfig, WorkerConfig } from '../config/worker-config.ts';
import { isShared, openBlobs, openBuckets } from './blob-stores.ts';
import { openStateStores } from './state-stores.ts';

const EMBEDDING_TIMEOUT_MS = 60_000;
/** Enough for a small folder; a large one is searched by words meanwhile. */
const VECTOR_WAIT_MS = 3_000;

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
  | 'home'
  | 'model'
  | 'embedding'
  | 'ocr'
  | 'refusesHardLinks'
  | 'rerank'
  | 'web'
  | 'calls'
  | 'blobs'
  | 'buckets'
  | 'issues'
  | 'notices'
  | 'reviewRate'
  | 'memory'
>;

/**
 * The composition root: picks the adapters of a worker.
 *
 * @param temporalAddress known later than the configuration
 * @param searching how searches of the web keep their pauses
 */
export function createDependencies(
  config: DependencyConfig,
  temporalAddress: ActivityDependencies['temporalAddress'],
  searching: Parameters<typeof createSearchProviders>[1] = {},
): { readonly activities: Activities; close(): Promise<void> } {
  const { home, model, rerank, web } = config;
  const state = openStateStores(config, openBlobs(config));
  const paidCalls = createPaidCalls(config, state.calls);
  const stores = createStores(home, config, isShared(config) ? state.indexVersions : null, true, paidCalls);
  const fetcher = createFetcher(web);
  const records = isShared(config) ? state.records : null;
  const pages = createPages(home, { blobs: stores.blobs, paidCalls, fetcher, records });
  const reasoner = createReasoner(model, paidCalls);
  const activities = createActivities({
    ...stores,
    ...state,
    pages,
    catalogues: createCatalogues({ fetcher }),
    issueTrackers: createIssueTrackers({ home, ...config.issues, now, timeoutMs: ISSUE_TIMEOUT_MS }),
    corpus: createCompositeIndex(stores.corpus, pages),
    paidCalls,
    memory: createMemory({ store: state.memoryStore, embedder: stores.embedder, reasoner, now, ...config.memory }),
    reasoner,
    providers: createSearchProviders(web, searching),
    reranker: createReranker(rerank),
    notices: createNotices(config.notices),
    reviewRate: config.reviewRate,
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
  const recorded = createRecordedCalls({ store, payer: currentPayer, prices, timeToLiveMs, now, meter: currentMeter });
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

type StoresConfig = Pick<
  WorkerConfig,
  'embedding' | 'ocr' | 'refusesHardLinks' | 'blobs' | 'buckets' | 'calls' | 'model'
>;

/**
 * The stores of the home; they need no Temporal.
 *
 * @param versions null: no other machine uses the indexes
 * @param growsOn whether this process stays and makes the vectors of a model inside; undefined: they are waited for
 */
export function createStores(
  home: string,
  {
    embedding = null,
    ocr = null,
    refusesHardLinks = false,
    blobs: bucket = null,
    buckets: access = null,
    calls,
    model = null,
  }: Partial<StoresConfig> = {},
  versions: IndexVersions | null = null,
  growsOn?: boolean,
  paidCalls?: PaidCalls,
) {
  const blobs = openBlobs({ home, blobs: bucket, ...(calls !== undefined && { calls }) });
  const embedder = createEmbedder(embedding);
  const buckets = openBuckets(home, () => access);
  // What machines share is whole, and a server is fast enough to be waited for.
  const isWaitedFor = growsOn === undefined || versions !== null || embedding === null || !('folder' in embedding);
  const vectorWait = isWaitedFor ? {} : { vectorWait: { ms: VECTOR_WAIT_MS, growsOn } };
  const folders = createFolderCorpusIndex({
    home,
    blobs,
    buckets,
    now,
    embedder,
    ocr,
    vision: createVision(home, model, paidCalls),
    refusesHardLinks,
    ...vectorWait,
  });
  const corpus = versions === null ? folders : createSharedCorpusIndex(folders, versions);
  return { blobs, corpus, embedder };
}

/** The indexes of folders, by the corpus id of one or several; without the pages of runs. */
export function createFolderCorpus(config: StoresConfig & Pick<WorkerConfig, 'home'>): CorpusIndex {
  const versions = isShared(config) ? openStateStores(config, openBlobs(config)).indexVersions : null;
  return createCompositeIndex(createStores(config.home, config, versions, false).corpus, null);
}

/** @param paidCalls without them every request is sent and none is recorded */
export function createReasoner(model: ModelConfig | null, paidCalls?: PaidCalls): Reasoner {
  if (model === null) return createOfflineReasoner();
  const { model: main, smallModel: small, ...endpoint } = model;
  return createOpenAIReasoner({ ...endpoint, models: { main, small }, ...(paidCalls !== undefined && { paidCalls }) });
}

/** Describes pictures; null: no model is set for it. @param paidCalls see {@link createReasoner} */
export function createVision(home: string, model: ModelConfig | null, paidCalls?: PaidCalls) {
  const name = model?.vision;
  if (model === null || name === undefined) return null;
  // The model that a request chooses takes the place of the main one, and need not see.
  const reasoner = createReasoner({ ...model, model: '', smallModel: name }, paidCalls);
  return (metering: MeteringTerms = UNLIMITED): PictureReader => ({
    model: name,
    home,
    async describe({ mediaType, bytes }, language, signal) {
      const picture = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
      const call = { engine: 'configured', metering, signal } as const;
      const { value, cost } = await reasoner.run(describePictureStep, { picture, language }, call);
      return value === '' ? { reason: cost.degradations[0]?.cause ?? 'it saw no picture' } : value;
    },
  });
}

function createReranker(config: RerankConfig | null): Reranker | null {
  return config === null ? null : createHttpReranker({ ...config, timeoutMs: RERANK_TIMEOUT_MS });
}

/** Fetches pages within the settings of the web. */
export function createFetcher({ allowedHosts, contact, isProxied = false }: WebConfig): PageFetcher {
  const agent = createWebAgent({ allowedHosts, isProxied });
  return createPageFetcher({ agent, userAgent: userAgentOf(contact), now });
}

function createPages(home: string, parts: Omit<Parameters<typeof createPageLibrary>[0], 'home' | 'parser'>) {
  const parser = createDocumentParser({ timeLimitMs: PAGE_TIME_LIMIT_MS, concurrency: PAGE_PARSERS });
  return createPageLibrary({ home, ...parts, parser });
}

/** Null where no embedding model is configured. */
export function createEmbedder(embedding: EmbeddingConfig | null, timeoutMs = EMBEDDING_TIMEOUT_MS) {
  if (embedding === null) return null;
  return 'folder' in embedding ? createProcessEmbedder(embedding) : createOpenAIEmbedder({ ...embedding, timeoutMs });
}

/** The memory of all users, for commands and the HTTP API. It stays open until the process ends. */
export function openMemory(
  config: Pick<WorkerConfig, 'home' | 'calls' | 'embedding' | 'memory' | 'blobs' | 'model'>,
): Memory {
  const { memoryStore: store } = openStateStores(config, openBlobs(config));
  // No run pays for the comparison, so that its cost is not recorded.
  const reasoner = createReasoner(config.model);
  return createMemory({ store, embedder: createEmbedder(config.embedding), reasoner, now, ...config.memory });
}
