import { parseHTML } from 'linkedom';
import mammoth from 'mammoth';
import { extractText, getDocumentProxy } from 'unpdf';

/** An exported file as another program reads it. */
export interface ReopenedExport {
  /** All of its text. */
  readonly text: string;
  /** The text of each quotation, by its number. */
  readonly quotations: ReadonlyMap<number, string>;
}

/** The same words without what layout adds or takes: spaces, line breaks, hyphens, marks of Markdown. */
export function squeezed(text: string): string {
  return text.normalize('NFC').replaceAll(/[\s\u00ad\u200b\u2010*`\\>-]/g, '');
}

export function reopenHtml(bytes: Uint8Array): ReopenedExport {
  const { document } = parseHTML(new TextDecoder().decode(bytes));
  const notes = [...document.querySelectorAll('.note')].map((note) => {
    const number = Number(/^quote-(\d+)$/.exec(note.id)?.[1]);
    return [number, note.querySelector('blockquote')?.textContent ?? ''] as const;
  });
  return { text: document.querySelector('article')?.textContent ?? '', quotations: new Map(notes) };
}

export async function reopenDocx(bytes: Uint8Array): Promise<ReopenedExport> {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
  const { document } = parseHTML(`<html><body>${value}</body></html>`);
  const notes = [...document.querySelectorAll('li[id^=footnote-]')].map((note) => {
    const number = Number(note.id.slice('footnote-'.length));
    return [
      number,
      [...note.querySelectorAll('p')]
        .slice(1)
        .map((part) => part.textContent)
        .join('\n'),
    ] as const;
  });
  return { text: document.body.textContent, quotations: new Map(notes) };
}

/** The quotation of a number is what follows its mark in the list of sources. */
export async function reopenPdf(bytes: Uint8Array): Promise<ReopenedExport> {
  const pdf = await getDocumentProxy(Uint8Array.from(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  const list = text.slice(text.lastIndexOf('[1] '));
  const notes = list.split(/(?=\[\d+\] )/).map((part) => [Number(/^\[(\d+)\]/.exec(part)?.[1]), part] as const);
  return { text, quotations: new Map(notes) };
}

export function reopenMarkdown(bytes: Uint8Array): ReopenedExport {
  const text = new TextDecoder().decode(bytes).replaceAll('&amp;', '&');
  const notes = [...text.matchAll(/^(?:- )?\[(\d+)\] .*?“(.*)”$/gm)];
  return { text, quotations: new Map(notes.map(([, number, quote = '']) => [Number(number), quote])) };
}
