import { NO_LANGUAGE } from '@plumbline/language/detection';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Line extends Range {
  readonly text: string;
}

/** Marks around comments that may have several lines. */
const BLOCKS: Readonly<Record<string, string>> = { '/*': '*/', '<!--': '-->', '<#': '#>', '"""': '"""', "'''": "'''" };
const BLOCK_OPENING = /^[ \t]*(?:\{?(?:\/\*+!?|<!--|<#(?=\s|$))|[rRuU]?(?:"""|'''))/;
const INSIDE_BLOCK = /^[ \t]*\*(?:[ \t]|$)/;
const LINE_COMMENT = /^[ \t]*(?:\/\/[/!]?|#+(?=\s|$)|--(?=\s)|;+(?=\s))[ \t]?/;
/** Entries whose value is a text for people. */
const TEXTS = String.raw`\$?(?:abstract|comments?|description|doc|documentation|help|notes?|remarks?|summary)`;
const QUOTED_TEXT = new RegExp(String.raw`["']${TEXTS}["']\s{0,20}:\s{0,20}"((?:[^"\\]|\\.)*)"`, 'gi');
const ENTRY_OF_TEXT = new RegExp(String.raw`^([ \t]*(?:- +)?)${TEXTS}[ \t]*[:=][ \t]*(?=\S)`, 'i');
const OPENS_BRACKET = /[([{]$/;
const BLANK_LINE = /^ {3}(?= *\r?$)/gm;
const TAG = /<[^<>]*>/g;
const CLOSING_TAG = /<\/[\w:.-]+>/g;
/** A text with more lines for each closing tag is no markup. */
const LINES_OF_TAG = 4;

/**
 * The text with spaces in place of what states nothing, so that all offsets stay: what its source strikes out or hides,
 * and in a text for programs all but comments, descriptions and the text between tags.
 */
export function statedText(text: string, language: string | undefined): string {
  return language === NO_LANGUAGE ? withoutCode(text) : withoutUnsaid(text);
}

function withoutCode(text: string): string {
  const strings = [...text.matchAll(QUOTED_TEXT)].flatMap(({ 0: entry, 1: words = '', index }) =>
    // Without its escapes it would say something else.
    words.includes(String.raw`\u`)
      ? []
      : [{ start: index + entry.length - 1 - words.length, end: index + entry.length - 1 }],
  );
  const ranges = isMarkup(text) ? betweenTags(text) : commentsIn(linesOf(text));
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of [...ranges, ...strings].toSorted((one, other) => one.start - other.start)) {
    if (start < from) continue;
    parts.push(blank(text.slice(from, start)), withoutEscapes(text.slice(start, end)));
    from = end;
  }
  // A border keeps the comments around a line of code apart.
  return [...parts, blank(text.slice(from))].join('').replaceAll(BLANK_LINE, '***');
}

function blank(text: string): string {
  return text.replaceAll(/[^\n\r]/g, ' ');
}

function withoutEscapes(words: string): string {
  return words.replaceAll(/\\([nrt"])/g, (_, letter: string) => (letter === '"' ? ' "' : '  '));
}

function isMarkup(text: string): boolean {
  const tags = text.match(CLOSING_TAG)?.length ?? 0;
  return tags > 0 && text.split('\n').length <= tags * LINES_OF_TAG && text.trimStart().startsWith('<');
}

function betweenTags(text: string): Range[] {
  const ranges: Range[] = [];
  let start: number | undefined;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    if (start !== undefined) ranges.push({ start, end: index });
    start = index + tag.length;
  }
  return ranges;
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/.+/g)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
    end: index + line.length,
  }));
}

/** The words of comments and of texts for people, line by line. */
function commentsIn(lines: readonly Line[]): Range[] {
  const ranges: Range[] = [];
  const firstWords = lines.find(({ text }) => text.trim() !== '')?.text ?? '';
  let closing = INSIDE_BLOCK.test(firstWords) ? '*/' : undefined;
  let indent: number | undefined;
  let before = '';
  for (const line of lines) {
    const isDeeper = indent !== undefined && indentOf(line.text) > indent;
    if (!isDeeper) indent = undefined;
    if (closing !== undefined) closing = readInside(line, closing, 0, ranges);
    else if (isDeeper) ranges.push(line);
    else {
      indent = readEntry(line, ranges);
      if (indent === undefined) closing = readLine(line, before, ranges);
    }
    if (line.text.trim() !== '') before = line.text.trimEnd();
  }
  return ranges;
}

/** The line of a comment that is open. @returns what closes it; undefined where the line does */
function readInside({ text, start }: Line, closing: string, from: number, ranges: Range[]): string | undefined {
  const lead = from > 0 ? from : (/^[ \t]*\*?(?!\/)[ \t]?/.exec(text)?.[0].length ?? 0);
  const end = text.indexOf(closing, from);
  ranges.push({ start: start + lead, end: start + Math.max(lead, end === -1 ? text.length : end) });
  return end === -1 ? closing : undefined;
}

/**
 * A comment behind code is about that code, and says little without it.
 *
 * @returns what closes a comment that is still open
 */
function readLine(line: Line, before: string, ranges: Range[]): string | undefined {
  const { text, start, end } = line;
  const comment = LINE_COMMENT.exec(text);
  if (comment !== null) ranges.push({ start: start + comment[0].length, end });
  if (comment !== null) return undefined;
  const opening = BLOCK_OPENING.exec(text);
  const mark = Object.keys(BLOCKS).find((each) => opening?.[0].includes(each));
  // Elsewhere, three quotes may be the end of a string.
  const isComment = mark !== undefined && (/^[/<]/.test(mark) || before === '' || before.endsWith(':'));
  return opening !== null && isComment ? readInside(line, BLOCKS[mark] ?? '', opening[0].length, ranges) : undefined;
}

/** A description in YAML or TOML. @returns the indent of its name, if lines below it may go on with it */
function readEntry({ text, start, end }: Line, ranges: Range[]): number | undefined {
  const entry = ENTRY_OF_TEXT.exec(text);
  if (entry === null) return undefined;
  const value = text.slice(entry[0].length).trimEnd();
  const [, indent = ''] = entry;
  if (/^[|>][-+\d]*$/.test(value)) return indent.length;
  const quote = /^(["'])(.*)\1[,;]?$/.exec(value);
  if (quote === null) ranges.push({ start: start + entry[0].length, end });
  else ranges.push({ start: start + entry[0].length + 1, end: start + entry[0].length + 1 + (quote[2] ?? '').length });
  return quote === null && !OPENS_BRACKET.test(value) ? indent.length : undefined;
}

function indentOf(line: string): number {
  return line.search(/\S/);
}
