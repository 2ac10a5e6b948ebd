import { MIN_QUOTE_LENGTH } from '@plumbline/contracts/evidence/finding';
import type { Block } from '@plumbline/text/markdown-blocks';
import type { Entry, Span, StatementUnit } from './passage-entries.ts';
import { tableRowsOf } from './table-rows.ts';

const LONGEST_INTRODUCTION = 200;

const LONGEST_CODE = 400;
const MOST_LINES = 8;
const LONGEST_ROW = 700;
const LONGEST_FACTS = 400;
// A list entry that begins with another list marker: the first cell of a row ("*    *   25 – 50").
const OPENS_ROW = /^(?:[-*+•]|\d{1,3}[.)])[ \t]+/;
const LONGEST_LIST_ROW = 300;
const SHORTEST_LIST_ROW = 20;
const LONGEST_HEADER = 400;

const COMMANDS_AND_SETTINGS =
  /^(?:ba|z|fi)?sh$|^(?:shell|console|shell-session|terminal|cmd|bat|batch|powershell|ps1|ya?ml|toml|ini|conf|config|cfg|properties|env|dotenv|json[5c]?|xml|nginx|apache|dockerfile|makefile|text|txt|plain|plaintext|none|http|sql|crontab)$/i;

/** "Default: 3", "Standardwert: `aus`": a fact about what the heading names. */
export const FACT = /^(?:\*\*|__)?\p{Lu}[\p{L} -]{1,30}(?:\*\*|__)?:(?:\*\*|__)?\s+\S/u;

/** Quotable units that are not sentences: table rows, code, lists of facts. */
export function unitsOutsideProse(
  passage: string,
  blocks: readonly Block[],
  entries: readonly Entry[],
): StatementUnit[] {
  const rows = tableRowsOf(passage, blocks)
    .filter(({ start, end, cells }) => end - start <= LONGEST_ROW && cells.some((cell) => /[\p{L}\p{N}]/u.test(cell)))
    .map(({ header, ...row }) => ({ ...row, introduction: header.join(' ') }));
  const code = blocks
    .filter(({ kind }) => kind === 'code')
    .flatMap((block) => {
      const introduction = introductionOfCode(passage, blocks, block);
      return codeParts(passage, block).map((span) => ({ ...span, introduction }));
    });
  const units = [...rows, ...code, ...factsIn(passage, entries)].map(({ introduction, ...span }) => {
    const { start, end } = longEnough(span, blocks);
    return { start, end, text: passage.slice(start, end), size: 1, introduction, isProse: false };
  });
  return [...rowsOfListTables(passage, entries), ...units];
}

/**
 * Short code as a whole. Commands and settings also yield the parts between blank lines; a part of a program alone says
 * nothing.
 */
function codeParts(passage: string, block: Block): Span[] {
  const code = codeOf(passage, block);
  if (isShort(passage, code)) return [code];
  if (isProgram(passage.slice(block.lineStart, block.start))) return [];
  const text = passage.slice(code.start, code.end);
  return [...text.matchAll(/\S(?:.*(?:\n(?!\s*\n))?)*/g)]
    .map((match) => ({ start: code.start + match.index, end: code.start + match.index + match[0].trimEnd().length }))
    .filter((part) => isShort(passage, part));
}

function isShort(passage: string, { start, end }: Span): boolean {
  return end - start <= LONGEST_CODE && passage.slice(start, end).split('\n').length <= MOST_LINES;
}

/** Whether the fence names a programming language. */
function isProgram(fence: string): boolean {
  const language = /^[\s>]*[`~]{3,}\s*\{?\.?([\w+#-]+)/.exec(fence)?.[1] ?? '';
  return language !== '' && !COMMANDS_AND_SETTINGS.test(language);
}

/** Joins consecutive facts of a list, which are about one thing. */
function factsIn(passage: string, entries: readonly Entry[]): (Span & Pick<StatementUnit, 'introduction'>)[] {
  const lists: { start: number; end: number; entries: number }[] = [];
  let previous: Entry | undefined;
  for (const entry of entries) {
    const list = lists.at(-1);
    const isFact = entry.isListItem && FACT.test(passage.slice(entry.start, entry.end));
    const follows = previous?.end === list?.end && previous?.column === entry.column;
    if (isFact && list !== undefined && follows && isOneList(passage.slice(list.end, entry.start))) {
      list.end = entry.end;
      list.entries += 1;
    } else if (isFact) lists.push({ start: entry.start, end: entry.end, entries: 1 });
    previous = entry;
  }
  return lists
    .filter(({ start, end, entries: count }) => count > 1 && end - start <= LONGEST_FACTS)
    .map(({ start, end }) => ({ start, end, introduction: '' }));
}

function isOneList(between: string): boolean {
  return !/[\p{L}\p{N}#]/u.test(between);
}

/** Extends a span that is too short for a quotation by the text before it, or else after it. */
function longEnough(span: Span, blocks: readonly Block[]): Span {
  let { start, end } = span;
  for (const block of blocks.toReversed()) {
    if (end - start >= MIN_QUOTE_LENGTH) break;
    if (block.end <= start) start = block.start;
  }
  for (const block of blocks) {
    if (end - start >= MIN_QUOTE_LENGTH) break;
    if (block.start >= end) end = block.end;
  }
  return { start, end };
}

/**
 * Rows of a table written as a list of lists, with one entry for each cell. The table's header introduces each row: the
 * rows before the first one that contains only figures.
 */
function rowsOfListTables(passage: string, entries: readonly Entry[]): StatementUnit[] {
  const rows = listRowsOf(passage, entries);
  const first = rows.findIndex(({ text }) => isFigures(text));
  if (first === -1) return [];
  const introduction = rows
    .slice(0, first)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST_HEADER);
  return rows
    .slice(first)
    .filter(({ text }) => text.length >= SHORTEST_LIST_ROW && text.length <= LONGEST_LIST_ROW)
    .map((row) => ({ ...row, introduction, isProse: false }));
}

function listRowsOf(passage: string, entries: readonly Entry[]): Omit<StatementUnit, 'introduction' | 'isProse'>[] {
  const rows: { start: number; end: number; size: number; column: number }[] = [];
  for (const { start, end, isListItem, column } of entries) {
    const row = rows.at(-1);
    if (isListItem && OPENS_ROW.test(passage.slice(start, end))) rows.push({ start, end, size: 1, column });
    else if (row !== undefined && isListItem && column > row.column && isAdjacent(passage, row.end, start)) {
      row.end = end;
      row.size += 1;
    }
  }
  return rows.map(({ start, end, size }) => ({ start, end, size, text: passage.slice(start, end) }));
}

/** Whether only list markers and white space separate two cells. */
function isAdjacent(passage: string, end: number, start: number): boolean {
  return /^[\s*+•-]*$/.test(passage.slice(end, start));
}

/** Whether a cell contains figures, and so hardly any letters. */
function isFigures(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const digits = text.match(/\d/g) ?? [];
  return digits.length > 0 && letters.length <= digits.length;
}

/** The code of a block, without surrounding HTML tags. */
export function codeOf(passage: string, { start, end }: Span): Span {
  const text = passage.slice(start, end);
  const lead = /^<code[^<>]*>\s*/i.exec(text)?.[0].length ?? 0;
  const tail = /(?<!\s)\s*<\/code>$/i.exec(text)?.[0].length ?? 0;
  return { start: start + lead, end: Math.max(start + lead, end - tail) };
}

/** The sentence that introduces a block of code ("Restart the service:"); empty without one. */
export function introductionOfCode(passage: string, blocks: readonly Block[], code: Block): string {
  const before = blocks[blocks.indexOf(code) - 1];
  if (before?.kind !== 'prose') return '';
  const sentences = passage.slice(before.start, before.end).split(/(?<=[.!?])\s+/u);
  const last = sentences.at(-1) ?? '';
  return /[:：]$/u.test(last) && last.length <= LONGEST_INTRODUCTION ? last : '';
}
