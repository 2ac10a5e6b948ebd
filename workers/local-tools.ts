import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ConversationStore,
  createFileConversationStore,
} from '../activities/conversations/file-conversation-store.ts';
import type { StoredAnswerEvent } from '../activities/conversations/sql-answer-stream.ts';
import type { CorpusIndex, UpdateCorpus } from '../activities/corpus/search-index/corpus-index.ts';
import type { CorpusProgress } from '../activities/corpus/search-index/corpus-progress.ts';
import type { DocumentCounts } from '../activities/corpus/search-index/document-counts.ts';
import { providerDefinitions } from '../activities/corpus/web-search/provider-definitions.ts';
import type { Memory } from '../activities/memory/memory.ts';
import type { BlobStore } from '../activities/platform/storage/blob-store.ts';
import { createFileRunStore, type RunStore } from '../activities/platform/storage/file-run-store.ts';
import type { Labels } from '../activities/platform/storage/labels.ts';
import { type CorpusOfRequest, selectionOf } from '../workflows/contracts/common/file-selection.ts';
import type { WebProvider } from '../workflows/contracts/common/web-search.ts';
import type { CorpusReport } from '../workflows/contracts/evidence/corpus.ts';
import type { SearchResult, SearchWebInput } from '../workflows/contracts/research/retrieval-activities.ts';
import { createEnvironment } from '../workflows/contracts/settings/environment-reader.ts';
import { openBlobsOf } from './assembly/blob-stores.ts';
import type { BriefingTools } from './assembly/briefing-tools.ts';
import type { BundleTools } from './assembly/bundle-tools.ts';
import type { DocumentReading } from './assembly/document-tools.ts';
import { createReportTools, type ReportTools } from './assembly/report-tools.ts';
import type { StateStores } from './assembly/state-stores.ts';
import { loadWorkerConfig } from './config/worker-config.ts';
import { homeOf } from './home/home-folder.ts';
import type { DoctorCheck } from './lifecycle/doctor.ts';
import type { HomeLifecycle } from './lifecycle/home-lifecycle.ts';

/** How folders are indexed; progress comes as lines of text. */
export interface FolderUpdate extends Omit<UpdateCorpus, 'directory' | 'selection' | 'onProgress'> {
  readonly onProgress: (line: string) => void;
}

/** A search provider as settings see it. */
export interface ProviderSetup {
  readonly name: WebProvider;
  /** Searches the whole web, so `--web` may mean it. */
  readonly isGeneral: boolean;
  /** Environment variables without which it cannot be asked. */
  readonly variables: readonly string[];
  /** All variables are set. */
  readonly isReady: boolean;
}

/** Tools that work on the store without a Temporal server. The only part of workers/ that client/ may import. */
export interface LocalTools extends ReportTools {
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  /** What people called runs and sessions. */
  readonly labels: Pick<Labels, 'list' | 'change'>;
  openCorpus(): Promise<CorpusIndex>;
  /** What a folder holds, without reading it. */
  countDocuments(directory: string, fileSelections: CorpusOfRequest['fileSelections']): Promise<DocumentCounts>;
  /** Updates the indexes of folders and reports on them as one corpus. */
  indexFolders(documents: CorpusOfRequest, options: FolderUpdate): Promise<CorpusReport>;
  /** Searches with one web provider. @throws {ProviderError} that says what to do */
  searchWeb(search: SearchWebInput, signal: AbortSignal): Promise<SearchResult>;
  /** ISO 639-1 code, or `und`. */
  detectLanguage(text: string): Promise<string>;
  /** Events of an answer after the one with the number `after`, in their order. */
  readAnswerEvents(answerId: string, after: number): Promise<readonly StoredAnswerEvent[]>;
  /** What users had remembered. */
  openMemory(): Promise<Memory>;
  /** Reads a file, or a page of the web, as a run would, and stores nothing. */
  readDocument(place: string, signal: AbortSignal, onProgress: (line: string) => void): Promise<DocumentReading>;
  doctor(): Promise<DoctorCheck[]>;
  /** What model servers on this machine offer, each described in a few words; empty if one is configured. */
  findLocalModels(): Promise<string[]>;
  /** Starting and reading the folders of briefings. @throws {BriefingFileError} where a file of a folder cannot be read */
  openBriefings(): Promise<BriefingTools>;
  /** Writing and checking audit bundles. */
  openBundles(): Promise<BundleTools>;
  /** Sweeping, deleting, backing up and restoring. */
  openLifecycle(): Promise<HomeLifecycle>;
}

// Loaded lazily: native libraries take a second, which commands that only read files should not wait for.
export function openLocalTools(environment: NodeJS.ProcessEnv): LocalTools {
  const home = homeOf(environment);
  const openStores = createStoreOpener(environment);
  let blobs: BlobStore | undefined;
  const openBlobs = () => (blobs ??= openBlobsOf(environment));
  const openCorpus = async () =>
    (await import('./assembly/dependencies.ts')).createFolderCorpus(loadWorkerConfig(environment));
  return {
    runs: createFileRunStore(home),
    conversations: createFileConversationStore(home),
    labels: createLabelTools(environment, openStores),
    openCorpus,
    countDocuments: (directory, selections) => countIn(environment, directory, selections),
    indexFolders: async (documents, options) => indexFolders(await openCorpus(), documents, options),
    searchWeb: (search, signal) => askProvider(environment, search, signal),
    detectLanguage: async (text) => (await import('../activities/language/text/language.ts')).detectLanguage(text),
    ...createReportTools({
      home,
      openBlobs,
      spendingOf: async (researchId) => (await openStores()).calls.spendingOf(researchId),
    }),
    readAnswerEvents: async (answerId, after) => (await openStores()).answerStream.read(answerId, after),
    openMemory: createMemoryOpener(environment),
    readDocument: async (place, signal, onProgress) =>
      (await import('./assembly/document-tools.ts')).readOneDocument(
        place,
        loadWorkerConfig(environment),
        signal,
        onProgress,
      ),
    doctor: async () => (await import('./lifecycle/doctor.ts')).examine(environment),
    async findLocalModels() {
      const { describeLocalModels, findLocalModels } = await import('./lifecycle/local-models.ts');
      return (await findLocalModels(environment)).map(describeLocalModels);
    },
    openBriefings: async () => (await import('./assembly/briefing-tools.ts')).briefingTools,
    openBundles: async () => (await import('./assembly/bundle-tools.ts')).createBundleTools(home, openBlobs()),
    openLifecycle: async () => (await import('./lifecycle/home-lifecycle.ts')).createHomeLifecycle(environment),
  };
}

async function countIn(
  environment: NodeJS.ProcessEnv,
  directory: string,
  fileSelections: CorpusOfRequest['fileSelections'],
): Promise<DocumentCounts> {
  const { countDocuments } = await import('../activities/corpus/search-index/document-counts.ts');
  return countDocuments(
    { directory, selection: selectionOf(directory, fileSelections, true) },
    loadWorkerConfig(environment),
  );
}

/** All search providers, in order of preference for `--web`. */
export function listProviders(environment: NodeJS.ProcessEnv): ProviderSetup[] {
  const isSet = (variable: string): boolean => (environment[variable] ?? '').trim() !== '';
  return providerDefinitions().map(({ name, kind, requiredVariables: variables }) => ({
    name,
    isGeneral: kind !== 'scholarly',
    variables,
    isReady: variables.every(isSet),
  }));
}

/** Once: the API asks at every request. */
function createMemoryOpener(environment: NodeJS.ProcessEnv): LocalTools['openMemory'] {
  let memory: Promise<Memory> | undefined;
  const open = async () => (await import('./assembly/dependencies.ts')).openMemory(loadWorkerConfig(environment));
  return () => (memory ??= open());
}

/** Readers of streams ask many times a second, so the database stays open until the process ends. */
function createStoreOpener(environment: NodeJS.ProcessEnv): () => Promise<StateStores> {
  let stores: Promise<StateStores> | undefined;
  const open = async () => (await import('./assembly/state-stores.ts')).openStateStores(loadWorkerConfig(environment));
  return () => (stores ??= open());
}

function createLabelTools(
  environment: NodeJS.ProcessEnv,
  openStores: () => Promise<StateStores>,
): LocalTools['labels'] {
  return {
    async list() {
      // Looking must not create the database.
      const isInHome = createEnvironment(environment).read('PLUMBLINE_DATABASE_URL') === undefined;
      if (isInHome && !existsSync(join(homeOf(environment), 'plumbline.sqlite'))) return new Map();
      return (await openStores()).labels.list();
    },
    change: async (id, changes) => (await openStores()).labels.change(id, changes),
  };
}

/** Costs are not recorded, because no run pays for the search. */
async function askProvider(
  environment: NodeJS.ProcessEnv,
  search: SearchWebInput,
  signal: AbortSignal,
): Promise<SearchResult> {
  const [{ createSearchProviders }, { createSearchWeb }, { createUnrecordedCalls }] = await Promise.all([
    import('../activities/corpus/web-search/search-providers.ts'),
    import('../activities/entries/research/search-web.ts'),
    import('../activities/model/metering/unrecorded-calls.ts'),
  ]);
  const providers = createSearchProviders(loadWorkerConfig(environment).web);
  return createSearchWeb({ providers, paidCalls: createUnrecordedCalls() })(search, signal);
}

async function indexFolders(
  corpus: CorpusIndex,
  { corpusDirectories, fileSelections }: CorpusOfRequest,
  { onProgress, ...options }: FolderUpdate,
): Promise<CorpusReport> {
  const [{ indexSome, joinCorpora }, { describeCorpusProgress }] = await Promise.all([
    import('../workflows/domain/corpus-set.ts'),
    import('../activities/corpus/search-index/corpus-progress.ts'),
  ]);
  const update = { ...options, onProgress: (progress: CorpusProgress) => onProgress(describeCorpusProgress(progress)) };
  const indexAll = async (mayBeEmpty: boolean) => {
    const folders: { directory: string; report: CorpusReport }[] = [];
    // One by one: the same few processes read their files, and progress counts one folder at a time.
    for (const directory of corpusDirectories) {
      const selection = selectionOf(directory, fileSelections, mayBeEmpty);
      folders.push({ directory, report: await corpus.update({ ...update, directory, selection }) });
    }
    return folders;
  };
  return joinCorpora(await indexSome(corpusDirectories, indexAll), null, fileSelections);
}

export { placeAt } from '../activities/corpus/documents/files/file-selection.ts';
export { BriefingFileError } from '../activities/briefings/folder/text-reading.ts';
export type { ListedOutput } from '../activities/briefings/folder/output-list.ts';
export type { RefreshableState, StateConfirmation } from '../activities/briefings/folder/state-refresh.ts';
export { CorpusUnavailableError } from '../activities/corpus/documents/document-errors.ts';
export { BundleNotPossibleError, BundleVersionError } from '../activities/report/bundles/bundle-format.ts';
export type { TracedAttribution, TracedClaim } from '../activities/corpus/quotes/attribution.ts';
export type { WrittenExport } from '../activities/report/exports/exported-report.ts';
export { NoRecordError, RecordUnreadableError } from '../activities/report/record-reading.ts';
export { type Label, UNLABELLED } from '../activities/platform/storage/labels.ts';
export type { StoredRun } from '../activities/platform/storage/file-run-store.ts';
export { S3Error } from '../activities/platform/storage/s3-requests.ts';
export { digestRuntime } from './build/runtime-digest.ts';
export { digestSettings } from './config/worker-config.ts';
export { DamagedStoreIdError, findStoreId, loadStoreId } from './home/store-id.ts';
export { BackupRefusedError, HomeBusyError } from './lifecycle/lifecycle-errors.ts';
export type { MemoryErasure } from './lifecycle/memory-erasure.ts';
export type { SweptPart } from './lifecycle/sweep.ts';
export { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } from './supervisor/worker-program.ts';
export { readQueueStore } from './temporal/queue-store.ts';
export type { DoctorCheck, DocumentReading };
