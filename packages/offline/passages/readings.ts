import { codeSpan } from '@plumbline/contracts/common/markdown-text';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { fileFormatOf, isForPrograms } from '@plumbline/documents/formats';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { readMarkup } from '@plumbline/text/html-tags';
import { type Block, splitBlocks } from '@plumbline/text/markdown-blocks';
import { readableText } from '@plumbline/text/readable-text';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';
import { isWebAddress } from '@plumbline/web/addresses';
import { type Span, entriesOf, type Entry, isComplete } from './passage-entries.ts';
import { readRow, tableRowsOf } from './table-rows.ts';

/**
 * Reads the places of a finding's quotes from the stored text, by key: the whole unit around each, in lines. Writing and checking a
 * report each do so, so that neither has to trust the other.
 */
export async function readPlaces(
  { quotes, passageSpan, headingPath, locator }: Pick<Finding, 'quotes' | 'passageSpan' | 'headingPath' | 'locator'>,
  texts: StoredTexts,
): Promise<ReadonlyMap<string, string>> {
  const { text } = await texts.read(passageSpan.textHash);
  const isCode = !isWebAddress(locator) && isForPrograms(fileFormatOf(locator));
  if (text === null) return new Map(quotes.map((quote) => [quote.key, readableText(quote.text)]));
  // What is shown says where it leaves out the rest of its section.
  const section = isCode ? passageSpan : sectionAround(text, passageSpan, headingPath);
  const read = createPlaceReader(text.slice(section.start, section.end), isCode ? NO_LANGUAGE : undefined);
  return new Map(
    quotes.map((quote) => {
      const { start, end } = quote.unit ?? quote;
      const span = { start: start - section.start, end: end - section.start };
      const words = read(span, quote.unit === undefined ? 'unmarked' : 'marked');
      return [quote.key, isCode ? words : withNotes(words, text.slice(start, end), text)];
    }),
  );
}

/** The notes that a unit cites follow it; what cites a note follows the note. */
function withNotes(words: string, unit: string, text: string): string {
  const marks = new Set(unit.match(/\[\^[^\]\s]{1,80}\]:?/g));
  const paragraphs = marks.size === 0 ? [] : text.split(/\n[ \t]*\r?\n|\n(?=\[\^)/);
  const others = Array.from(marks, (mark) => {
    const name = mark.replace(/:$/, '');
    const isOther = (one: string): boolean => one.includes(name) && one.startsWith(`${name}:`) === (mark === name);
    return readProse(paragraphs.find(isOther) ?? '');
  });
  return [words, ...others.filter((other) => other !== '' && !words.includes(other))].join('\n');
}

/** The passage with the rest of its section, from the heading that it stands below to the next. */
function sectionAround(text: string, { start, end }: Span, headingPath: readonly string[]): Span {
  const before = text.slice(Math.max(0, start - LONGEST_SECTION), start);
  const behind = text.slice(end, end + LONGEST_SECTION);
  const own = withoutMarks(headingPath.at(-1) ?? '');
  const heading = [...before.matchAll(HEADING)].findLast(([line]) => own !== '' && withoutMarks(line) === own);
  const next = behind.search(HEADING);
  return {
    start: heading === undefined ? start : start - before.length + heading.index,
    end: end + (next === -1 ? behind.length : next),
  };
}

/** In characters, on either side. */
const LONGEST_SECTION = 10_000;
const HEADING = /^#{1,6}[ \t].*$/gm;

function withoutMarks(heading: string): string {
  return heading.replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Reads spans of a passage as a reader sees them: each entry, row and paragraph in a line, rows with the names of their columns,
 * code as code, without tags, images and what the source strikes out or hides. It says where a sentence, a list, a table or code is cut.
 *
 * @param language of a text for programs: all of it is code
 */
export function createPlaceReader(
  source: string,
  language?: string,
): (span: Span, cuts?: 'marked' | 'unmarked') => string {
  const text = withoutUnsaid(source);
  if (language === NO_LANGUAGE) return (span) => readCode(text, span);
  const blocks = splitBlocks(text);
  const entries = entriesOf(text, blocks);
  const rows = tableRowsOf(text, blocks);

  const readBlock = (block: Block, span: Span): string => {
    const start = Math.max(block.start, span.start);
    const end = Math.min(block.end, span.end);
    if (block.kind === 'code') return readCode(text, codeOf(text, { start, end }));
    if (block.kind === 'heading') return `${readProse(text.slice(start, end))}:`;
    if (block.kind === 'prose') return readLines(text, blocks, block, { start, end });
    const row = rows.find((candidate) => candidate.start === block.start);
    return row === undefined ? '' : readProse(readRow(row));
  };

  return (span, cuts = 'marked') => {
    const quoted = blocks.filter(({ start, end }) => start < span.end && span.start < end);
    const words = joinBlocks(text, quoted, (block) => readBlock(block, span));
    if (words === '') return readProse(text.slice(span.start, span.end));
    return cuts === 'marked' ? markCuts(words, { text, blocks, entries, rows, span }) : words;
  };
}

/** The code of a block, without surrounding HTML tags. */
function codeOf(passage: string, { start, end }: Span): Span {
  const text = passage.slice(start, end);
  const lead = /^<code[^<>]*>\s*/i.exec(text)?.[0].length ?? 0;
  const tail = /(?<!\s)\s*<\/code>$/i.exec(text)?.[0].length ?? 0;
  return { start: start + lead, end: Math.max(start + lead, end - tail) };
}

interface Cut {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly entries: readonly Entry[];
  /** Of tables, without their heads. */
  readonly rows: readonly Span[];
  readonly span: Span;
}

/** Says where a passage leaves out the beginning or the rest of a sentence, a list, a table or code. */
function markCuts(words: string, { text, blocks, entries, rows, span }: Cut): string {
  const first = blocks.find(({ end }) => end > span.start);
  const last = blocks.findLast(({ start }) => start < span.end);
  if (first === undefined || last === undefined) return words;
  const before = blocks[blocks.indexOf(first) - 1];
  const opensInside = HAS_WORDS.test(text.slice(first.start, Math.max(first.start, span.start)));
  const isHead = before?.kind === 'table' && !rows.some(({ start }) => start === before.start);
  const isWhole = before === undefined || isHead || isIndentedCode(text, blocks, first);
  const isContinued = !isWhole && isOneUnit(text, before, first);
  const opening = opensInside || isContinued ? '… ' : '';
  const leadsToCode = /[:：]$/u.test(words) && blocks[blocks.indexOf(last) + 1]?.kind === 'code';
  if (leadsToCode || HAS_WORDS.test(text.slice(span.end, Math.max(last.end, span.end)))) return `${opening}${words} …`;
  const count = entriesBehind(text, entries, span, last) || rowsBehind(text, blocks, last);
  return `${opening}${words}${count === 0 ? '' : `\n• … (+${count})`}`;
}

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Whether a block goes on in the next: a sentence that has not ended, the rows of a table. */
function isOneUnit(text: string, before: Block, { kind, start, lineStart }: Block): boolean {
  if (HAS_WORDS.test(text.slice(before.end, lineStart))) return false;
  if (before.kind === 'table') return kind === 'table';
  if (before.kind !== 'prose' || kind !== 'prose' || isComplete(text.slice(before.start, before.end))) return false;
  return /^\p{Ll}/u.test(text.slice(start, start + 2));
}

/** How many entries of a list follow, also where only its introduction is shown. */
function entriesBehind(text: string, entries: readonly Entry[], { start, end }: Span, { kind }: Block): number {
  const last = entries.findLastIndex((entry) => entry.start < end && start < entry.end);
  const entry = entries[last];
  if (entry === undefined) return 0;
  const introduces = kind === 'prose' && !isComplete(text.slice(entry.start, entry.end));
  if (!entry.isListItem && !introduces) return 0;
  const behind = entries.slice(last + 1);
  const next = behind.findIndex(({ isListItem }) => !isListItem);
  return next === -1 ? behind.length : next;
}

function rowsBehind(text: string, blocks: readonly Block[], last: Block): number {
  const behind = blocks.slice(blocks.indexOf(last) + 1);
  const next = behind.findIndex((block, index) => !isOneUnit(text, behind[index - 1] ?? last, block));
  return last.kind !== 'table' ? 0 : next === -1 ? behind.length : next;
}

function joinBlocks(text: string, blocks: readonly Block[], read: (block: Block) => string): string {
  const said = blocks.map((block) => ({ block, marker: markerOf(text, block), words: read(block) }));
  let joined = '';
  for (const { block, marker, words } of said.filter(({ words }) => words !== '')) {
    // Of several entries that are shown, the first looks like the others.
    const number = NUMBER.test(marker) ? `${marker} ` : '';
    const joint = jointOf(block, marker, number);
    const opening = said.length > 1 && joint === NEXT_ENTRY ? NEXT_ENTRY.trimStart() : '';
    joined += `${joined === '' ? opening : joint}${number}${words}`;
  }
  return joined;
}

const NUMBER = /^(?:\d{1,4}[a-z]?[.)]|[a-z]{1,3}\))$/;

/** Of a list entry; a quotation has none of its own. */
function markerOf(text: string, { lineStart, start }: Block): string {
  return text.slice(lineStart, start).replaceAll('>', '').trim();
}

const NEXT_ENTRY = '\n• ';

/** A definition goes on in the line of its term. */
function jointOf({ kind }: Block, marker: string, number: string): string {
  if (marker === ':') return ': ';
  return kind === 'prose' && marker !== '' && number === '' ? NEXT_ENTRY : '\n';
}

/** Line by line, so that two lines do not become one command; with its indentation. */
function readCode(text: string, { start, end }: Span): string {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const indent = before.trim() === '' ? before : '';
  const lines = `${indent}${text.slice(start, end)}`.split('\n').filter((line) => line.trim() !== '');
  const indents = lines.map((line) => /^\s*/.exec(line)?.[0].replaceAll('\t', '    ') ?? '');
  const least = Math.min(...indents.map(({ length }) => length));
  return lines
    .map((line, index) => codeSpan(line).replace(/^`+/, (marks) => `${marks}${indents[index]?.slice(least) ?? ''}`))
    .join('\n');
}

/** Indented code (CommonMark 4.4) is read as code; text between the tags of a template in its own lines, since it may be code. */
function readLines(text: string, blocks: readonly Block[], block: Block, { start, end }: Span): string {
  if (isIndentedCode(text, blocks, block)) {
    return readCode(text, { start: start === block.start ? block.lineStart : start, end });
  }
  const part = text.slice(start, end);
  const lines = part.split('\n');
  const said = lines.filter((line) => !TEMPLATE_TAG.test(line));
  return said.length === lines.length ? readProse(part) : said.map(readProse).filter(Boolean).join('\n');
}

/** "{{< highlight bash >}}", "{% tab %}" alone in a line. */
const TEMPLATE_TAG = /^[ \t]*\{(?:\{[<%]|%)[^{}\n]{1,300}(?:[>%]\}|%)\}[ \t]*$/;

/** Text below a list is indented as well, and so may be the beginning of a passage. */
function isIndentedCode(text: string, blocks: readonly Block[], block: Block): boolean {
  const lines = text.slice(block.lineStart, block.end).split('\n');
  if (!lines.every((line) => INDENTED.test(line))) return false;
  const above = blocks
    .slice(0, blocks.indexOf(block))
    .findLast(({ lineStart }) => !INDENTED.test(text.slice(lineStart)));
  return above !== undefined && text.slice(above.lineStart, above.start).trim() === '' && above.kind === 'prose';
}

const INDENTED = /^(?: {4}|\t)/;

function readProse(text: string): string {
  // Reads an HTML term and its definition as in Markdown.
  return readableText(readMarkup(text.replace(/<\/dt>\s*<dd\b[^<>]*>/gi, ': ')));
}
