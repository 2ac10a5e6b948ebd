import { codeSpan } from '../../../workflows/domain/markdown-text.ts';
import { sourceOfAll } from '../../language/languages/word-patterns.ts';
import { statedText } from '../../language/text/code-prose.ts';
import { readMarkup } from '../../language/text/html-tags.ts';
import { type Block, splitBlocks } from '../../language/text/markdown-blocks.ts';
import { readableText } from '../../language/text/readable-text.ts';
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
    if (block.kind === 'prose') return readProse(part);
    const row = rows.find((candidate) => candidate.start === block.start);
    return row === undefined ? '' : readProse(readRow(row));
  };

  return (span, layout = 'line') => {
    const quoted = blocks.filter(({ start, end }) => start < span.end && span.start < end);
    const [first] = quoted;
    const joined = joinBlocks(text, quoted, layout, (block) => readBlock(block, span, layout));
    const words = layout === 'line' || joined === '' ? joined : `${joined}${markLeftOut(entries, span)}`;
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

/** How many entries of a list follow that a passage leaves out. */
function markLeftOut(entries: readonly Entry[], span: Span): string {
  const last = entries.findLastIndex(({ start, end }) => start < span.end && span.start < end);
  if (entries[last]?.isListItem !== true) return '';
  const behind = entries.slice(last + 1);
  const end = behind.findIndex(({ isListItem }) => !isListItem);
  const count = end === -1 ? behind.length : end;
  return count === 0 ? '' : `\n• … (+${count})`;
}

function joinBlocks(
  text: string,
  blocks: readonly Block[],
  layout: StatementLayout,
  read: (block: Block) => string,
): string {
  let joined = '';
  let previous: (Block & { readonly marker: string }) | undefined;
  for (const block of blocks) {
    const words = read(block);
    if (words === '') continue;
    const marker = text.slice(block.lineStart, block.start).trim();
    const isNumbered = previous !== undefined && /^(?:\d{1,4}[a-z]?[.)]|[a-z]{1,3}\))$/.test(marker);
    const number = isNumbered ? `${marker} ` : '';
    const joint = layout === 'line' ? jointOf(previous, block, marker, joined) : lineJoint(block, marker, number);
    joined += `${joined === '' ? '' : joint}${number}${words}`;
    previous = { ...block, marker };
  }
  return joined;
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

/** A definition goes on in the line of its term. */
function lineJoint({ kind }: Block, marker: string, number: string): string {
  if (marker === ':') return ': ';
  return kind === 'prose' && marker !== '' && number === '' ? '\n• ' : '\n';
}

/** Reads code line by line, so that two lines do not become one command. */
function readCode(text: string, { start, end }: Span, layout: StatementLayout): string {
  const lines = text
    .slice(start, end)
    .split('\n')
    .map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map(codeSpan)
    .join(layout === 'line' ? ' ' : '\n');
}

function readProse(text: string): string {
  // Reads an HTML term and its definition as in Markdown.
  return readableText(readMarkup(text.replace(/<\/dt>\s*<dd\b[^<>]*>/gi, ': ')));
}
