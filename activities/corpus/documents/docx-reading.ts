import { buffer } from 'node:stream/consumers';
import mammoth from 'mammoth';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableFileError } from './document-errors.ts';
import { rewriteDocument, unreadNote } from './docx/docx-document.ts';
import { finishMarkdown, finishTitle } from './docx/docx-marks.ts';
import type { ReadText } from './file-format.ts';
import { readContentHtml } from './html-reading.ts';

const MAX_PARTS = 10_000;
/** Limit on the unpacked size of all parts of a document together. */
const MAX_UNPACKED_BYTES = 200 * 1_024 ** 2;
/** Small repetitive documents compress well. Above this size, none compresses by `MAX_RATIO`. */
const FREE_BYTES = 20 * 1_024 ** 2;
const MAX_RATIO = 100;

type MammothInput = Parameters<typeof mammoth.convertToHtml>[0];

const MAX_PROPERTIES_BYTES = 1_024 ** 2;

/** Parts whose words {@link rewriteDocument} writes into the body, so that Mammoth does not read them again. */
const REWRITTEN_PARTS = /\/(?:numbering|footnotes|endnotes|comments)\d*\.xml$/;

/** A Word document as Markdown: all that its reader sees, and what is hidden, struck out or deleted marked as such. @throws {UnreadableFileError} */
export async function readDocx(bytes: Uint8Array): Promise<ReadText> {
  if (isOleFile(bytes)) throw new UnreadableFileError(oleReason(bytes));
  const zip = await openZip(bytes);
  const read = async (name: string): Promise<string> => new TextDecoder().decode(await zip.unpack(name));
  try {
    const { parts, reading } = await rewriteDocument(read);
    const file = {
      exists: (name: string) => zip.names.includes(name) && !REWRITTEN_PARTS.test(name),
      read: async (name: string) => parts.get(name) ?? read(name),
    };
    // Its types leave out that it takes a file of other sources.
    const { value, messages } = await mammoth.convertToHtml({ file } as unknown as MammothInput);
    const document = await readContentHtml(value);
    const symbols = messages.filter(({ message }) => message.startsWith('A w:sym element')).length;
    return {
      ...document,
      text: finishMarkdown(document.text, reading),
      title: document.title === null ? null : finishTitle(document.title, reading),
      problem: unreadNote(reading, symbols),
      beside: await propertiesOf(zip),
    };
  } catch (error) {
    throw new UnreadableFileError(`damaged DOCX: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Title, subject, keywords, comments: the properties that Word shows with a document. */
async function propertiesOf(zip: CheckedZip): Promise<string> {
  const parts = zip.names.filter((name) => /^docProps\/\w+\.xml$/.test(name)).slice(0, 5);
  const texts = await Promise.all(
    parts.map(async (name) => new TextDecoder().decode(await zip.read(name, MAX_PROPERTIES_BYTES))),
  );
  return texts.join('\n\n').replaceAll(/<[^<>]*>/g, '\n\n');
}

/** The container of old Word documents, and of encrypted new ones ([MS-CFB] 2.2). */
function isOleFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';
}

/** An encrypted document is one stream of this name ([MS-OFFCRYPTO] 2.3). */
function oleReason(bytes: Uint8Array): string {
  const isEncrypted = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return isEncrypted ? 'encrypted DOCX (a password is needed)' : 'old Word format: save it as DOCX or PDF';
}

/** A ZIP file whose directory was read and found harmless; still packed. */
interface CheckedZip {
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
 * @throws {UnreadableFileError}
 */
async function openZip(bytes: Uint8Array): Promise<CheckedZip> {
  const { zip, entries } = await readDirectory(bytes);
  checkEntries([...entries.values()], bytes.length);
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

async function readDirectory(bytes: Uint8Array): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  try {
    // Names are decoded here: an undecodable one is no reason to refuse a document.
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      decodeStrings: false,
    });
    if (zip.entryCount > MAX_PARTS) throw new UnreadableFileError(`DOCX of more than ${MAX_PARTS} parts`);
    for await (const entry of zip.eachEntry()) entries.set(entry.fileNameRaw.toString('utf8'), entry);
    return { zip, entries };
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError('damaged DOCX: its ZIP directory cannot be read', { cause: error });
  }
}

function checkEntries(entries: readonly Entry[], packedBytes: number): void {
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableFileError('encrypted DOCX');
  const unpacked = entries.reduce((total, { uncompressedSize }) => total + uncompressedSize, 0);
  const isBomb = unpacked > FREE_BYTES && unpacked > packedBytes * MAX_RATIO;
  if (unpacked > MAX_UNPACKED_BYTES || isBomb) {
    throw new UnreadableFileError(`DOCX that unpacks to ${Math.round(unpacked / 1_024 ** 2)} MB`);
  }
}
