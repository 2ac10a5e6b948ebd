import { MIN_QUOTE_LENGTH } from '../../workflows/contracts/evidence.ts';
import type { Block } from '../text/markdown-blocks.ts';
import { codeOf, introductionOfCode } from './code-blocks.ts';
import type { Entry, Span } from './passage-entries.ts';
import type { StatementUnit } from './statement-units.ts';
import { tableRowsOf } from './table-rows.ts';

const LONGEST_CODE = 400;
const LONGEST_ROW = 700;
const LONGEST_FACTS = 400;

/** "Default: 3", "Standardwert: `aus`": a fact about what the heading names. */
export const FACT = /^(?:\*\*|__)?\p{Lu}[\p{L} -]{1,30}(?:\*\*|__)?:(?:\*\*|__)?\s+\S/u;

/** What can be quoted although it is no sentence: rows of tables, code, lists of facts. */
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
      return codeParts(passage, codeOf(passage, block)).map((span) => ({ ...span, introduction }));
    });
  return [...rows, ...code, ...factsIn(passage, entries)].map(({ introduction, ...span }) => {
    const { start, end } = longEnough(span, blocks);
    return { start, end, text: passage.slice(start, end), size: 1, introduction };
  });
}

/** Code as a whole, or in the parts that blank lines make of it. */
function codeParts(passage: string, code: Span): Span[] {
  if (code.end - code.start <= LONGEST_CODE) return [code];
  const text = passage.slice(code.start, code.end);
  return [...text.matchAll(/\S(?:.*(?:\n(?!\s*\n))?)*/g)]
    .map((match) => ({ start: code.start + match.index, end: code.start + match.index + match[0].trimEnd().length }))
    .filter(({ start, end }) => end - start <= LONGEST_CODE);
}

/** Facts that follow each other in one list are about one thing and stand together. */
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

/** What is shorter than a quotation has to be is quoted with what stands before it, or else behind it. */
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
