import type { BucketDocuments } from '../../activities/corpus/documents/files/bucket-documents.ts';
import {
  type ChosenFolders,
  type Collection,
  collectionsOf,
  createChosenFolders,
  type UploadFiles,
} from '../../activities/corpus/library/collections.ts';
import type {
  DocumentCounts,
  DocumentHeadings,
  ListedDocument,
} from '../../activities/corpus/search-index/document-list.ts';
import type { Records } from '../../activities/platform/storage/records.ts';
import { type CorpusOfRequest, isBucketAddress, selectionOf } from '../../workflows/contracts/common/file-selection.ts';
import { loadWorkerConfig } from '../config/worker-config.ts';
import { openUploadFiles } from './blob-stores.ts';
import type { LibraryTools } from './library-tools.ts';

/** What is in folders, buckets and collections, and what changes collections. */
export interface DocumentLists {
  /** What a folder holds, without reading it. */
  countDocuments(directory: string, fileSelections: CorpusOfRequest['fileSelections']): Promise<DocumentCounts>;
  /** The same, with each document. */
  listDocuments(
    directory: string,
    fileSelections: CorpusOfRequest['fileSelections'],
  ): Promise<readonly ListedDocument[]>;
  /** What some of its documents treat. */
  sampleHeadings(
    directory: string,
    fileSelections: CorpusOfRequest['fileSelections'],
  ): Promise<readonly DocumentHeadings[]>;
  /** Uploaded documents that a user sees. */
  collectionsOf(user: string | null): Promise<readonly Collection[]>;
  /** Folders of the server that users chose. */
  readonly chosenFolders: ChosenFolders;
  /** Storing and removing uploads. */
  openLibrary(): Promise<LibraryTools>;
}

export function createDocumentLists(
  environment: NodeJS.ProcessEnv,
  { home, buckets, records }: { readonly home: string; readonly buckets: BucketDocuments; readonly records: Records },
): DocumentLists {
  // One for the process: it knows the space that uploads under way take.
  let library: Promise<LibraryTools> | undefined;
  let files: UploadFiles | undefined;
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
    sampleHeadings: async (directory, selections) =>
      (await documentList()).sampleHeadings(inFolder(directory, selections), { home }),
    collectionsOf: async (user) => collectionsOf(uploads(), user),
    chosenFolders: createChosenFolders(records),
    openLibrary: () =>
      (library ??= import('./library-tools.ts').then(({ createLibraryTools }) =>
        createLibraryTools(loadWorkerConfig(environment), uploads(), buckets),
      )),
  };
}

function documentList() {
  return import('../../activities/corpus/search-index/document-list.ts');
}

function inFolder(directory: string, fileSelections: CorpusOfRequest['fileSelections']) {
  return { directory, selection: selectionOf(directory, fileSelections, true) };
}
