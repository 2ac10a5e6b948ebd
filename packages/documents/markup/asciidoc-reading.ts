import { type AbstractBlock, load, NullLogger } from '@asciidoctor/core';
import { parseHTML } from 'linkedom';
import { TEXT_NODE, walk } from '../html/html-text.ts';
import { writeMarkdown } from '../html/markdown-writing.ts';
import { asParagraph, type Entries, FENCE_LINE, type WrittenMarkup } from './markup-lines.ts';

type Page = ReturnType<typeof parseHTML>['document'];

/** The number of a line of the source, where it begins; and the end of a line. No text has these characters. */
const LINE = /\uFDD0(\d+)\uFDD1/;
const LINES = new RegExp(LINE, 'g');
const RESERVED = /[\uFDD0-\uFDD2]/g;
const END = '\uFDD2';
const ROLE = /from-line-(\d+)/;
const UNSEEN_LINE = /^(?:\/\/(?!\/\/$)|:!?[\w-]+!?:(?: |$))/;
const NOTE_MARK = /<sup class="footnote(?:ref)?"[^>]*>\[<a [^>]*>(\d+)<\/a>\]<\/sup>/g;
/** A link whose address begins with an attribute that the document does not set: `{api}/Limits.html[Limits]`. */
const OF_ATTRIBUTE = /(\{[\w-]+\}(?:\\_|[^\s[\]()\\]){1,300})\\\[([^\n]{1,500}?)\\\]/g;
/** A title stands above the attributes of its block. */
const LINES_OF_TITLE = 2;

/** AsciiDoc as Markdown at the lines of its source. The converter opens no file. */
export async function writeAsciidoc(lines: readonly string[]): Promise<WrittenMarkup> {
  const document = await load(lines.join('\n').replaceAll(RESERVED, ''), {
    safe: 'secure',
    sourcemap: true,
    logger: new NullLogger(),
    attributes: { showtitle: '', experimental: '', 'source-highlighter!': null },
  });
  const items: number[] = [];
  for (const block of document.getBlocks()) nameLines(block, items, lines);
  const html = String(await document.convert())
    .replaceAll(NOTE_MARK, '[^$1]')
    .replace('<div id="footnotes">\n<hr>', '<div>')
    .replaceAll('&#10003;', '☒')
    .replaceAll('&#10063;', '☐');
  const { document: page } = parseHTML(`<html><body>${html}</body></html>`);
  markLines(page, items);
  const written = writeMarkdown(page.documentElement).replaceAll(OF_ATTRIBUTE, '[$2]($1)');
  return { entries: entriesOf(written, lines.length), leftOut: lines.filter((line) => UNSEEN_LINE.test(line)) };
}

/** Gives every block a role that names its line. Entries of lists have none: their lines are told in their order. */
function nameLines(block: AbstractBlock, items: number[], lines: readonly string[]): void {
  const [line, context] = [block.getLineNumber() ?? 0, block.getContext()];
  const above = block.hasTitle() && context !== 'section' ? LINES_OF_TITLE : /^\s/.test(lines[line - 1] ?? '') ? 1 : 0;
  if (context === 'list_item') items.push(line);
  else if (line > 0) block.addRole(`from-line-${Math.max(1, line - above)}`);
  for (const inside of block.getBlocks().flat(2))
    if (inside !== undefined && inside !== null) nameLines(inside, items, lines);
}

function markLines(page: Page, items: readonly number[]): void {
  for (const note of page.querySelectorAll('div.footnote')) {
    const number = note.querySelector('a');
    number?.remove();
    note.innerHTML = `<p>[^${number?.textContent ?? ''}]: ${note.innerHTML.trim().replace(/^\. /, '')}</p>`;
  }
  for (const title of page.querySelectorAll('div.title')) title.innerHTML = `<b>${title.innerHTML}</b>`;
  for (const block of page.querySelectorAll('.admonitionblock')) {
    const [label, content] = [block.querySelector('.icon'), block.querySelector('.content')];
    const inside = content?.innerHTML.trim() ?? '';
    const named = `<b>${label?.textContent.trim() ?? ''}:</b> `;
    const opening = /^<div [^>]*class="paragraph[^>]*>\s*<p>/.exec(inside)?.[0] ?? '';
    const isApart = /^<(?:div|[dou]l|table|pre)\b/.test(inside) && opening === '';
    block.innerHTML = `${opening || '<p>'}${named}${isApart ? '</p>' : ''}${inside.slice(opening.length)}`;
  }
  for (const paragraph of page.querySelectorAll('p:not(td p, th p), dt, div.title'))
    walk(paragraph, (node) => {
      if (node.nodeType === TEXT_NODE) node.nodeValue = withEnds(node.nodeValue ?? '');
      return true;
    });
  const entries = [...page.querySelectorAll('li > p:first-child, dt, dd > p:first-child')];
  if (entries.length === items.length)
    for (const [index, entry] of entries.entries()) entry.prepend(markOf(items[index]));
  for (const block of page.querySelectorAll('[class*="from-line-"]')) {
    const mark = page.createElement('p');
    mark.textContent = markOf(ROLE.exec(block.className)?.[1]);
    block.before(mark);
  }
}

/** With the ends of its lines marked. */
function withEnds(text: string): string {
  const [last = '', ...before] = text.split('\n').toReversed();
  return [...before.toReversed().map((line) => line.trimEnd()), last].join(END);
}

function markOf(line: number | string | undefined): string {
  return line === undefined ? '' : `\uFDD0${line}\uFDD1`;
}

/** What was written for each line of the source: at its line where that is known, else at the next one. */
function entriesOf(markdown: string, count: number): Entries {
  const entries: Entries = Array.from({ length: count }, () => '');
  const written = markdown.split('\n');
  const starts = written.map((line) => Number(LINE.exec(line)?.[1] ?? 0));
  const limits = [...starts, count + 1];
  for (let index = starts.length - 1; index >= 0; index -= 1) limits[index] ||= limits[index + 1] ?? 0;
  let [at, gap, isCode, isTight]: [number, string | null, boolean, boolean] = [-1, null, false, true];
  for (const [index, line] of written.entries()) {
    const start = starts[index] ?? 0;
    const words = line.replace(LINE, '').replaceAll(LINES, (_, other: string) => (Number(other) > start ? END : ''));
    if (start > 0) at = Math.max(at, start - 2);
    if (!isCode && /^[\s>]*$/.test(words)) {
      gap ??= words.trim();
      continue;
    }
    const isFence = FENCE_LINE.test(words);
    const indent = /^[\t >]*(?:(?:[-*]|\d+\.) )?/.exec(words)?.[0].replaceAll(/[-*\d.]/g, ' ') ?? '';
    for (const [piece, part] of words.split(END).entries()) {
      const room = (start > 0 && piece === 0 ? start : (limits[index + 1] ?? 0) - 1) - 1;
      const place = Math.max(0, at, Math.min(at + 1, room, count - 1));
      if (gap !== null && at >= 0 && entries[at] !== '' && !isTight && !isFence && !/^\s/.test(words))
        entries[at] += `\n${gap}`;
      const before = place === at ? `${entries[place]}\n` : '';
      entries[place] = before + (piece === 0 ? part : indent + asParagraph(part));
      [at, gap] = [place, null];
    }
    if (isFence) isCode = !isCode;
    isTight = isFence || /^#+ /.test(words);
  }
  return entries;
}
