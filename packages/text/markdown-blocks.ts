import { frontMatterEnd } from './front-matter.ts';
import { type HtmlTag, isBlockElement, opensHtml, tagsIn } from './html-tags.ts';

const PLAIN = { kind: 'prose', level: 0 } as const;

/** Elements that become one block with everything inside them. */
const HOLDERS = new Set(['tr', 'dt', 'pre']);
const KINDS: Readonly<Record<string, Block['kind']>> = { tr: 'table', pre: 'code' };

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface OpenBlock {
  lineStart: number;
  start: number;
  end: number;
  lines: number;
  isListItem: boolean;
  /** Where its last line begins, and where the line before that ends. */
  lastStart: number;
  endBefore: number;
}

const ATX_HEADING = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/;
const CLOSING_MARKS = /(?<=[ \t])#+$/;
const SETEXT_UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
const THEMATIC_BREAK = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const FENCE = /^[ \t]*(?:>[ \t]*)*(`{3,}|~{3,})/;
const ROW_START = /^[ \t]*\|/;
const TABLE_BORDER = /^[-+|: \t]+$/;
/** The line below the header of a table whose rows have no outer bars. */
const BARE_DELIMITER = /^[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+$/;
const BARE_ROW = /\S[ \t]*(?<!\\)\|/;
/** Elements that may contain blank lines. */
const HOLDS_BLANK_LINES = /^ {0,3}<(table|pre)\b/i;
const LINK_DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:[ \t]*\S+/;
const COMMENT_START = /^[ \t]*<!--/;
const PREFIX = /^[ \t]*(?:>[ \t]*)*/;
/** An open box stays with the words: they are not chosen or not done. */
const BULLET = /^(?:[-*+•]|:)[ \t]+(?:\[[xX]\][ \t]+)?/;
const NUMBERED = /^(?:\d{1,4}[a-z]?[.)]|[a-z]{1,3}\))[ \t]+/;
const MONTH = /^(?:Jan|Feb|Mär|Mar|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec)/;

/**
 * Splits Markdown or plain text into blocks, in order and without overlap.
 *
 * Read by lines, not as full CommonMark: text indented by four spaces counts as prose, because wrapped lists look the
 * same and occur far more often in documents than indented code.
 */
export function splitBlocks(text: string): Block[] {
  const scanner = new LineScanner();
  let fence: { marker: string; lineStart: number; start: number } | undefined;
  const endOfHtml = createHtmlEnd(text);
  let readTo = 0;

  for (const line of linesOf(text, frontMatterEnd(text))) {
    if (line.start < readTo) continue;
    const marker = FENCE.exec(line.text)?.[1];
    if (fence !== undefined) {
      if (marker === undefined || !closesFence(line.text, marker, fence.marker)) continue;
      scanner.push({ kind: 'code', lineStart: fence.lineStart, start: fence.start, end: line.start, level: 0 });
      fence = undefined;
    } else if (COMMENT_START.test(line.text)) {
      scanner.close();
      readTo = endOfComment(text, line.start);
    } else if (opensHtml(line.text)) {
      scanner.close();
      readTo = endOfHtml(line);
      for (const block of splitHtml(text, line.start, readTo)) scanner.push(block);
    } else if (marker === undefined) {
      scanner.readLine(line);
    } else {
      scanner.close();
      fence = { marker, lineStart: line.start, start: Math.min(line.end + 1, text.length) };
    }
  }
  scanner.close();
  if (fence !== undefined) {
    scanner.push({ kind: 'code', lineStart: fence.lineStart, start: fence.start, end: text.length, level: 0 });
  }
  return scanner.blocks.flatMap((block) => trimBlock(text, block));
}

function closesFence(line: string, marker: string, opened: string): boolean {
  return marker[0] === opened[0] && marker.length >= opened.length && /^[ \t>]*[`~]+[ \t]*$/.test(line);
}

function endOfComment(text: string, start: number): number {
  const end = text.indexOf('-->', start);
  return end === -1 ? 0 : end + 3;
}

/**
 * Finds the end of an HTML block: the next blank line, or the closing tag of an element that may contain blank lines.
 */
function createHtmlEnd(text: string): (line: Line) => number {
  const lastClosings = new Map<string, number>();
  return (line) => {
    const blank = text.slice(line.start).search(/\n[ \t]*\r?(?:\n|$)/);
    const stop = blank === -1 ? text.length : line.start + blank;
    const name = HOLDS_BLANK_LINES.exec(line.text)?.[1];
    if (name === undefined) return stop;
    // Cached: otherwise a text of only opening tags would be scanned to its end for every tag.
    const last = lastClosings.get(name) ?? text.lastIndexOf(`</${name}`);
    lastClosings.set(name, last);
    const closing = last < line.start ? -1 : text.indexOf(`</${name}`, line.start);
    const lineEnd = closing === -1 ? -1 : text.indexOf('\n', closing);
    return closing === -1 ? stop : Math.max(stop, lineEnd === -1 ? text.length : lineEnd);
  };
}

/** Reads lines that are neither code nor HTML into blocks. */
class LineScanner {
  readonly blocks: Block[] = [];
  #open: OpenBlock | undefined;
  #isInBareTable = false;
  #previousText = '';

  push(block: Block): void {
    this.blocks.push(block);
  }

  close(): void {
    if (this.#open !== undefined) this.push({ kind: 'prose', level: 0, ...pick(this.#open) });
    this.#open = undefined;
    this.#isInBareTable = false;
  }

  readLine(line: Line): void {
    const open = this.#open;
    const heading = ATX_HEADING.exec(line.text);
    if (heading !== null) {
      this.close();
      this.push(atxHeading(line, heading));
    } else if (open?.lines === 1 && !open.isListItem && SETEXT_UNDERLINE.test(line.text)) {
      this.push({ kind: 'heading', ...pick(open), level: line.text.includes('=') ? 1 : 2 });
      this.#open = undefined;
    } else if (open?.isListItem === false && BARE_DELIMITER.test(line.text) && BARE_ROW.test(this.#previousText)) {
      this.#startBareTable(open, line);
    } else if (this.#isInBareTable && BARE_ROW.test(line.text)) this.#pushRow(line);
    else if (isTableRow(line.text)) {
      this.close();
      this.#pushRow(line);
    } else if (isBorder(line.text)) this.close();
    else this.#readProse(line);
    this.#previousText = line.text;
  }

  #readProse(line: Line): void {
    const prefix = PREFIX.exec(line.text)?.[0].length ?? 0;
    const content = line.text.slice(prefix);
    const open = this.#open;
    const marker = listMarker(content, open, this.#previousText);
    if (marker > 0) this.#startProse(line, prefix + marker, true);
    else if (open === undefined) this.#startProse(line, prefix, false);
    else {
      this.#open = { ...open, lastStart: line.start, endBefore: open.end, end: line.end, lines: open.lines + 1 };
    }
  }

  #startProse(line: Line, contentOffset: number, isListItem: boolean): void {
    this.close();
    const start = line.start + contentOffset;
    const ends = { end: line.end, endBefore: line.end };
    this.#open = { lineStart: line.start, start, lastStart: start, ...ends, lines: 1, isListItem };
  }

  /** The paragraph read so far ends with the header of a table. */
  #startBareTable(header: OpenBlock, line: Line): void {
    this.#open = header.lines === 1 ? undefined : { ...header, end: header.endBefore };
    this.close();
    this.#pushRow({ start: header.lastStart, end: header.end });
    this.#pushRow(line);
    this.#isInBareTable = true;
  }

  #pushRow({ start, end }: Pick<Line, 'start' | 'end'>): void {
    this.push({ kind: 'table', lineStart: start, start, end, level: 0 });
  }
}

function pick({ lineStart, start, end }: OpenBlock): Pick<Block, 'lineStart' | 'start' | 'end'> {
  return { lineStart, start, end };
}

function isTableRow(line: string): boolean {
  if (ROW_START.test(line)) return true;
  if (!TABLE_BORDER.test(line)) return false;
  // Not by one pattern: its repetitions would all match dashes, and try every division of a long run.
  const border = line.trim();
  const dashes = border.split(/[ \t]/, 1).join('').indexOf('---');
  return dashes !== -1 && /[+|]/.test(border.slice(dashes + 3));
}

function isBorder(line: string): boolean {
  return line.trim() === '' || THEMATIC_BREAK.test(line) || LINK_DEFINITION.test(line);
}

function atxHeading(line: Line, match: RegExpExecArray): Block {
  const marks = match[1] ?? '';
  const title = (match[2] ?? '').trim().replace(CLOSING_MARKS, '').trimEnd();
  const start =
    line.start + (title === '' ? line.text.length : line.text.indexOf(title, line.text.indexOf(marks) + marks.length));
  return { kind: 'heading', lineStart: line.start, start, end: start + title.length, level: marks.length };
}

/** Length of the list marker; 0 if the line does not start a list item. */
function listMarker(content: string, open: OpenBlock | undefined, previousText: string): number {
  const bullet = BULLET.exec(content);
  if (bullet !== null) return bullet[0].length;

  const numbered = NUMBERED.exec(content);
  if (numbered === null) return 0;
  const rest = content.slice(numbered[0].length);
  // A wrapped line may begin with a date ("am / 1. Januar") or with the number that ends a sentence.
  if (open !== undefined && (MONTH.test(rest) || !(open.isListItem || /[:;,.]\s*$/.test(previousText)))) return 0;
  return numbered[0].length;
}

function* linesOf(text: string, from: number): Generator<Line> {
  let start = from;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const contentEnd = end > start && text[end - 1] === '\r' ? end - 1 : end;
    yield { start, end: contentEnd, text: text.slice(start, contentEnd) };
    start = end + 1;
  }
}

function trimBlock(text: string, block: Block): Block[] {
  const slice = text.slice(block.start, block.end);
  const trimmed = slice.trim();
  if (trimmed === '') return [];
  const start = block.start + slice.indexOf(trimmed);
  return [{ ...block, start, end: start + trimmed.length }];
}

/** A block that is still open: its kind, and where its tag and its content begin. */
interface Run {
  readonly kind: Block['kind'];
  readonly level: number;
  readonly lineStart: number;
  readonly start: number;
}

/**
 * The blocks of a stretch of HTML: paragraphs, headings, list entries, whole table rows, and terms together with their
 * definitions. The content lies between the block's tags and keeps the tags inside it.
 */
function splitHtml(text: string, from: number, to: number): Block[] {
  const blocks: Block[] = [];
  let run: Run = { ...PLAIN, lineStart: from, start: from };
  const close = (end: number, next: HtmlTag | undefined): void => {
    const { kind, level, lineStart, start } = run;
    blocks.push({ kind, level, lineStart, start, end });
    if (next !== undefined) run = openedBy(next, from);
  };

  let holder: string | null = null;
  for (const tag of tagsIn(text.slice(from, to))) {
    const closesHolder = holder !== null && endsHolder(holder, tag);
    if (!isBlockElement(tag.name) || (holder !== null && !closesHolder)) continue;
    close(from + tag.start, tag);
    holder = tag.isClosing || !HOLDERS.has(tag.name) ? null : tag.name;
  }
  close(to, undefined);
  return blocks;
}

function openedBy({ name, isClosing, start, end }: HtmlTag, offset: number): Run {
  const place = { lineStart: offset + start, start: offset + end };
  if (isClosing) return { ...PLAIN, lineStart: place.start, start: place.start };
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
  return { ...place, kind: level > 0 ? 'heading' : (KINDS[name] ?? 'prose'), level };
}

/** Whether a tag ends the block: a term ends after its definition, a row at the next row or the end of the table. */
function endsHolder(holder: string, { name, isClosing }: HtmlTag): boolean {
  if (holder === 'pre') return name === 'pre';
  if (holder === 'tr')
    return (isClosing && ['tr', 'table', 'tbody', 'thead'].includes(name)) || (!isClosing && name === 'tr');
  return isClosing ? ['dd', 'dl'].includes(name) : name === 'dt';
}

/** A stretch of text of one kind: a paragraph, a list item, a heading, a fenced block, or one table row. */
export interface Block {
  readonly kind: 'prose' | 'heading' | 'code' | 'table';
  /** Start of the content, without list marker, heading marks, surrounding tags and white space. */
  readonly start: number;
  readonly end: number;
  /** Start of the block's first line, including markers. */
  readonly lineStart: number;
  /** Heading level 1–6; 0 for everything else. */
  readonly level: number;
}
