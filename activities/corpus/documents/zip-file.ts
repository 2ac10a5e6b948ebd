import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableFileError } from './document-errors.ts';

const MAX_PARTS = 10_000;
/** Limit on the unpacked size of all parts of a document together. */
const MAX_UNPACKED_BYTES = 200 * 1_024 ** 2;
/** Small repetitive documents compress well. Above this size, none compresses by `MAX_RATIO`. */
const FREE_BYTES = 20 * 1_024 ** 2;
const MAX_RATIO = 100;

/** A ZIP file whose directory was read and found harmless; still packed. */
export interface CheckedZip {
  readonly names: readonly string[];
  /** A part's bytes; empty when it is missing, damaged or unpacks to more than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Uint8Array>;
  /** A part's bytes; empty when it is missing. Rejects when it is damaged. */
  unpack(name: string): Promise<Uint8Array>;
}

/**
 * Refuses a ZIP file that would unpack to an implausible size, before unpacking. The limits of the parsing process
 * catch what the directory hides.
 *
 * @param name of the format, for messages
 * @throws {UnreadableFileError}
 */
export async function openZip(bytes: Uint8Array, name: string): Promise<CheckedZip> {
  const { zip, entries } = await readDirectory(bytes, name);
  checkEntries([...entries.values()], bytes.length, name);
  return {
    names: [...entries.keys()],
    async read(part, maxBytes) {
      const entry = entries.get(part);
      if (entry === undefined || entry.uncompressedSize > maxBytes) return new Uint8Array();
      try {
        return await buffer(await zip.openReadStreamPromise(entry));
      } catch {
        // Ignored: the document's parser reports what is wrong with the file.
        return new Uint8Array();
      }
    },
    async unpack(part) {
      const entry = entries.get(part);
      return entry === undefined ? new Uint8Array() : buffer(await zip.openReadStreamPromise(entry));
    },
  };
}

async function readDirectory(bytes: Uint8Array, name: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  try {
    // Names are decoded here: an undecodable one is no reason to refuse a document.
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      decodeStrings: false,
    });
    if (zip.entryCount > MAX_PARTS) throw new UnreadableFileError(`${name} of more than ${MAX_PARTS} parts`);
    for await (const entry of zip.eachEntry()) entries.set(entry.fileNameRaw.toString('utf8'), entry);
    return { zip, entries };
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(`damaged ${name}: its ZIP directory cannot be read`, { cause: error });
  }
}

function checkEntries(entries: readonly Entry[], packedBytes: number, name: string): void {
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableFileError(`encrypted ${name}`);
  const unpacked = entries.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0);
  const isBomb = unpacked > FREE_BYTES && unpacked > packedBytes * MAX_RATIO;
  if (unpacked > MAX_UNPACKED_BYTES || isBomb) {
    throw new UnreadableFileError(`${name} that unpacks to ${Math.round(unpacked / 1_024 ** 2)} MB`);
  }
}
