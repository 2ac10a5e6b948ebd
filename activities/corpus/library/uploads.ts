import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatBytes } from '../../../workflows/contracts/common/byte-size.ts';
import { UnreadableFileError } from '../documents/document-errors.ts';
import { isArchive } from '../documents/files/file-selection.ts';
import { MAX_FILE_BYTES, refusalOfName } from '../documents/files/folder-scan.ts';
import { openArchive } from '../documents/files/zip-reading.ts';
import { type ScanReading, SCANS_UNREAD } from '../documents/scans/scan-reading.ts';
import { collectionNameOf, folderOfUser, numberedPath, UploadRefusedError, uploadPathOf } from './collections.ts';

/** An archive holds many documents; each of its members has the limit of a document. */
export const MAX_ARCHIVE_BYTES = 512 * 1_024 ** 2;
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

export interface UploadSpace {
  readonly usedBytes: number;
  readonly files: number;
}

/** Documents that people sent, as files of the home: a folder for each collection. */
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
  readonly home: string;
  readonly scans?: ScanReading;
  /** Of all uploads of one user. */
  readonly maxBytes: number;
  readonly maxFiles?: number;
}

export function createUploads(options: UploadsOptions): Uploads {
  const spaces = new Map<string, Space>();
  const spaceOf = async (user: string | null): Promise<Space> => {
    const folder = folderOfUser(options.home, user);
    const known = spaces.get(folder);
    if (known !== undefined && Date.now() - known.countedAt < COUNTED_FOR_MS) return known;
    const space = { ...(await countFiles(folder)), countedAt: Date.now() };
    spaces.set(folder, space);
    return space;
  };
  const placeOf = (user: string | null, collection: string) =>
    join(folderOfUser(options.home, user), collectionNameOf(collection));
  return {
    spaceOf,
    async store(upload) {
      const collection = collectionNameOf(upload.collection);
      const path = uploadPathOf(upload.path);
      const refusal = refusalOfName(path, options.scans ?? SCANS_UNREAD);
      if (refusal !== null) throw new UploadRefusedError('type', refusal);
      const space = await spaceOf(upload.user);
      const directory = placeOf(upload.user, collection);
      return { collection, ...(await receive({ ...upload, path }, { ...options, directory, space })) };
    },
    async remove(user, collection, given) {
      const [directory, path] = [placeOf(user, collection), uploadPathOf(given)];
      if (!(await isFile(join(directory, path)))) throw missing(path);
      await rm(join(directory, path));
      spaces.delete(folderOfUser(options.home, user));
      await removeEmptyFolders(directory, path);
    },
    async removeCollection(user, collection) {
      const directory = placeOf(user, collection);
      if ((await stat(directory).catch(() => null)) === null) throw missing(collection);
      await rm(directory, { recursive: true });
      spaces.delete(folderOfUser(options.home, user));
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
  readonly directory: string;
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
    const { path, outcome } = await settle(draft, hash, upload, place.directory);
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
  directory: string,
): Promise<Pick<StoredUpload, 'path' | 'outcome'>> {
  for (let number = 1; ; number += 1) {
    const named = number === 1 ? path : numberedPath(path, number);
    const target = join(directory, named);
    if (await placeAt(draft, target)) return { path: named, outcome: 'added' };
    if (!(await isFile(target))) throw new UploadRefusedError('exists', `${named} is a folder`);
    if ((await hashOf(target)) === hash) return { path: named, outcome: 'unchanged' };
    if (conflict === 'refuse') throw new UploadRefusedError('exists', `${named} is there, with other content`);
    if (conflict === 'replace') {
      await rename(draft, target);
      return { path: named, outcome: 'replaced' };
    }
  }
}

/** @returns false where something has the name */
async function placeAt(draft: string, target: string): Promise<boolean> {
  try {
    await mkdir(dirname(target), { recursive: true });
    await link(draft, target).catch((error: unknown) => {
      // Some file systems have no second names for a file.
      if (!NO_LINKS.has(codeOf(error))) throw error;
      return copyFile(draft, target, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && (await stat(dirname(target))).isDirectory()) return false;
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new UploadRefusedError('exists', 'a document has the name of one of its folders');
    }
    throw error;
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}

/** Up to the collection itself: an empty one is gone. */
async function removeEmptyFolders(directory: string, path: string): Promise<void> {
  const parts = path.split('/');
  for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
    const isRemoved = await rmdir(join(directory, ...parts.slice(0, depth))).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

async function countFiles(folder: string): Promise<UploadSpace> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { files: sizes.length, usedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function missing(name: string): UploadRefusedError {
  return new UploadRefusedError('missing', `there is no ${JSON.stringify(name.slice(0, 100))}`);
}
