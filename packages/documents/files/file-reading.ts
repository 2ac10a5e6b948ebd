import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { UnreadableFileError } from '../text/document-errors.ts';

/** Flags that neither follow a link put in the file's place nor block on a pipe. */
const SAFELY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ATTEMPTS = 3;

/**
 * Reads a consistent snapshot of a regular file.
 *
 * @param path real path, not a link
 * @throws {UnreadableFileError} when it is not a regular file, is too large, or keeps changing while it is read
 */
export async function readRegularFile(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const file = await open(path, SAFELY);
  try {
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
