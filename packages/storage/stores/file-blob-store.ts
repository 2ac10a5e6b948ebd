import { createHash } from 'node:crypto';
import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobDamagedError, BlobNotFoundError, type BlobStore } from './blob-store.ts';
import { isMissing, replaceFile } from './json-files.ts';

/** Reading a blob updates its time at most this often, so the last use may be this much later than the file's time. */
export const USE_NOTED_EVERY_MS = 3_600_000;

/**
 * Blobs as files `<home>/blobs/<first two hex digits>/<sha256>`; a file is complete or absent, even after a kill.
 *
 * Its modification time is its last use: a recently stored or read blob may belong to a run that has not recorded its
 * references yet. See `sweepBlob`.
 */
export function createFileBlobStore(home: string): BlobStore {
  const pathOf = (sha256: string): string => blobPathOf(home, sha256);

  const putBytes: BlobStore['putBytes'] = async (bytes, mediaType) => {
    const sha256 = sha256Of(bytes);
    const path = pathOf(sha256);
    // Also overwrites a damaged blob, and rewrites one that a sweep is removing right now.
    if (!((await holds(path, sha256)) && (await noteUse(path)))) await replaceFile(path, bytes);
    return { sha256, byteLength: bytes.length, mediaType };
  };

  const getBytes = async ({ sha256 }: { readonly sha256: string }): Promise<Buffer> => {
    const isWhole = (bytes: Buffer | undefined) => bytes !== undefined && sha256Of(bytes) === sha256;
    const first = await readWhereverItIs(pathOf(sha256));
    // Once more: the disk may have failed for a moment, and storing the text again replaces a damaged file.
    const bytes = isWhole(first) ? first : await readWhereverItIs(pathOf(sha256));
    if (bytes === undefined) throw new BlobNotFoundError(sha256);
    if (!isWhole(bytes)) throw new BlobDamagedError(sha256);
    await noteReading(pathOf(sha256));
    return bytes;
  };

  return {
    putBytes,
    getBytes,
    putText: (text, mediaType) => putBytes(Buffer.from(text, 'utf8'), mediaType),
    getText: async (ref) => (await getBytes(ref)).toString('utf8'),
  };
}

export function blobPathOf(home: string, sha256: string): string {
  return join(home, 'blobs', sha256.slice(0, 2), sha256);
}

/** Where a sweep keeps a blob until it decides on its deletion. */
export function sweptPathOf(path: string): string {
  return `${path}.swept`;
}

/** A sweep sets a blob aside briefly, and puts it back if it was used after all. */
async function readWhereverItIs(path: string): Promise<Buffer | undefined> {
  return (await readIfPresent(path)) ?? (await readIfPresent(sweptPathOf(path))) ?? (await readIfPresent(path));
}

async function noteReading(path: string): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  if (mtimeMs < Date.now() - USE_NOTED_EVERY_MS) await noteUse(path);
}

/** @returns false when the blob no longer exists, or belongs to another user */
async function noteUse(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function holds(path: string, sha256: string): Promise<boolean> {
  const bytes = await readIfPresent(path);
  return bytes !== undefined && sha256Of(bytes) === sha256;
}

export async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
