import { finishMarkdown } from '../docx/docx-marks.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { joinProblems, NO_PAGES, notRead, type ReadText } from '../text/file-format.ts';
import { RtfReader } from './rtf-reader.ts';
import { rtfTokens } from './rtf-tokens.ts';

/** A document in Rich Text Format as Markdown, with marks on what is struck out, deleted or hidden. */
export async function readRtf(bytes: Uint8Array): Promise<ReadText> {
  const reader = new RtfReader();
  for (const token of rtfTokens(Buffer.from(bytes).toString('latin1'))) reader.read(token);
  const { html, title, properties, kept, unread, isCut } = reader.finish();
  const { text } = readContentHtml(html);
  const omissions = Object.entries(unread).map(([what, count]) => notRead(count, what));
  return {
    ...NO_PAGES,
    text: finishMarkdown(text, { kept }),
    title: title || null,
    publishedAt: null,
    problem: joinProblems([...omissions, isCut ? 'damaged: the file ends in the middle of its text' : null]),
    beside: properties,
  };
}
