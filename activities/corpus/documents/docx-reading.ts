import mammoth from 'mammoth';
import { UnreadableFileError } from './document-errors.ts';
import type { ReadText } from './file-format.ts';
import { readContentHtml } from './html-reading.ts';
import { type CheckedZip, openZip } from './zip-reading.ts';

const OPENS_RUN = /<w:r(?:\s[^>]*[^/>])?>(\s*<w:rPr>|\s*<w:rPr\s*\/>)?/g;
const DELETED = /<w:(del|moveFrom)(?:\s[^>]*[^/>])?>([^]*?)<\/w:\1>/g;
const DELETED_MARK = /<w:(?:del|moveFrom)\s[^>]*\/>/g;
const STYLE = /<w:style\s[^>]*w:styleId="([^"]+)"[^>]*>([^]*?)<\/w:style>/g;
const STRUCK = /<w:d?strike(?:\s+w:val="(?:1|true|on)")?\s*\/>/;

const MAX_PROPERTIES_BYTES = 1_024 ** 2;

/** A Word document as Markdown, with its tables and footnotes, and with what is struck out or deleted marked as such. @throws {UnreadableFileError} */
export async function readDocx(bytes: Uint8Array): Promise<ReadText> {
  if (isOleFile(bytes)) throw new UnreadableFileError(oleReason(bytes));
  const zip = await openZip(bytes, 'DOCX');
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

/** Title, subject, keywords, comments: the properties that Word shows with a document. */
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

/** Ids of the styles, of paragraphs and words, that strike out their text. @param styles `word/styles.xml` */
function struckStyles(styles: string): ReadonlySet<string> {
  return new Set(
    [...styles.matchAll(STYLE)].flatMap(([, id = '', properties = '']) => (STRUCK.test(properties) ? [id] : [])),
  );
}

/**
 * The XML of a document in which everything that Word shows as struck is a struck run: double strokes, tracked deletions,
 * what was moved away, and the text of styles. A deleted paragraph stays a paragraph.
 *
 * @param xml a part of the document: its body, its notes
 * @param styles see {@link struckStyles}
 */
function withStruckRuns(xml: string, styles: ReadonlySet<string>): string {
  const told = xml
    .replace(/<w:pPr>[^]*?<\/w:pPr>/g, (properties) => properties.replace(DELETED_MARK, ''))
    .replaceAll('<w:dstrike', '<w:strike')
    .replace(DELETED, (_, __, runs: string) => struck(runs.replace(/<(\/?)w:delText(?=[\s>])/g, '<$1w:t')));
  if (styles.size === 0) return told;
  return told
    .replace(/<w:p(?:\s[^>]*[^/>])?>[^]*?<\/w:p>/g, (paragraph) =>
      styles.has(styleOf('pStyle', paragraph)) ? struck(paragraph) : paragraph,
    )
    .replace(/<w:r(?:\s[^>]*[^/>])?>[^]*?<\/w:r>/g, (run) => (styles.has(styleOf('rStyle', run)) ? struck(run) : run));
}

function styleOf(name: 'pStyle' | 'rStyle', xml: string): string {
  return new RegExp(`<w:${name}\\s[^>]*w:val="([^"]+)"`).exec(xml)?.[1] ?? '';
}

function struck(runs: string): string {
  return runs.replace(OPENS_RUN, (opening, properties: string | undefined) => {
    const run = properties === undefined ? opening : opening.slice(0, -properties.length);
    const isOpen = properties !== undefined && !properties.includes('/');
    return `${run}<w:rPr><w:strike/>${isOpen ? '' : '</w:rPr>'}`;
  });
}
