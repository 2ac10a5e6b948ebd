import { realpath } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { isBucketAddress } from '@plumbline/contracts/common/file-selection';
import { scanReading } from '@plumbline/documents/scans';
import type { BucketDocuments } from '@plumbline/folders/bucket-documents';
import { MAX_ARCHIVE_BYTES, MAX_FILE_BYTES } from '@plumbline/folders/folder-scan';
import { collectionNameOf, collectionsOf, type UploadFiles, UploadRefusedError } from '@plumbline/library/collections';
import type { DocumentNotes } from '@plumbline/library/notes';
import { createUploads, type StoredUpload, type Upload, type Uploads } from '@plumbline/library/uploads';
import { folderIndexIdOf } from '@plumbline/search/folders';
import { removeIndex } from '@plumbline/search/removal';
import { PageUnavailableError } from '@plumbline/web/page-refusal';
import type { WorkerConfig } from '../config/worker-config.ts';
import { fetchPageFile } from './document-tools.ts';

/** What an upload may be. */
export interface UploadLimits {
  readonly maxDocumentBytes: number;
  readonly maxArchiveBytes: number;
  /** Of all uploads of one user; 0: none are taken. */
  readonly maxBytes: number;
}

/** Uploads: stored, fetched, removed. */
export interface LibraryTools extends Uploads {
  readonly limits: UploadLimits;
  /** Fetches a page once and stores it. @throws {UploadRefusedError} for a page that cannot be read */
  storePage(
    page: Omit<Upload, 'path' | 'content'> & { readonly address: string },
    signal: AbortSignal,
  ): Promise<StoredUpload>;
}

/** @param beside copies of collections that are in a bucket, and notes, which go with their documents */
export function createLibraryTools(
  { home, ocr, web, maxUploadBytes: maxBytes }: WorkerConfig,
  files: UploadFiles,
  { buckets, notes }: { readonly buckets: BucketDocuments; readonly notes: DocumentNotes },
): LibraryTools {
  const uploads = createUploads({ home, files, maxBytes, scans: scanReading(ocr) });
  /** Without its collection, an index holds words of removed documents for nothing. */
  const withIndex = async (
    [user, collection, path]: readonly [user: string | null, collection: string, path?: string],
    remove: () => Promise<void>,
  ): Promise<void> => {
    const name = collectionNameOf(collection);
    const find = async () => (await collectionsOf(files, user)).find((each) => each.isOwn && each.name === name);
    const directory = (await find())?.directory;
    const isBucket = directory !== undefined && isBucketAddress(directory);
    const root = directory === undefined || isBucket ? directory : await realpath(directory);
    await remove();
    if (directory !== undefined) await notes.remove({ directory, ...(path !== undefined && { path }) });
    if (root === undefined || (await find()) !== undefined) return;
    // An update that is under way finds the folder gone; `delete --unused` removes such an index.
    await removeIndex(home, folderIndexIdOf(root, undefined));
    // The copy here becomes as empty as the collection.
    if (isBucket) await buckets.bring({ address: directory });
  };
  return {
    ...uploads,
    limits: { maxDocumentBytes: MAX_FILE_BYTES, maxArchiveBytes: MAX_ARCHIVE_BYTES, maxBytes },
    async storePage({ address, ...upload }, signal) {
      const page = await fetchPageFile(address, web, signal).catch((error: unknown) => {
        if (!(error instanceof PageUnavailableError)) throw error;
        throw new UploadRefusedError('unreachable', error.message);
      });
      if (typeof page === 'string') throw new UploadRefusedError('type', `the page ${page}`);
      return uploads.store({ ...upload, path: page.name, content: Readable.from([page.bytes]) });
    },
    remove: (user, collection, path) =>
      withIndex([user, collection, path], () => uploads.remove(user, collection, path)),
    removeCollection: (user, collection) =>
      withIndex([user, collection], () => uploads.removeCollection(user, collection)),
  };
}
