import { closeSync, constants, open } from 'node:fs';
import { type FileHandle, open as openFile, readlink, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual, promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import {
  type Entry,
  fromBufferPromise,
  fromFdPromise,
  getFileNameLowLevel,
  validateFileName,
  type ZipFile,
} from 'yauzl';
import { UnreadableFileError } from '../text/document-errors.ts';
import { isArchive } from '../text/file-format.ts';

/** Flags that neither follow a link put in the file's place nor block on a pipe. */
const SAFELY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const MAX_PARTS = 10_000;
/** Limit on the unpacked size of all parts of a document together. */
const MAX_UNPACKED_BYTES = 200 * 1_024 ** 2;
/** The same of an archive, whose members are read one by one. */
const MAX_ARCHIVE_BYTES = 4 * 1_024 ** 3;
/** Small repetitive documents compress well. Above this size, none compresses by `MAX_RATIO`. */
const FREE_BYTES = 20 * 1_024 ** 2;
const MAX_RATIO = 100;

const OPTIONS = { lazyEntries: true, decodeStrings: false, autoClose: false } as const;

/** A ZIP file whose directory was read and found harmless; still packed. */
export interface CheckedZip {
  readonly names: readonly string[];
  /** A part's bytes; empty when it is missing, damaged or unpacks to more than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Uint8Array>;
  /** A part's bytes; empty when it is missing. Rejects when it is damaged. */
  unpack(name: string): Promise<Uint8Array>;
}

/**
 * Refuses a document that is a ZIP file and would unpack to an implausible size, before unpacking. The limits of the
 * parsing process catch what the directory hides.
 *
 * @param format the document's, for the reason
 * @throws {UnreadableFileError}
 */
export async function openZip(bytes: Uint8Array, format: string): Promise<CheckedZip> {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { zip, entries: found } = await readDirectory(format, () => fromBufferPromise(packed, OPTIONS));
  // An undecodable name is no reason to refuse a document.
  const entries = new Map(found.map((entry) => [entry.fileNameRaw.toString('utf8'), entry]));
  if (found.some((entry) => entry.isEncrypted())) throw new UnreadableFileError(`encrypted ${format}`);
  requirePlausible(format, found, bytes.length, MAX_UNPACKED_BYTES);
  return {
    names: [...entries.keys()],
    async read(name, maxBytes) {
      const entry = entries.get(name);
      if (entry === undefined || entry.uncompressedSize > maxBytes) return new Uint8Array();
      try {
        return await buffer(await zip.openReadStreamPromise(entry));
      } catch {
        // Ignored: the document's parser reports what is wrong with the file.
        return new Uint8Array();
      }
    },
    async unpack(name) {
      const entry = entries.get(name);
      return entry === undefined ? new Uint8Array() : buffer(await zip.openReadStreamPromise(entry));
    },
  };
}

async function readDirectory(
  format: string,
  openFile: () => Promise<ZipFile>,
): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const entries: Entry[] = [];
  let zip: ZipFile | undefined;
  try {
    zip = await openFile();
    if (zip.entryCount > MAX_PARTS) throw new UnreadableFileError(`${format} of more than ${MAX_PARTS} parts`);
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return { zip, entries };
  } catch (error) {
    zip?.close();
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(`damaged ${format}: its ZIP directory cannot be read`, { cause: error });
  }
}

function requirePlausible(format: string, entries: readonly Entry[], packedBytes: number, maxBytes: number): void {
  const unpacked = entries.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0);
  const isBomb = unpacked > FREE_BYTES && unpacked > packedBytes * MAX_RATIO;
  if (unpacked > maxBytes || isBomb) {
    throw new UnreadableFileError(`${format} that unpacks to ${Math.round(unpacked / 1_024 ** 2)} MB`);
  }
}

export interface ArchiveMember {
  /** With slashes, as written in the archive. */
  readonly name: string;
  /** Unpacked. */
  readonly bytes: number;
  readonly checksum: number;
  /** Why it is not unpacked; null for one that may be. */
  readonly refusal: string | null;
}

/** An archive whose directory was read. Nothing of it is written to a disk. */
export interface OpenArchive {
  readonly members: readonly ArchiveMember[];
  /** @throws {UnreadableFileError} */
  unpack(name: string): Promise<Uint8Array>;
  close(): void;
}

/** @param path real path, not a link @param root see {@link readRegularFile} @throws {UnreadableFileError} */
export async function openArchive(path: string, root?: string): Promise<OpenArchive> {
  const file = await promisify<string, number, number>(open)(path, SAFELY);
  const giveUp = (error: unknown): never => {
    closeSync(file);
    throw error;
  };
  await requireInside(root, path, file).catch(giveUp);
  const openDirectory = () => fromFdPromise(file, OPTIONS).catch(giveUp);
  const { zip, entries: found } = await readDirectory('ZIP archive', openDirectory);
  try {
    requirePlausible('ZIP archive', found, zip.fileSize, MAX_ARCHIVE_BYTES);
  } catch (error) {
    zip.close();
    throw error;
  }
  const entries = new Map<string, Entry>();
  const members = found.flatMap((entry) => {
    const name = nameOf(entry);
    if (name.endsWith('/')) return [];
    const refusal = entries.has(name) ? 'twice in its archive' : refusalOf(name, entry);
    if (refusal === null) entries.set(name, entry);
    return [{ name, bytes: entry.uncompressedSize, checksum: entry.crc32, refusal }];
  });
  return {
    members,
    async unpack(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new UnreadableFileError('disappeared from its archive while it was read');
      const bytes = await buffer(await zip.openReadStreamPromise(entry)).catch(() => null);
      if (bytes === null || crc32(bytes) !== entry.crc32) throw new UnreadableFileError('damaged in its archive');
      return bytes;
    },
    close: () => zip.close(),
  };
}

/** Many programs write UTF-8 without saying so, and some of Windows backslashes between folders. */
function nameOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw).replaceAll('\\', '/');
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  }
}

function refusalOf(name: string, entry: Entry): string | null {
  if (validateFileName(name) !== null || name.includes('\0') || /(?:^|\/)\.?(?:\/|$)/.test(name))
    return 'unsafe name in its archive';
  if (entry.isEncrypted()) return 'encrypted in its archive (a password is needed)';
  if (!entry.canDecodeFileData()) return 'compressed in a way that cannot be read';
  return isArchive(name) ? 'archive in an archive: unpack it' : null;
}

const ATTEMPTS = 3;
/** Why a file with several names is not read where that is refused. */
export const HARD_LINK = 'has another name, which may be outside the folder';

/**
 * Reads a consistent snapshot of a regular file.
 *
 * @param path real path, not a link
 * @param root real path of the folder that it has to be in
 * @throws {UnreadableFileError} when it is not a regular file, is too large, or keeps changing while it is read
 */
export async function readRegularFile(
  path: string,
  {
    maxBytes = Number.POSITIVE_INFINITY,
    root,
    refusesHardLinks = false,
  }: {
    readonly maxBytes?: number;
    readonly root?: string | undefined;
    readonly refusesHardLinks?: boolean | undefined;
  } = {},
): Promise<Uint8Array> {
  const file = await openFile(path, SAFELY);
  try {
    await requireInside(root, path, file.fd);
    if (refusesHardLinks && (await file.stat()).nlink > 1) throw new UnreadableFileError(HARD_LINK);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = await stateOf(file, maxBytes);
      const bytes = await readWhole(file, before.size);
      if (isDeepStrictEqual(await stateOf(file, maxBytes), before)) return bytes;
    }
  } finally {
    await file.close();
  }
  throw new UnreadableFileError('keeps changing while it is read');
}

/**
 * A folder on the way may have become a link since it was listed: what counts is where the file is that was opened. Other systems
 * than Linux tell that by its path alone.
 */
async function requireInside(root: string | undefined, path: string, descriptor: number): Promise<void> {
  if (root === undefined) return;
  const opened = await readlink(`/proc/self/fd/${descriptor}`).catch(() => realpath(path));
  if (!opened.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new UnreadableFileError('moved out of its folder while it was read');
}

async function stateOf(
  file: FileHandle,
  maxBytes: number,
): Promise<{ size: number; changed: number; touched: number }> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new UnreadableFileError('not a regular file');
  if (stats.size > maxBytes) throw new UnreadableFileError(`larger than the limit of ${formatBytes(maxBytes)}`);
  return { size: stats.size, changed: stats.mtimeMs, touched: stats.ctimeMs };
}

async function readWhole(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
