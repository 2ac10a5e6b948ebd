import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { BundleContents, BundleFile } from './bundle-contents.ts';
import { archiveOf, BundleNotPossibleError, BundleRefusedError, isBundlePath, type Member } from './bundle-format.ts';

/** A bundle whose directory was read and found harmless. Nothing of it is ever written to a disk. */
export interface OpenedBundle {
  readonly entries: readonly Member[];
  /** SHA-256 (hex) of a file; empty where it has no hash. */
  hash(path: string): Promise<string>;
  /** Null where there is no such file. @throws {BundleRefusedError} when it is too large to be read at once */
  read(path: string): Promise<Buffer | null>;
  close(): void;
}

const MAX_ENTRIES = 20_000;
/** More than any text, record or history has; larger documents are only hashed. */
const MAX_READ_BYTES = 256 * 1_024 ** 2;

export interface WrittenBundle {
  readonly path: string;
  readonly bytes: number;
  /** Of the archive: who keeps it elsewhere can tell later whether the bundle is still this one. */
  readonly sha256: string;
}

/**
 * Opens a bundle from anywhere.
 *
 * Bundles are not compressed, so one that is holds something else; all files together cannot be larger than the
 * archive; and only names that bundles have are accepted. That leaves nothing to unpack that would not fit, and no path
 * to follow.
 *
 * @throws {BundleRefusedError} that names the entry
 */
export async function openBundle(path: string): Promise<OpenedBundle> {
  const zip = await openZip(path);
  try {
    const found = await readDirectory(zip);
    checkTotal(found, zip.fileSize);
    const entries = found.map((entry) => ({
      path: nameOf(entry),
      bytes: entry.uncompressedSize,
      open: () => zip.openReadStreamPromise(entry),
    }));
    return { entries, ...readingOf(entries), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    // Names and sizes are checked here, so that the entry can be named.
    return await openPromise(path, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: false,
    });
  } catch (error) {
    throw refused('it is no complete ZIP archive', error);
  }
}

async function readDirectory(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw refused(`it has ${zip.entryCount} entries, more than ${MAX_ENTRIES}`);
  const found = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      const fault = found.has(name) ? 'is there twice' : faultOf(entry);
      if (fault !== null) throw refused(`its entry ${JSON.stringify(name)} ${fault}`);
      found.set(name, entry);
    }
  } catch (error) {
    if (error instanceof BundleRefusedError) throw error;
    throw refused(
      `its directory cannot be read after ${JSON.stringify([...found.keys()].at(-1) ?? 'its beginning')}`,
      error,
    );
  }
  return [...found.values()];
}

function nameOf({ fileNameRaw }: Entry): string {
  return fileNameRaw.toString('utf8');
}

/** ZIP says in the upper half what kind of file it is on Unix, in the mode's first four bits. */
const KIND_OF_FILE = 0o170000;
const PLAIN_FILE = 0o100000;

function faultOf(entry: Entry): string | null {
  const name = nameOf(entry);
  const kind = (entry.externalFileAttributes >>> 16) & KIND_OF_FILE;
  if (leavesFolder(name)) return 'leads out of the folder that it would be unpacked to';
  if (kind !== PLAIN_FILE && kind !== 0) return 'is no plain file, but a link or a folder';
  if (!isBundlePath(name)) return 'is no file of a bundle';
  if (entry.isEncrypted()) return 'is encrypted';
  if (entry.compressionMethod !== 0 || entry.compressedSize !== entry.uncompressedSize)
    return `is compressed, which no bundle is, and would unpack to ${formatBytes(entry.uncompressedSize)}`;
  return null;
}

function leavesFolder(name: string): boolean {
  return name.split(/[\\/]/).includes('..') || /^([\\/]|[A-Za-z]:)/.test(name);
}

/** Entries that share their bytes would let a small archive hold endless ones. */
function checkTotal(entries: readonly Entry[], archiveBytes: number): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total <= archiveBytes) return;
  const largest = entries.reduce((a, b) => (b.uncompressedSize > a.uncompressedSize ? b : a));
  throw refused(
    `its entries claim ${formatBytes(total)}, more than the archive has; the largest is ${JSON.stringify(nameOf(largest))}`,
  );
}

function readingOf(entries: readonly Member[]): Pick<OpenedBundle, 'hash' | 'read'> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return {
    async hash(path) {
      const hash = createHash('sha256');
      const entry = byPath.get(path);
      if (entry === undefined) return '';
      await reading(path, async () => {
        for await (const chunk of await entry.open()) hash.update(chunk);
      });
      return hash.digest('hex');
    },
    async read(path) {
      const entry = byPath.get(path);
      if (entry === undefined) return null;
      if (entry.bytes > MAX_READ_BYTES)
        throw refused(`its entry ${JSON.stringify(path)} has ${formatBytes(entry.bytes)}, too much to be read at once`);
      return reading(path, async () => buffer(await entry.open()));
    },
  };
}

/** @throws {BundleRefusedError} that names the entry, whatever goes wrong */
async function reading<Value>(path: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw refused(`its entry ${JSON.stringify(path)} cannot be read`, error);
  }
}

function refused(what: string, cause?: unknown): BundleRefusedError {
  const why = cause instanceof Error ? ` (${cause.message})` : '';
  return new BundleRefusedError(`the bundle is refused: ${what}${why}`, { cause });
}

/** The bytes of a bundle, one file in memory at a time. It fails with a `BundleNotPossibleError` when a document changed meanwhile. */
export function openArchive({ files }: BundleContents): Readable {
  return archiveOf(files.map((file) => ({ ...file, open: () => openFile(file) })));
}

/**
 * Writes a bundle. What is at the path is replaced, but only by a complete one.
 *
 * @throws {BundleNotPossibleError} when a document changed meanwhile
 */
export async function writeBundle(contents: BundleContents, path: string, signal: AbortSignal): Promise<WrittenBundle> {
  const draft = `${path}.${crypto.randomUUID()}.partial`;
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(openArchive(contents), counting, createWriteStream(draft, { flags: 'wx', flush: true }), { signal });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Files of a folder may change between the manifest and here. */
async function openFile(file: BundleFile): Promise<Readable> {
  const { path, sha256 } = file;
  const bytes = await file.load();
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new BundleNotPossibleError(`${path} changed while the bundle was written; export it again`);
  return Readable.from([bytes]);
}
