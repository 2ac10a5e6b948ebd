import { UnreadableFileError } from './document-errors.ts';
import type { ZipEntry } from './zip-directory.ts';

/** Most bytes that the parts of a document may have together when they are unpacked. */
const MAX_UNPACKED_BYTES = 200 * 1_024 ** 2;
/** Small documents of many repetitions are packed well. Above this size so many times smaller is no document. */
const FREE_BYTES = 20 * 1_024 ** 2;
const MAX_RATIO = 100;

/**
 * Refuses a ZIP file that would unpack to more than a document can be, before anything is unpacked. What the directory
 * hides, the limits of the parsing process catch.
 *
 * @param packedBytes of the whole file
 * @throws {UnreadableFileError}
 */
export function checkZip(entries: readonly ZipEntry[], packedBytes: number): void {
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new UnreadableFileError('encrypted DOCX');
  const unpacked = entries.reduce((total, { unpackedBytes }) => total + unpackedBytes, 0);
  const isBomb = unpacked > FREE_BYTES && unpacked > packedBytes * MAX_RATIO;
  if (unpacked > MAX_UNPACKED_BYTES || isBomb) {
    throw new UnreadableFileError(`DOCX that unpacks to ${Math.round(unpacked / 1_024 ** 2)} MB`);
  }
}
