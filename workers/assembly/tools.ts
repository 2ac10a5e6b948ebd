import { type CorpusOfRequest, isBucketAddress, selectionOf } from '@plumbline/contracts/common/file-selection';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { SearchResult, SearchWebInput } from '@plumbline/contracts/research/retrieval-activities';
import type { BucketDocuments } from '@plumbline/folders/bucket-documents';
import {
  type ChosenFolders,
  type Collection,
  collectionsOf,
  createChosenFolders,
  type UploadFiles,
} from '@plumbline/library/collections';
import { createDocumentNotes, type DocumentNotes } from '@plumbline/library/notes';
import type { CorpusIndex, UpdateCorpus } from '@plumbline/search/corpus-index';
import type { DocumentCounts, DocumentHeadings, ListedDocument } from '@plumbline/search/documents';
import type { CorpusProgress } from '@plumbline/search/progress';
import type { Records } from '@plumbline/storage/records';
import { providerDefinitions } from '@plumbline/web/provider-definitions';
import type { DescribeDocumentStepInput, DocumentDescription } from '../../activities/steps/describe-document.ts';
import { isSet, withSettingsFile } from '../config/settings-files.ts';
import { loadWorkerConfig } from '../config/worker-config.ts';
import { openUploadFiles } from './blob-stores.ts';
import type { BriefingTools } from './briefing-tools.ts';
import type { BundleTools } from './bundle-tools.ts';
import type { DocumentReading } from './document-tools.ts';
import type { LibraryTools } from './library-tools.ts';
import { createReportTools, type ReportTools } from './report-tools.ts';
import { once, type StoredParts } from './stores.ts';

/** How folders are indexed; progress comes as lines of text. */
interface FolderUpdate extends Omit<UpdateCorpus, 'directory' | 'selection' | 'onProgress'> {
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

/** What is done with reports, documents and the web without a Temporal server. */
export interface Tools extends ReportTools, DocumentLists {
  openCorpus(): Promise<CorpusIndex>;
  /** Updates the indexes of folders and reports on them as one corpus. */
  indexFolders(documents: CorpusOfRequest, options: FolderUpdate): Promise<CorpusReport>;
  /** Searches with one web provider. @throws {ProviderError} that says what to do */
  searchWeb(search: SearchWebInput, signal: AbortSignal): Promise<SearchResult>;
  /** ISO 639-1 code, or `und`. */
  detectLanguage(text: string): Promise<string>;
  /** Reads a file, or a page of the web, as a run would, and stores nothing. */
  readDocument(place: string, signal: AbortSignal, onProgress: (line: string) => void): Promise<DocumentReading>;
  /** What a model says of a document; null: none answers. */
  describeDocument(document: DescribeDocumentStepInput, signal: AbortSignal): Promise<DocumentDescription | null>;
  /** Starting and reading the folders of briefings. @throws {BriefingFileError} where a file of a folder cannot be read */
  openBriefings(): Promise<BriefingTools>;
  /** Writing and checking audit bundles. */
  openBundles(): Promise<BundleTools>;
}

// Loaded lazily: native libraries take a second, which commands that only read files should not wait for.
export function createTools(environment: NodeJS.ProcessEnv, stores: StoredParts): Tools {
  // Once: an index that is shared has a connection to its database.
  const openCorpus = once(async () =>
    (await import('./dependencies.ts')).createFolderCorpus(loadWorkerConfig(environment)),
  );
  return {
    ...createReportTools(stores),
    ...createDocumentLists(environment, stores),
    openCorpus,
    indexFolders: async (documents, options) => indexFolders(await openCorpus(), documents, options),
    searchWeb: (search, signal) => askProvider(environment, search, signal),
    detectLanguage: async (text) => (await import('@plumbline/language/detection')).detectLanguage(text),
    async readDocument(place, signal, onProgress) {
      const { readOneDocument } = await import('./document-tools.ts');
      return readOneDocument(place, loadWorkerConfig(environment), signal, onProgress);
    },
    describeDocument: (document, signal) => describeDocument(environment, document, signal),
    openBriefings: async () => (await import('./briefing-tools.ts')).briefingTools,
    openBundles: async () => (await import('./bundle-tools.ts')).createBundleTools(stores),
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

/** Costs are not recorded, because no run pays for the search. */
async function askProvider(
  environment: NodeJS.ProcessEnv,
  search: SearchWebInput,
  signal: AbortSignal,
): Promise<SearchResult> {
  const [{ createSearchProviders }, { createSearchWeb }, { createUnrecordedCalls }] = await Promise.all([
    import('@plumbline/web/search-providers'),
    import('../../activities/entries/research/search-web.ts'),
    import('@plumbline/model/calls'),
  ]);
  const providers = createSearchProviders(loadWorkerConfig(environment).web);
  return createSearchWeb({ providers, paidCalls: createUnrecordedCalls() })(search, signal);
}

/** Costs are not recorded, because no run pays for it. */
async function describeDocument(
  environment: NodeJS.ProcessEnv,
  document: DescribeDocumentStepInput,
  signal: AbortSignal,
): Promise<DocumentDescription | null> {
  const [{ createReasoner }, { describeDocumentStep }] = await Promise.all([
    import('./dependencies.ts'),
    import('../../activities/steps/describe-document.ts'),
  ]);
  const call = { engine: 'configured', metering: UNLIMITED, signal } as const;
  const reasoner = createReasoner(loadWorkerConfig(environment).model);
  const { value, cost } = await reasoner.run(describeDocumentStep, document, call);
  return cost.engine === 'offline' ? null : value;
}

async function indexFolders(
  corpus: CorpusIndex,
  { corpusDirectories, fileSelections }: CorpusOfRequest,
  { onProgress, ...options }: FolderUpdate,
): Promise<CorpusReport> {
  const [{ indexSome, joinCorpora }, { describeCorpusProgress }] = await Promise.all([
    import('@plumbline/contracts/evidence/corpus-set'),
    import('@plumbline/search/progress'),
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

type FileSelections = CorpusOfRequest['fileSelections'];

/** What is in folders, buckets and collections, and what changes collections. */
interface DocumentLists {
  /** What a folder holds, without reading it. */
  countDocuments(directory: string, fileSelections: FileSelections): Promise<DocumentCounts>;
  /** The same, with each document. */
  listDocuments(directory: string, fileSelections: FileSelections): Promise<readonly ListedDocument[]>;
  /** What some of its documents treat, or one of them. */
  sampleHeadings(
    directory: string,
    fileSelections: FileSelections,
    sourceId?: string,
  ): Promise<readonly DocumentHeadings[]>;
  /** Uploaded documents that a user sees. */
  collectionsOf(user: string | null): Promise<readonly Collection[]>;
  /** Folders of the server that users chose. */
  readonly chosenFolders: ChosenFolders;
  /** What users noted about documents. */
  readonly notes: DocumentNotes;
  /** Storing and removing uploads. */
  openLibrary(): Promise<LibraryTools>;
}

function createDocumentLists(
  environment: NodeJS.ProcessEnv,
  { home, buckets, records }: { readonly home: string; readonly buckets: BucketDocuments; readonly records: Records },
): DocumentLists {
  let files: UploadFiles | undefined;
  const notes = createDocumentNotes(records);
  const uploads = (): UploadFiles => (files ??= openUploadFiles(environment));
  /** The list, once what others have uploaded is here. A bucket that is no upload may be large: the next question fetches it. */
  const listOf = async (directory: string) => {
    if (isBucketAddress(directory) && directory.startsWith(`${uploads().directory}/`))
      await buckets.bring({ address: directory });
    return documentList();
  };
  return {
    countDocuments: async (directory, selections) =>
      (await listOf(directory)).countDocuments(inFolder(directory, selections), loadWorkerConfig(environment)),
    listDocuments: async (directory, selections) =>
      (await listOf(directory)).listDocuments(inFolder(directory, selections), loadWorkerConfig(environment)),
    sampleHeadings: async (directory, selections, sourceId) =>
      (await documentList()).sampleHeadings(inFolder(directory, selections), { home }, sourceId),
    collectionsOf: async (user) => collectionsOf(uploads(), user),
    chosenFolders: createChosenFolders(records),
    notes,
    // One for the process: it knows the space that uploads under way take.
    openLibrary: once(async () => {
      const { createLibraryTools } = await import('./library-tools.ts');
      return createLibraryTools(loadWorkerConfig(environment), uploads(), { buckets, notes });
    }),
  };
}

function documentList() {
  return import('@plumbline/search/documents');
}

function inFolder(directory: string, fileSelections: FileSelections) {
  return { directory, selection: selectionOf(directory, fileSelections, true) };
}
