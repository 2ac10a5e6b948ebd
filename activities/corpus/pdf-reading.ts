import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { UnreadableFileError } from './corpus-errors.ts';
import type { ReadText } from './file-format.ts';

const PAGE_SEPARATOR = '\n\n';
// Programs write file names and counters into the title; words that people chose have a space between them.
const WORDS = /\p{L}{2,}.*\s.*\p{L}{2,}/su;
const PROGRAM_TITLE = /^(?:microsoft (?:word|powerpoint|excel)|powerpoint)\b|\.(?:docx?|pptx?|indd|qxd|pdf|dvi|tex)$/i;

/** Text of a PDF page by page, as its text layer has it. @throws {UnreadableFileError} */
export async function readPdf(bytes: Uint8Array): Promise<ReadText> {
  const pdf = await openPdf(bytes);
  try {
    const { text: pageTexts } = await extractText(pdf, { mergePages: false });
    const { info } = await getMeta(pdf);
    const { text, pages } = joinPages(pageTexts.map((page) => page.toWellFormed()));
    if (text.trim() === '') throw new UnreadableFileError('PDF without a text layer (a scan needs OCR first)');
    return { text, title: usefulTitle(info['Title']), publishedAt: null, pages };
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(`damaged PDF: ${messageOf(error)}`, { cause: error });
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function openPdf(bytes: Uint8Array) {
  try {
    // pdf.js takes the buffer over, so it gets a copy; its warnings belong to nobody here.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new UnreadableFileError('encrypted PDF (a password is needed)', { cause: error });
    }
    throw new UnreadableFileError(`damaged PDF: ${messageOf(error)}`, { cause: error });
  }
}

function joinPages(pageTexts: readonly string[]): { text: string; pages: { start: number; end: number }[] } {
  let start = 0;
  const pages = pageTexts.map((page) => {
    const range = { start, end: start + page.length };
    start = range.end + PAGE_SEPARATOR.length;
    return range;
  });
  return { text: pageTexts.join(PAGE_SEPARATOR), pages };
}

function usefulTitle(title: unknown): string | null {
  if (typeof title !== 'string') return null;
  const trimmed = title.trim();
  return WORDS.test(trimmed) && !PROGRAM_TITLE.test(trimmed) ? trimmed : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
