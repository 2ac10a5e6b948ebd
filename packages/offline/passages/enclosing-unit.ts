import { NO_LANGUAGE } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { type Block, splitBlocks } from '@plumbline/text/markdown-blocks';
import { entriesOf, type Entry, isComplete, type Span } from './passage-entries.ts';

/** Longest unit that a report quotes, in characters: about what a reader takes in at a glance. */
export const LONGEST_QUOTED_UNIT = 1_500;

/**
 * Finds the contiguous unit around a statement of a passage, as a reader needs it to judge the statement: the whole
 * list with its introduction, the table, the paragraph, and as much of what stands around it in the passage as fits.
 * Where the list is too long, the entries up to the statement; where the table or the paragraph is, as many rows or whole
 * sentences around it as fit; never less than the statement itself.
 */
export function createUnitFinder(passage: string, language: string): (statement: Span) => Span {
  if (language === NO_LANGUAGE) return (statement) => linesAround(passage, statement);
  const blocks = splitBlocks(passage);
  const entries = entriesOf(passage, blocks);
  const wholes = wholesOf(passage, blocks, entries);
  return (statement) => {
    const touched = wholes.filter((whole) => overlaps(whole, statement));
    const whole = touched.reduce(union, statement);
    if (fits(whole)) return widen(whole, wholes);
    const candidates = [
      ...tableAround(passage, blocks, statement),
      ...proseAround(passage, entries, statement),
      sentencesAround(passage, language, entries, statement),
    ];
    return candidates.map((candidate) => union(candidate, statement)).find(fits) ?? statement;
  };
}

/** As many whole lines of code around a line as fit, alternately below and above. */
function linesAround(passage: string, statement: Span): Span {
  const lines = [...passage.matchAll(/.+/g)].map(({ index, 0: line }) => ({ start: index, end: index + line.length }));
  return widen(statement, lines);
}

function fits({ start, end }: Span): boolean {
  return end - start <= LONGEST_QUOTED_UNIT;
}

/** What must not be cut: each list with its introduction, table, paragraph, and block of code with the sentence above it. */
function wholesOf(passage: string, blocks: readonly Block[], entries: readonly Entry[]): Span[] {
  const around = blocks.flatMap((block, index): Span[] => {
    const above = blocks[index - 1];
    if (block.kind === 'heading') return [];
    if (block.kind === 'table') return tableAround(passage, blocks, block).slice(0, 1);
    if (block.kind === 'prose') return proseAround(passage, entries, block).slice(0, 1);
    return [above?.kind === 'prose' ? union(above, block) : block];
  });
  const wholes: Span[] = [];
  for (const span of around.toSorted((a, b) => a.start - b.start)) {
    const last = wholes.at(-1);
    if (last !== undefined && overlaps(last, span)) wholes[wholes.length - 1] = union(last, span);
    else wholes.push(span);
  }
  return wholes;
}

/** Adds what follows and what precedes, in turn, as long as it fits. */
function widen(unit: Span, wholes: readonly Span[], isBelow = true): Span {
  const next = wholes.find(({ start }) => start >= unit.end);
  const previous = wholes.findLast(({ end }) => end <= unit.start);
  const wider = (isBelow ? [next, previous] : [previous, next])
    .flatMap((neighbour) => (neighbour === undefined ? [] : union(unit, neighbour)))
    .find(fits);
  return wider === undefined ? unit : widen(wider, wholes, !isBelow);
}

/** The whole table, else as many rows around the row as fit: each is read with the names of its columns. */
function tableAround(passage: string, blocks: readonly Block[], statement: Span): Span[] {
  const at = blocks.findIndex((block) => block.kind === 'table' && overlaps(block, statement));
  if (at === -1) return [];
  const isRow = (index: number): boolean => blocks[index]?.kind === 'table';
  let first = at;
  while (isRow(first - 1) && isAdjacent(passage, blocks[first - 1], blocks[first])) first -= 1;
  let last = at;
  while (isRow(last + 1) && isAdjacent(passage, blocks[last], blocks[last + 1])) last += 1;
  const rows = blocks.slice(first, last + 1);
  return [rows.reduce(union, statement), widen(union(statement, blocks[at] ?? statement), rows)];
}

function isAdjacent(passage: string, first: Block | undefined, second: Block | undefined): boolean {
  return !/\n[ \t]*\r?\n/.test(passage.slice(first?.end ?? 0, second?.lineStart ?? 0));
}

/** The list with its introduction, its part up to the statement, the entry or paragraph; longest first. */
function proseAround(passage: string, entries: readonly Entry[], statement: Span): Span[] {
  const touched = entries.flatMap((entry, index) => (overlaps(entry, statement) ? [index] : []));
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = introductionOf(passage, entries, first);
  const isInList = entries[last]?.isListItem === true;
  const end = isInList || introduces(passage, entries[last]) ? endOfList(entries, last) : last;
  const from = (index: number): number => entries[index]?.start ?? statement.start;
  const to = (index: number): number => entries[index]?.end ?? statement.end;
  return [
    { start: from(start), end: to(end) },
    { start: from(start), end: to(endOfList(entries, last, entries[last]?.column ?? 0)) },
    { start: from(start), end: to(last) },
    { start: from(first), end: to(last) },
  ];
}

/** Index of the paragraph that introduces a list, or of the entry itself if it is in no list or needs none. */
function introductionOf(passage: string, entries: readonly Entry[], at: number): number {
  const index = entries.findLastIndex(({ isListItem }, one) => one <= at && !isListItem);
  return index >= 0 && introduces(passage, entries[index]) ? index : at;
}

/** Whether a paragraph leads into the list below it. */
function introduces(passage: string, entry: Entry | undefined): boolean {
  if (entry === undefined) return false;
  const words = passage.slice(entry.start, entry.end);
  return !isComplete(words) || /[:：]["”“*_`)]*$/u.test(words);
}

/** Index of the last entry of the list that the entry belongs to or introduces, or of those nested below a column. */
function endOfList(entries: readonly Entry[], at: number, column = Number.NEGATIVE_INFINITY): number {
  const end = entries.findIndex((entry, index) => index > at && !(entry.isListItem && (entry.column ?? 0) > column));
  return (end === -1 ? entries.length : end) - 1;
}

/** As many whole sentences of the statement's entry as fit. */
function sentencesAround(passage: string, language: string, entries: readonly Entry[], statement: Span): Span {
  const entry = entries.find((candidate) => overlaps(candidate, statement)) ?? statement;
  const sentences = splitSentences(passage, language).filter(
    ({ start, end }) => start >= entry.start && end <= entry.end,
  );
  return widen(statement, sentences);
}

function overlaps(first: Span, second: Span): boolean {
  return first.start < second.end && second.start < first.end;
}

function union(first: Span, second: Span): Span {
  return { start: Math.min(first.start, second.start), end: Math.max(first.end, second.end) };
}
