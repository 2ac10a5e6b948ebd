import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { UnreadableFileError } from '@plumbline/documents/errors';
import { openArchive } from '@plumbline/documents/files';
import { isArchive } from '@plumbline/documents/formats';
import { type ScanReading, scanReading } from '@plumbline/documents/scans';
import { MAX_ARCHIVE_BYTES, MAX_FILE_BYTES, refusalOfName } from '@plumbline/folders/folder-scan';
import {
  collectionNameOf,
  numberedPath,
  ownerOf,
  type UploadFiles,
  type UploadFolder,
  uploadPathOf,
  UploadRefusedError,
  type UploadSpace,
} from './collections.ts';

const MAX_FILES = 10_000;
/** Other processes may store and remove too; counting 10,000 files at every upload would take longer than the upload. */
const COUNTED_FOR_MS = 30_000;

/** What becomes of a document whose name is taken by one of other content. */
export type UploadConflict = 'refuse' | 'replace' | 'keep-both';

export interface Upload {
  /** Null: everybody's. */
  readonly user: string | null;
  readonly collection: string;
  /** Within the collection. */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly conflict: UploadConflict;
}

/** Where a document is now. */
export interface StoredUpload {
  readonly collection: string;
  readonly path: string;
  readonly bytes: number;
  readonly outcome: 'added' | 'replaced' | 'unchanged';
}

/** Documents that people sent: a folder for each collection. */
export interface Uploads {
  /** Streams; a document is there as a whole or not at all. @throws {UploadRefusedError} */
  store(upload: Upload): Promise<StoredUpload>;
  /** @throws {UploadRefusedError} if it is not there */
  remove(user: string | null, collection: string, path: string): Promise<void>;
  /** @throws {UploadRefusedError} if it is not there */
  removeCollection(user: string | null, collection: string): Promise<void>;
  spaceOf(user: string | null): Promise<UploadSpace>;
}

export interface UploadsOptions {
  /** Where what is under way is kept. */
  readonly home: string;
  readonly files: UploadFiles;
  readonly scans?: ScanReading;
  /** Of all uploads of one user. */
  readonly maxBytes: number;
  readonly maxFiles?: number;
}

export function createUploads(options: UploadsOptions): Uploads {
  const { files } = options;
  const spaces = new Map<string, Space>();
  const spaceOf = async (user: string | null): Promise<Space> => {
    const owner = ownerOf(user);
    const known = spaces.get(owner);
    if (known !== undefined && Date.now() - known.countedAt < COUNTED_FOR_MS) return known;
    const space = { ...(await files.spaceOf(owner)), countedAt: Date.now() };
    spaces.set(owner, space);
    return space;
  };
  const folderOf = (user: string | null, collection: string) =>
    files.folder(ownerOf(user), collectionNameOf(collection));
  return {
    spaceOf,
    async store(upload) {
      const collection = collectionNameOf(upload.collection);
      const path = uploadPathOf(upload.path);
      const refusal = refusalOfName(path, options.scans ?? scanReading());
      if (refusal !== null) throw new UploadRefusedError('type', refusal);
      const space = await spaceOf(upload.user);
      const folder = folderOf(upload.user, collection);
      return { collection, ...(await receive({ ...upload, path }, { ...options, folder, space })) };
    },
    async remove(user, collection, given) {
      const path = uploadPathOf(given);
      if (!(await folderOf(user, collection).remove(path))) throw missing(path);
      spaces.delete(ownerOf(user));
    },
    async removeCollection(user, collection) {
      if (!(await folderOf(user, collection).removeAll())) throw missing(collection);
      spaces.delete(ownerOf(user));
    },
  };
}

interface Space {
  usedBytes: number;
  files: number;
  readonly countedAt: number;
}

interface Place extends UploadsOptions {
  /** Of the collection. */
  readonly folder: UploadFolder;
  readonly space: Space;
}

/** Takes the content in beside the collections, so that no reader meets half a document. */
async function receive(upload: Upload, place: Place): Promise<Omit<StoredUpload, 'collection'>> {
  const incoming = join(place.home, 'uploads', '.incoming');
  await mkdir(incoming, { recursive: true });
  const draft = join(incoming, randomUUID());
  let received = 0;
  const { space } = place;
  if (space.files >= (place.maxFiles ?? MAX_FILES)) {
    throw new UploadRefusedError('full', `there are ${space.files} documents already, which is the limit`);
  }
  const count = (bytes: number): void => {
    received += bytes;
    space.usedBytes += bytes;
    requireRoom(upload.path, received, place);
  };
  try {
    const hash = await write(upload.content, draft, count);
    await requireReadable(upload.path, draft);
    const { path, outcome } = await settle(draft, hash, upload, place.folder);
    if (outcome === 'added') space.files += 1;
    if (outcome === 'unchanged') space.usedBytes -= received;
    return { path, bytes: received, outcome };
  } catch (error) {
    space.usedBytes -= received;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function requireRoom(path: string, received: number, { maxBytes, space }: Place): void {
  const limit = isArchive(path) ? MAX_ARCHIVE_BYTES : MAX_FILE_BYTES;
  if (received > limit) throw new UploadRefusedError('large', `larger than the limit of ${formatBytes(limit)}`);
  if (space.usedBytes <= maxBytes) return;
  throw new UploadRefusedError(
    'full',
    `all uploads together would be larger than the limit of ${formatBytes(maxBytes)}`,
  );
}

/** @returns the SHA-256 of what came */
async function write(
  content: AsyncIterable<Uint8Array>,
  draft: string,
  count: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256');
  const measured = async function* () {
    for await (const chunk of content) {
      count(chunk.length);
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(measured, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
  return hash.digest('hex');
}

/** An archive is refused at once; what else cannot be read shows when it is read. */
async function requireReadable(path: string, draft: string): Promise<void> {
  if (!isArchive(path)) return;
  try {
    (await openArchive(draft)).close();
  } catch (error) {
    throw error instanceof UnreadableFileError ? new UploadRefusedError('type', error.message) : error;
  }
}

/** Gives the draft its name, and never overwrites without being told to. */
async function settle(
  draft: string,
  hash: string,
  { path, conflict }: Upload,
  folder: UploadFolder,
): Promise<Pick<StoredUpload, 'path' | 'outcome'>> {
  for (let number = 1; ; number += 1) {
    const named = number === 1 ? path : numberedPath(path, number);
    if (await folder.add(draft, named)) return { path: named, outcome: 'added' };
    const known = await folder.hashOf(named);
    if (known === null) throw new UploadRefusedError('exists', `${named} is a folder`);
    if (known === hash) return { path: named, outcome: 'unchanged' };
    if (conflict === 'refuse') throw new UploadRefusedError('exists', `${named} is there, with other content`);
    if (conflict === 'replace') {
      await folder.replace(draft, named);
      return { path: named, outcome: 'replaced' };
    }
  }
}

function missing(name: string): UploadRefusedError {
  return new UploadRefusedError('missing', `there is no ${JSON.stringify(name.slice(0, 100))}`);
}
