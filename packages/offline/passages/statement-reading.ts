import { codeSpan } from '@plumbline/contracts/common/markdown-text';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { readMarkup } from '@plumbline/text/html-tags';
import { type Block, splitBlocks } from '@plumbline/text/markdown-blocks';
import { readableText } from '@plumbline/text/readable-text';
import { statedText } from './code-prose.ts';
import { codeOf, FACT, introductionOfCode } from './outside-prose.ts';
import { entriesOf, type Entry, isComplete, lacksSubject, type Span } from './passage-entries.ts';
import { readRow, tableRowsOf } from './table-rows.ts';

/** The passage that contains a quote. */
export interface QuotedPassage {
  readonly text: string;
  readonly headingPath: readonly string[];
  /** Matters only for a text for programs. */
  readonly language?: string | undefined;
}

/** In one line, as a sentence of a report; or as a passage that is shown, with each entry, row and paragraph in a line. */
export type StatementLayout = 'line' | 'lines';

/** The statement that a report makes of a quote: both parts together. */
export interface ReadStatement {
  /** The subject of a quote that does not name it: its heading or introduction, with a joining mark; else empty. */
  readonly lead: string;
  /** The quote's own words, readable. */
  readonly words: string;
}

const LONGEST_SUBJECT = 100;
const LONGEST_INTRODUCTION = 240;
/** "`name` …", "**name** …": an entry that names its subject itself. */
const NAMES_ITSELF = /^(?:\*\*|__)?[`*]|^\*\*|^__/;
/** "net.offline", "--force", "maxRetries", "fetch(url)": the name of a thing, not a title. */
const NAME =
  /^(?=\S{2,60}$)(?:-{1,2}\p{L}|\S{0,57}\p{L}[._:]{1,57}\p{L}|\p{Ll}\S{0,58}\p{Lu}|\S{1,58}\([^)]{0,58}\)$|\S{1,59}=)/u;
const GENERIC_HEADING =
  /^(?:default|description|options?|parameters?|notes?|usage|examples?|type|values?|details|overview|beschreibung|optionen|parameter|hinweise?|beispiele?|werte?|allgemeines|standardwert)$/iu;
const INSERTED_ENTRY = /^\d{1,4}[a-z]{1,2}[.)]\s/;
/** The next entry of a list continues these without a mark of its own. */
const ENDS_OPEN = new RegExp(
  String.raw`[.,;:!?–—-]["”“*${'`'})]*$|(?<!\p{L})(?:${sourceOfAll(({ placeJoints }) => placeJoints)})$`,
  'u',
);
/** A short entry below "… with:" continues that sentence. */
const SHORT_ENTRY = 8;

/**
 * Reads quotes of a passage as statements: rows with the names of their columns, code as code, without struck or hidden words, tags and images,
 * and with the subject in front if the statement lacks one. All words are from the passage or its headings.
 */
export function createStatementReader({
  text: source,
  headingPath,
  language,
}: QuotedPassage): (span: Span, layout?: StatementLayout) => ReadStatement {
  const text = statedText(source, language);
  const blocks = splitBlocks(text);
  const entries = entriesOf(text, blocks);
  const rows = tableRowsOf(text, blocks);
  const heading = subjectHeading(headingPath);
  const isName = isNameOf(text, blocks, headingPath.at(-1) ?? '');

  const readBlock = (block: Block, span: Span, layout: StatementLayout): string => {
    const start = Math.max(block.start, span.start);
    const end = Math.min(block.end, span.end);
    const part = text.slice(start, end);
    if (block.kind === 'code') return readCode(text, codeOf(text, { start, end }), layout);
    if (block.kind === 'heading') return `${readProse(part)}:`;
    if (block.kind === 'prose')
      return layout === 'line' ? readProse(part) : readLines(text, blocks, block, { start, end });
    const row = rows.find((candidate) => candidate.start === block.start);
    return row === undefined ? '' : readProse(readRow(row));
  };

  return (span, layout = 'line') => {
    const quoted = blocks.filter(({ start, end }) => start < span.end && span.start < end);
    const [first] = quoted;
    const joined = joinBlocks(text, quoted, layout, (block) => readBlock(block, span, layout));
    const words = layout === 'line' || joined === '' ? joined : markCuts(joined, { text, blocks, entries, rows, span });
    if (first === undefined || words === '') return { lead: '', words: readProse(text.slice(span.start, span.end)) };
    if (first.kind === 'heading' || first.kind === 'table') return { lead: '', words };
    if (first.kind === 'code') return { lead: leadOf(introductionOfCode(text, blocks, first) || heading), words };
    const entry = entries.find(({ start }) => start === span.start);
    const introduction = entry === undefined ? '' : introductionOfEntry(text, entries, entry);
    if (introduction !== '') return { lead: leadOf(introduction, ' …'), words };
    const isWanted = wantsHeading({ words, heading, isFact: entry?.isListItem === true && FACT.test(words), isName });
    return { lead: isWanted ? leadOf(heading) : '', words };
  };
}

/** @param joint follows a subject that does not end in a colon */
function leadOf(subject: string, joint = ':'): string {
  const words = readProse(subject);
  if (words === '') return '';
  return /[:：]$/u.test(words) ? `${words} ` : `${words}${joint} `;
}

interface Heading {
  readonly words: string;
  readonly heading: string;
  readonly isFact: boolean;
  readonly isName: boolean;
}

function wantsHeading({ words, heading, isFact, isName }: Heading): boolean {
  if (heading === '' || heading.length > LONGEST_SUBJECT) return false;
  if (words.toLowerCase().includes(heading.toLowerCase())) return false;
  return isFact || lacksSubject(words) || (isName && !NAMES_ITSELF.test(words));
}

/** The heading above a quote, with its parent heading if it says nothing alone ("Default"). */
function subjectHeading(headingPath: readonly string[]): string {
  const last = headingPath.at(-1) ?? '';
  const above = headingPath.at(-2) ?? '';
  return GENERIC_HEADING.test(last) && above !== '' ? `${above} › ${last}` : last;
}

/** Whether a heading is the name of a thing, by its form or because it is written as code. */
function isNameOf(text: string, blocks: readonly Block[], heading: string): boolean {
  const [own] = blocks.filter(({ kind }) => kind === 'heading').toReversed();
  const isCode = own !== undefined && /^`[^`\s]+`$/.test(text.slice(own.start, own.end));
  return isCode || NAME.test(heading);
}

/** What a list entry continues: the entries that contain it and the sentence before the list. */
function introductionOfEntry(text: string, entries: readonly Entry[], entry: Entry): string {
  const words = text.slice(entry.start, entry.end);
  if (!entry.isListItem) return '';
  const above = entries.slice(0, entries.indexOf(entry)).toReversed();
  const parents: string[] = [];
  let { column } = entry;
  for (const candidate of above) {
    if (column === 0) break;
    if (candidate.column >= column) continue;
    const parent = lastSentence(text.slice(candidate.start, candidate.end));
    // "1a. in towns", inserted between entries later: a sibling in any column.
    if (INSERTED_ENTRY.test(parent)) continue;
    if (isComplete(parent)) break;
    parents.unshift(parent);
    column = candidate.isListItem ? candidate.column : 0;
  }
  const introduction = parents.join(' ');
  const goesOn = /^\p{Ll}/u.test(words) || (/[:：]$/u.test(introduction) && isShort(words));
  return goesOn && introduction.length <= LONGEST_INTRODUCTION ? introduction : '';
}

function isShort(words: string): boolean {
  return !NAMES_ITSELF.test(words) && words.split(/\s+/).length <= SHORT_ENTRY;
}

function lastSentence(text: string): string {
  return text.split(/(?<=[.!?])\s+(?=\p{Lu})/u).at(-1) ?? '';
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

function joinBlocks(
  text: string,
  blocks: readonly Block[],
  layout: StatementLayout,
  read: (block: Block) => string,
): string {
  let joined = '';
  let previous: (Block & { readonly marker: string }) | undefined;
  const said = blocks.map((block) => ({ block, marker: markerOf(text, block), words: read(block) }));
  for (const { block, marker, words } of said.filter(({ words }) => words !== '')) {
    // Of several entries that are shown, the first looks like the others.
    const isMarked = previous !== undefined || (layout === 'lines' && said.length > 1);
    const number = isMarked && NUMBER.test(marker) ? `${marker} ` : '';
    const joint = layout === 'line' ? jointOf(previous, block, marker, joined) : lineJoint(block, marker, number);
    const opening = isMarked && joint === NEXT_ENTRY ? NEXT_ENTRY.trimStart() : '';
    joined += `${joined === '' ? opening : joint}${number}${words}`;
    previous = { ...block, marker };
  }
  return joined;
}

const NUMBER = /^(?:\d{1,4}[a-z]?[.)]|[a-z]{1,3}\))$/;

/** Of a list entry; a quotation has none of its own. */
function markerOf(text: string, { lineStart, start }: Block): string {
  return text.slice(lineStart, start).replaceAll('>', '').trim();
}

function jointOf(
  previous: (Block & { readonly marker: string }) | undefined,
  { kind }: Block,
  marker: string,
  before: string,
): string {
  if (marker === ':') return ': ';
  if (previous?.kind === 'table' && kind === 'table') return ' / ';
  const isNextEntry = kind === 'prose' && previous?.kind === 'prose' && marker !== '' && previous.marker !== '';
  return isNextEntry && !ENDS_OPEN.test(before) ? '; ' : ' ';
}

const NEXT_ENTRY = '\n• ';

/** A definition goes on in the line of its term. */
function lineJoint({ kind }: Block, marker: string, number: string): string {
  if (marker === ':') return ': ';
  return kind === 'prose' && marker !== '' && number === '' ? NEXT_ENTRY : '\n';
}

/** Reads code line by line, so that two lines do not become one command; a passage keeps its indentation. */
function readCode(text: string, { start, end }: Span, layout: StatementLayout): string {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const indent = before.trim() === '' ? before : '';
  const lines = `${indent}${text.slice(start, end)}`.split('\n').filter((line) => line.trim() !== '');
  if (layout === 'line') return lines.map(codeSpan).join(' ');
  const indents = lines.map((line) => /^\s*/.exec(line)?.[0].replaceAll('\t', '    ') ?? '');
  const least = Math.min(...indents.map(({ length }) => length));
  return lines
    .map((line, index) => codeSpan(line).replace(/^`+/, (marks) => `${marks}${indents[index]?.slice(least) ?? ''}`))
    .join('\n');
}

/** Indented code (CommonMark 4.4) is read as code; text between the tags of a template in its own lines, since it may be code. */
function readLines(text: string, blocks: readonly Block[], block: Block, { start, end }: Span): string {
  if (isIndentedCode(text, blocks, block)) {
    return readCode(text, { start: start === block.start ? block.lineStart : start, end }, 'lines');
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
