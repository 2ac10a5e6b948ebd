import mammoth from 'mammoth';
import { type CheckedZip, openZip } from '../files/zip-reading.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { partsOf } from '../office/xml-parts.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import type { ReadText } from '../text/file-format.ts';
import { rewriteDocument, unreadNote } from './docx-document.ts';
import { finishMarkdown, finishTitle } from './docx-marks.ts';

type MammothInput = Parameters<typeof mammoth.convertToHtml>[0];

const TITLE = ["p[style-name='Title'] => h1.title:fresh"];

const MAX_PROPERTIES_BYTES = 1_024 ** 2;

/** Parts whose words {@link rewriteDocument} writes into the body, so that Mammoth does not read them again. */
const REWRITTEN_PARTS = /\/(?:numbering|footnotes|endnotes|comments)\d*\.xml$/;

/** A Word document as Markdown: all that its reader sees, and what is hidden, struck out or deleted marked as such. @throws {UnreadableFileError} */
export async function readDocx(bytes: Uint8Array): Promise<ReadText> {
  const zip = await openZip(bytes, 'DOCX');
  const { read } = partsOf(zip);
  try {
    const { parts, reading } = await rewriteDocument(read);
    const file = {
      exists: (name: string) => zip.names.includes(name) && !REWRITTEN_PARTS.test(name),
      read: async (name: string) => parts.get(name) ?? read(name),
    };
    // Its types leave out that it takes a file of other sources.
    const { value, messages } = await mammoth.convertToHtml({ file } as unknown as MammothInput, { styleMap: TITLE });
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
