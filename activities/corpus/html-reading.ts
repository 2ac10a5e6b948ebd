import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import type { ReadText } from './file-format.ts';

/** The main content of a page as Markdown, without navigation, banners and hidden text. */
export async function readHtml(html: string): Promise<ReadText> {
  const { document } = parseHTML(html);
  const page = await Defuddle(document, undefined, { markdown: true, useAsync: false });
  const text = page.content.trim() === '' ? (document.body?.textContent ?? '') : page.content;
  return {
    text: text.toWellFormed(),
    title: page.title.trim() || null,
    publishedAt: Number.isNaN(Date.parse(page.published)) ? null : new Date(page.published).toISOString(),
    pages: null,
  };
}
