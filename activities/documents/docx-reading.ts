import mammoth from 'mammoth';
import { UnreadableFileError } from './document-errors.ts';
import { struckStyles, withStruckRuns } from './docx-marks.ts';
import type { ReadText } from './file-format.ts';
import { readContentHtml } from './html-reading.ts';
import { type CheckedZip, openZip } from './zip-file.ts';

const MAX_PROPERTIES_BYTES = 1_024 ** 2;

/** A Word document as Markdown, with its tables and footnotes, and with what is struck out or deleted marked as such. @throws {UnreadableFileError} */
export async function readDocx(bytes: Uint8Array): Promise<ReadText> {
  if (isOleFile(bytes)) throw new UnreadableFileError(oleReason(bytes));
  const zip = await openZip(bytes);
  try {
    const { value } = await mammoth.convertToHtml(await markedFile(zip), { convertImage: noImages });
    const document = await readContentHtml(value);
    return { ...document, text: withFootnotes(document.text), beside: await propertiesOf(zip) };
  } catch (error) {
    throw new UnreadableFileError(`damaged DOCX: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Parts with text that may be struck out. */
const MARKED_PARTS = /^word\/(?:document|footnotes|endnotes)\d*\.xml$/;

/** The document for Mammoth, which itself knows neither double strokes nor deletions nor struck styles. */
async function markedFile(zip: CheckedZip): Promise<Parameters<typeof mammoth.convertToHtml>[0]> {
  const read = async (name: string): Promise<string> => new TextDecoder().decode(await zip.unpack(name));
  const styles = struckStyles(await read('word/styles.xml'));
  const file = {
    exists: (name: string) => zip.names.includes(name),
    read: async (name: string) => (MARKED_PARTS.test(name) ? withStruckRuns(await read(name), styles) : read(name)),
  };
  // Its types leave out that it takes a file of other sources.
  return { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
}

/** Title, subject, keywords, comments: the properties that Word shows beside a document. */
async function propertiesOf(zip: CheckedZip): Promise<string> {
  const parts = zip.names.filter((name) => /^docProps\/\w+\.xml$/.test(name)).slice(0, 5);
  const texts = await Promise.all(
    parts.map(async (name) => new TextDecoder().decode(await zip.read(name, MAX_PROPERTIES_BYTES))),
  );
  return texts.join('\n\n').replaceAll(/<[^<>]*>/g, '\n\n');
}

/** Writes footnote marks and texts in Markdown syntax, instead of as links in both directions. */
function withFootnotes(text: string): string {
  return text
    .replaceAll(/<sup><a href="#(?:foot|end)note-\d+">\[(\d+)\]<\/a><\/sup>/g, '[^$1]')
    .replaceAll(/^(\d+)\. (.*) \[↑\]\(#(?:foot|end)note-ref-\d+\)$/gm, '[^$1]: $2');
}

const noImages = mammoth.images.imgElement(async () => ({ src: '' }));

/** The container of old Word documents, and of encrypted new ones ([MS-CFB] 2.2). */
function isOleFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';
}

/** An encrypted document is one stream of this name ([MS-OFFCRYPTO] 2.3). */
function oleReason(bytes: Uint8Array): string {
  const isEncrypted = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return isEncrypted ? 'encrypted DOCX (a password is needed)' : 'old Word format: save it as DOCX or PDF';
}
