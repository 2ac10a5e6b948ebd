import { type ConversationStore, createConversationStore } from '../activities/conversations/conversation-store.ts';
import type { StoredAnswerEvent } from '../activities/conversations/sql-answer-stream.ts';
import type { CorpusIndex, UpdateCorpus } from '../activities/corpus/search-index/corpus-index.ts';
import type { CorpusProgress } from '../activities/corpus/search-index/corpus-progress.ts';
import { providerDefinitions } from '../activities/corpus/web-search/provider-definitions.ts';
import type { Memory } from '../activities/memory/memory.ts';
import type { Spending } from '../activities/model/metering/spending.ts';
import type { Labels } from '../activities/platform/storage/labels.ts';
import { createRunStore, type RunStore } from '../activities/platform/storage/run-store.ts';
import { createShareStore, type ShareStore } from '../activities/platform/storage/share-store.ts';
import type { CountDatabase } from '../activities/platform/storage/shared-counts.ts';
import { openTraceExport, type TraceExport } from '../activities/platform/trace-export.ts';
import { type CorpusOfRequest, selectionOf } from '../workflows/contracts/common/file-selection.ts';
import type { WebProvider } from '../workflows/contracts/common/web-search.ts';
import type { CorpusReport } from '../workflows/contracts/evidence/corpus.ts';
import type { SearchResult, SearchWebInput } from '../workflows/contracts/research/retrieval-activities.ts';
import { createEnvironment } from '../workflows/contracts/settings/environment-reader.ts';
import { openBlobsOf, openBuckets } from './assembly/blob-stores.ts';
import type { BriefingTools } from './assembly/briefing-tools.ts';
import type { BundleTools } from './assembly/bundle-tools.ts';
import { createDocumentLists, type DocumentLists } from './assembly/document-lists.ts';
import type { DocumentReading } from './assembly/document-tools.ts';
import { createLabelTools, createSpendingTools, createStoreOpener, recordsOf } from './assembly/opened-stores.ts';
import { createReportTools, type ReportTools } from './assembly/report-tools.ts';
import { readTraces } from './config/fleet.ts';
import { isSet, withSettingsFile } from './config/settings-file.ts';
import { loadWorkerConfig, readBuckets } from './config/worker-config.ts';
import { homeOf } from './home/home-folder.ts';
import { type ConfigurationTools, createConfigurationTools } from './lifecycle/configuration-tools.ts';
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
export interface LocalTools extends ReportTools, DocumentLists {
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  /** Links by which others read reports. */
  readonly shares: ShareStore;
  /** What people called runs and sessions. */
  readonly labels: Pick<Labels, 'list' | 'change'>;
  /** What users and tenants used of their quotas. */
  readonly spending: Spending;
  openCorpus(): Promise<CorpusIndex>;
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
  /** Where servers count requests together; null: their state is in the home. */
  openCounts(): Promise<CountDatabase | null>;
  /** Where spans go; null: nowhere. @param service that sends them */
  openTraces(service: string): TraceExport | null;
  /** @param sendsNotice a message to try out notifications */
  doctor(sendsNotice?: boolean): Promise<DoctorCheck[]>;
  /** What the page may set. */
  readonly configuration: ConfigurationTools;
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
  const blobs = openBlobsOf(environment);
  const openStores = createStoreOpener(environment, blobs);
  const records = recordsOf(openStores);
  const openCorpus = createCorpusOpener(environment);
  const buckets = openBuckets(home, () => readBuckets(createEnvironment(environment)));
  const stores = { home, blobs, buckets, records };
  return {
    runs: createRunStore({ records, blobs, home, writesFiles: false }),
    conversations: createConversationStore(records),
    shares: createShareStore(records),
    labels: createLabelTools(openStores),
    spending: createSpendingTools(openStores),
    openCorpus,
    ...createDocumentLists(environment, stores),
    indexFolders: async (documents, options) => indexFolders(await openCorpus(), documents, options),
    searchWeb: (search, signal) => askProvider(environment, search, signal),
    detectLanguage: async (text) => (await import('../activities/language/text/language.ts')).detectLanguage(text),
    ...createReportTools({ ...stores, spendingOf: async (id) => (await openStores()).calls.spendingOf(id) }),
    readAnswerEvents: async (answerId, after) => (await openStores()).answerStream.read(answerId, after),
    openMemory: createMemoryOpener(environment),
    readDocument: async (place, signal, onProgress) =>
      (await import('./assembly/document-tools.ts')).readOneDocument(
        place,
        loadWorkerConfig(environment),
        signal,
        onProgress,
      ),
    ...createServingTools(environment),
    doctor: async (sendsNotice) => (await import('./lifecycle/doctor.ts')).examine(environment, undefined, sendsNotice),
    findLocalModels: () => describeModels(environment),
    configuration: createConfigurationTools(environment),
    openBriefings: async () => (await import('./assembly/briefing-tools.ts')).briefingTools,
    openBundles: async () => (await import('./assembly/bundle-tools.ts')).createBundleTools(stores),
    openLifecycle: async () => (await import('./lifecycle/home-lifecycle.ts')).createHomeLifecycle(environment),
  };
}

async function describeModels(environment: NodeJS.ProcessEnv) {
  const { describeLocalModels, findLocalModels } = await import('./lifecycle/local-models.ts');
  return (await findLocalModels(environment)).map(describeLocalModels);
}

/** What a server needs beside the store. */
function createServingTools(environment: NodeJS.ProcessEnv): Pick<LocalTools, 'openCounts' | 'openTraces'> {
  const variables = createEnvironment(environment);
  return {
    async openCounts() {
      const url = variables.read('PLUMBLINE_DATABASE_URL');
      if (url === undefined) return null;
      return (await import('../activities/platform/storage/shared-counts.ts')).openCountDatabase(url);
    },
    openTraces(service) {
      const settings = readTraces(variables, service);
      return settings === null ? null : openTraceExport(settings);
    },
  };
}

/** All search providers, in order of preference for `--web`. */
export function listProviders(environment: NodeJS.ProcessEnv): ProviderSetup[] {
  const set = withSettingsFile(environment, () => undefined);
  return providerDefinitions().map(({ name, kind, requiredVariables: variables }) => ({
    name,
    isGeneral: kind !== 'scholarly',
    variables,
    isReady: variables.every((variable) => isSet(set, variable)),
  }));
}

/** Once: an index that is shared has a connection to its database. */
function createCorpusOpener(environment: NodeJS.ProcessEnv): LocalTools['openCorpus'] {
  let corpus: Promise<CorpusIndex> | undefined;
  const open = async () =>
    (await import('./assembly/dependencies.ts')).createFolderCorpus(loadWorkerConfig(environment));
  return () => (corpus ??= open());
}

/** Once: the API asks at every request. */
function createMemoryOpener(environment: NodeJS.ProcessEnv): LocalTools['openMemory'] {
  let memory: Promise<Memory> | undefined;
  const open = async () => (await import('./assembly/dependencies.ts')).openMemory(loadWorkerConfig(environment));
  return () => (memory ??= open());
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

export { type Collection, UploadRefusedError } from '../activities/corpus/library/collections.ts';
export type { StoredUpload, UploadConflict } from '../activities/corpus/library/uploads.ts';
export type { DocumentHeadings, ListedDocument } from '../activities/corpus/search-index/document-list.ts';
export type { LibraryTools } from './assembly/library-tools.ts';
export { placeAt } from '../activities/corpus/documents/files/file-selection.ts';
export { BriefingFileError } from '../activities/briefings/folder/text-reading.ts';
export type { ListedOutput } from '../activities/briefings/folder/output-list.ts';
export type { RefreshableState, StateConfirmation } from '../activities/briefings/folder/state-refresh.ts';
export { CorpusUnavailableError } from '../activities/corpus/documents/document-errors.ts';
export { BundleNotPossibleError, BundleVersionError } from '../activities/report/bundles/bundle-format.ts';
export type { TracedAttribution, TracedClaim } from '../activities/corpus/quotes/attribution.ts';
export type { WrittenExport } from '../activities/report/exports/exported-report.ts';
export type { RecordVerification } from '../activities/report/record-verification.ts';
export { NoRecordError, RecordUnreadableError } from '../activities/report/record-reading.ts';
export type { CountDatabase } from '../activities/platform/storage/shared-counts.ts';
export { spanIdOf, type TraceExport, traceOf } from '../activities/platform/trace-export.ts';
export { SHARE_PREFIX, type Share } from '../activities/platform/storage/share-store.ts';
export { type Label, UNLABELLED } from '../activities/platform/storage/labels.ts';
export { S3Error } from '../activities/platform/storage/s3-requests.ts';
export type { StoredReport, StoredRun } from '../activities/platform/storage/run-store.ts';
export { digestRuntime } from './build/runtime-digest.ts';
export { ConfigurationError, digestSettings } from './config/worker-config.ts';
export { type ConfigurationView, TRIED_PARTS } from './lifecycle/configuration-tools.ts';
export { homeOf } from './home/home-folder.ts';
export { DamagedStoreIdError, findStoreId, loadStoreId } from './home/store-id.ts';
export { BackupRefusedError, HomeBusyError } from './lifecycle/lifecycle-errors.ts';
export type { MemoryErasure } from './lifecycle/memory-erasure.ts';
export type { SweptPart } from './lifecycle/sweep.ts';
export { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } from './supervisor/worker-program.ts';
export { isStoreHere, readQueueStore } from './temporal/queue-store.ts';
export type { DoctorCheck, DocumentReading };
export { turnOf } from '../workflows/domain/answers/session-memory.ts';
