import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlobDamagedError, BlobNotFoundError } from './blob-errors.ts';
import type { BlobStore } from './blob-store.ts';

/** Blobs as files `<home>/blobs/<first two hex digits>/<sha256>`; a file is complete or absent, whatever is killed. */
export function createFileBlobStore(home: string): BlobStore {
  const pathOf = (sha256: string): string => join(home, 'blobs', sha256.slice(0, 2), sha256);

  const putBytes: BlobStore['putBytes'] = async (bytes, mediaType) => {
    const sha256 = sha256Of(bytes);
    // Also writes over a damaged blob.
    if (!(await holds(pathOf(sha256), sha256))) await writeAtomically(pathOf(sha256), bytes);
    return { sha256, byteLength: bytes.length, mediaType };
  };

  const getBytes = async ({ sha256 }: { readonly sha256: string }): Promise<Buffer> => {
    const bytes = await readIfPresent(pathOf(sha256));
    if (bytes === undefined) throw new BlobNotFoundError(sha256);
    if (sha256Of(bytes) !== sha256) throw new BlobDamagedError(sha256);
    return bytes;
  };

  return {
    putBytes,
    getBytes,
    putText: (text, mediaType) => putBytes(Buffer.from(text, 'utf8'), mediaType),
    getText: async (ref) => (await getBytes(ref)).toString('utf8'),
  };
}

async function holds(path: string, sha256: string): Promise<boolean> {
  const bytes = await readIfPresent(path);
  return bytes !== undefined && sha256Of(bytes) === sha256;
}

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.partial`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
