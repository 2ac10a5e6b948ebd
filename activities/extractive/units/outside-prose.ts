import { MIN_QUOTE_LENGTH } from '../../../workflows/contracts/evidence.ts';
import type { Block } from '../../text/markdown-blocks.ts';
import { codeOf, introductionOfCode } from './code-blocks.ts';
import type { Entry, Span } from './passage-entries.ts';
import type { StatementUnit } from './statement-units.ts';
import { tableRowsOf } from './table-rows.ts';

const LONGEST_CODE = 400;
const MOST_LINES = 8;
const LONGEST_ROW = 700;
const LONGEST_FACTS = 400;

const COMMANDS_AND_SETTINGS =
  /^(?:ba|z|fi)?sh$|^(?:shell|console|shell-session|terminal|cmd|bat|batch|powershell|ps1|ya?ml|toml|ini|conf|config|cfg|properties|env|dotenv|json[5c]?|xml|nginx|apache|dockerfile|makefile|text|txt|plain|plaintext|none|http|sql|crontab)$/i;

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
      return codeParts(passage, block).map((span) => ({ ...span, introduction }));
    });
  return [...rows, ...code, ...factsIn(passage, entries)].map(({ introduction, ...span }) => {
    const { start, end } = longEnough(span, blocks);
    return { start, end, text: passage.slice(start, end), size: 1, introduction, isProse: false };
  });
}

/** Short code as a whole; of commands and settings also the parts that blank lines make. A part of a program says nothing alone. */
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

/** By the language that the fence names. */
function isProgram(fence: string): boolean {
  const language = /^[\s>]*[`~]{3,}\s*\{?\.?([\w+#-]+)/.exec(fence)?.[1] ?? '';
  return language !== '' && !COMMANDS_AND_SETTINGS.test(language);
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
