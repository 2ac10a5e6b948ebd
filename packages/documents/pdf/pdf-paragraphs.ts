import type { TextDerivation } from '@plumbline/text/offset-map';
import { writeLowered, writeRaised } from '@plumbline/text/powers';
import { isSameSize, type PdfLine, type PdfShift } from './pdf-layer.ts';
import { findTables, type TableLine } from './pdf-tables.ts';
import { goesOn, joinDivided, type Junction, readWrittenWords, SENTENCE_END, type WrittenWords } from './pdf-words.ts';

const LONGEST = 12;
const NOTE = /^\d{1,3}(?:[,–-]\d{1,3})*$/;

/** Within a paragraph, lines of one font size are closer than this multiple of their usual distance. */
const SAME_PARAGRAPH = 1.35;
/** Default line distance, in font sizes, where a page does not show it. */
const USUAL_DISTANCE = 1.2;
/** Lines farther apart than this, in font sizes, do not count for the usual distance. */
const FARTHEST = 3;
/** Width of a space, in font sizes. */
const SPACE_WIDTH = 0.25;

// A list's, or a comment on the page.
const LIST_ITEM = /^(?:[•▪◦‣·●■□☐*–—-]\s|\(?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,4})[.)]\s|\[(?:comment|hidden):\s)/u;
const NEW_START = /^[^\p{L}]*\p{Lu}|^[\p{N}•▪◦‣·●■□☐–—]/u;
// Without private-use and invisible characters; a letter that could not be read stays in its word.
const VISIBLE = /(?:[^\s\p{Cc}\p{Co}\uFFFD\u00AD\u200B\u2060\uFEFF]|(?<=\p{L})\uFFFD|\uFFFD(?=\p{L}))+/gu;

// "21 minutes", unlike the number of a heading.
const QUANTITY = /^\p{N}[\p{N}.,]* ?(?:\p{Ll}|[%°€$£])/u;
// The number of the page after dots, of which some are apart.
const LEADER_END = /(?:\.{4}|\. \. \.)\.{0,9} ?(?:\p{N}{1,4}|[ivxlc]{1,7})$/u;

const SPACE: Junction = { omitted: 0, separator: ' ' };
const PARAGRAPH = '\n\n';

/** How a document is written. */
export interface Writing {
  /** The text that its lines point into. */
  readonly layer: string;
  readonly words: WrittenWords;
  /** Distance of the lines of a paragraph, by font size, in points. */
  readonly distance: (size: number) => number;
}

/** @param pages their lines, without running heads and feet */
export function readWriting(layer: string, pages: readonly (readonly PdfLine[])[]): Writing {
  return { layer, words: readWrittenWords(layer), distance: usualDistance(pages) };
}

/** The lines that hold anything to read. */
export function visibleLines(layer: string, lines: readonly PdfLine[]): PdfLine[] {
  return lines.filter(({ start, end }) => layer.slice(start, end).search(VISIBLE) !== -1);
}

/**
 * How a sentence, or a divided word, runs on from the end of a page to the next; null: it does not. Before a capital only
 * where the last line is the full line of a paragraph, because a heading may follow.
 */
export function runningOn(
  { layer, words, distance }: Writing,
  body: readonly PdfLine[],
  nextBody: readonly PdfLine[],
): Junction | null {
  const [above, last, first] = [body.at(-2), body.at(-1), nextBody[0]];
  if (last === undefined || first === undefined || !isSameSize(last, first)) return null;
  if (last.cells.length > 1 || first.cells.length > 1) return null;
  const [before, after] = [wordsOf(layer, last), wordsOf(layer, first)];
  if (SENTENCE_END.test(before) || LIST_ITEM.test(after)) return null;
  const isInParagraph = above !== undefined && isBelow(above, last, distance(last.size));
  const isFull = isInParagraph && !wouldFit(last, first, after, Math.max(above.right, last.right));
  const isQuantity = isInParagraph && QUANTITY.test(after) && !/^\p{N}/u.test(before);
  const runsOn = goesOn(before, after) || isQuantity || (isFull && /^\p{Lu}/u.test(after));
  return runsOn ? (joinDivided(before, after, words) ?? SPACE) : null;
}

/**
 * Writes the lines of a page as paragraphs. A line break counts as layout when the next word would not have fitted into
 * the line; words hyphenated there are joined.
 *
 * @param visible see {@link visibleLines}
 * @param omitted how many characters to drop at the end, where a divided word goes on on the next page
 */
export function writeParagraphs(
  { layer, words: written, distance }: Writing,
  visible: readonly PdfLine[],
  omitted: number,
  derivation: TextDerivation,
): void {
  const blocks = blocksOf(visible, distance);
  const tables = findTables(layer, visible);
  for (const [index, line] of visible.entries()) {
    const next = visible[index + 1];
    const [row, nextRow] = [tables.get(line), next && tables.get(next)];
    if (row !== undefined) {
      writeRow(layer, line, row, nextRow, derivation);
      if (next !== undefined && nextRow?.table !== row.table) derivation.insert(PARAGRAPH);
      continue;
    }
    const junction =
      next === undefined
        ? { omitted, separator: '' }
        : nextRow !== undefined
          ? { omitted: 0, separator: PARAGRAPH }
          : junctionOf(layer, line, next, written, blocks);
    const words = layer.slice(line.start, line.end).trimEnd();
    writeWords(layer, line, { start: line.start, end: line.start + words.length - junction.omitted }, derivation);
    derivation.insert(junction.separator);
  }
}

/** Writes a line of a table as Markdown does, so that every format has tables of one form. */
function writeRow(
  layer: string,
  line: PdfLine,
  row: TableLine,
  next: TableLine | undefined,
  derivation: TextDerivation,
): void {
  let column = row.continues ? (row.cells[0]?.column ?? 0) : -1;
  for (const { cell, column: own } of row.cells) {
    derivation.insert(own === column ? ' ' : `${column === -1 ? '' : ' '}${'| '.repeat(own - column)}`);
    writeWords(layer, line, cell, derivation);
    column = own;
  }
  if (next?.table === row.table && next.continues) return;
  derivation.insert(`${' |'.repeat(row.table.columns - column)}`);
  if (row.isHeader) derivation.insert(`\n|${'---|'.repeat(row.table.columns)}`);
  if (next?.table === row.table) derivation.insert('\n');
}

/** Lines below each other in one column, at their usual distance and of one font size. */
interface Block {
  right: number;
}

function blocksOf(lines: readonly PdfLine[], distance: Writing['distance']): ReadonlyMap<PdfLine, Block> {
  const blocks = new Map<PdfLine, Block>();
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const open = above === undefined ? undefined : blocks.get(above);
    if (above !== undefined && open !== undefined && isBelow(above, line, distance(line.size))) {
      open.right = Math.max(open.right, line.right);
      blocks.set(line, open);
    } else blocks.set(line, { right: line.right });
  }
  return blocks;
}

function isBelow(above: PdfLine, line: PdfLine, distance: number): boolean {
  const step = above.base - line.base;
  const isClose = step > line.size / 2 && step <= distance * SAME_PARAGRAPH;
  return isClose && isSameSize(above, line) && line.left < above.right && above.left < line.right;
}

/**
 * The lower quartile of the distances of consecutive lines, by font size, over the whole document: on a page of headings,
 * short paragraphs or fields of a form, most distances are wider than those inside a paragraph.
 */
function usualDistance(pages: readonly (readonly PdfLine[])[]): Writing['distance'] {
  const steps = new Map<number, number[]>();
  for (const [above, line] of pages.flatMap((lines) => lines.slice(1).map((line, index) => [lines[index], line]))) {
    if (above === undefined || line === undefined || !isSameSize(above, line)) continue;
    const step = above.base - line.base;
    if (step <= line.size / 2 || step > line.size * FARTHEST) continue;
    const known = steps.get(Math.round(line.size)) ?? [];
    known.push(step);
    steps.set(Math.round(line.size), known);
  }
  for (const known of steps.values()) known.sort((a, b) => a - b);
  return (size) => {
    const known = steps.get(Math.round(size)) ?? [];
    return known[Math.floor((known.length - 1) / 4)] ?? size * USUAL_DISTANCE;
  };
}

function junctionOf(
  layer: string,
  line: PdfLine,
  next: PdfLine,
  written: WrittenWords,
  blocks: ReadonlyMap<PdfLine, Block>,
): Junction {
  const [words, nextWords] = [wordsOf(layer, line), wordsOf(layer, next)];
  const block = blocks.get(line);
  const isSameBlock = block !== undefined && block === blocks.get(next);
  const isNextColumn = next.base > line.base && next.left > line.right - next.size && isSameSize(line, next);
  const isJoinable = isSameBlock || (isNextColumn && goesOn(words, nextWords));
  const joined = isJoinable ? joinDivided(words, nextWords, written) : null;
  if (joined !== null) return joined;

  const isListed = areEntries(words, nextWords);
  const isItem = isListed || LIST_ITEM.test(nextWords);
  if (isSameBlock && !isItem && !wouldFit(line, next, nextWords, block.right)) return SPACE;
  if (!isSameBlock && isNextColumn && goesOn(words, nextWords)) return SPACE;
  const isTight = isSameBlock && (isListed || (!SENTENCE_END.test(words) && !NEW_START.test(nextWords)));
  return { omitted: 0, separator: isTight ? '\n' : '\n\n' };
}

/** Lines of a table of contents, with dots before the page, and of a list whose items begin with numbers of one form. */
function areEntries(words: string, nextWords: string): boolean {
  if (LEADER_END.test(words)) return true;
  const form = formOfNumber(words);
  return form !== null && form === formOfNumber(nextWords);
}

/** "GSC-9-9" of "GSC-18587-1, …"; null: the line begins with a word or a plain number. */
function formOfNumber(words: string): string | null {
  const [first = ''] = words.split(/[\s,:;]/, 1);
  const isNumber = /\p{N}/u.test(first) && /\p{Lu}/u.test(first) && /^[\p{Lu}\p{N}._/-]+$/u.test(first);
  return isNumber ? first.replaceAll(/\p{N}+/gu, '9').replace(/\.$/, '') : null;
}

function wordsOf(layer: string, { start, end }: PdfLine): string {
  return layer.slice(start, end).trim();
}

/** Whether the first word of the next line would have fitted into this one. */
function wouldFit(line: PdfLine, next: PdfLine, nextWords: string, right: number): boolean {
  const [firstWord = ''] = nextWords.split(/\s/, 1);
  const width = ((next.right - next.left) * firstWord.length) / nextWords.length;
  return line.right + line.size * SPACE_WIDTH + width < right;
}

/** Copies the words of a line, and writes what is raised or lowered as characters that stay so. */
function writeWords(
  layer: string,
  line: PdfLine,
  { start, end }: Pick<PdfLine, 'start' | 'end'>,
  derivation: TextDerivation,
): void {
  let from = start;
  const copyTo = (to: number): void => {
    const words = layer.slice(from, to);
    if (from > start && /^\s+\S/.test(words)) derivation.insert(' ');
    keepWords(layer, from, to, derivation);
  };
  for (const shift of line.shifts.filter((each) => each.start >= start && each.end <= end)) {
    const written = writeShift(layer, line, shift);
    if (written === null) continue;
    copyTo(shift.start);
    const isApart = !written.joins && shift.start > start && /\s/.test(layer.slice(shift.start - 1, shift.start));
    derivation.insert(`${isApart ? ' ' : ''}${written.text}`);
    from = shift.end;
  }
  copyTo(end);
}

/** Copies the words with single spaces between them, without invisible characters. */
function keepWords(layer: string, start: number, end: number, derivation: TextDerivation): void {
  let last: number | null = null;
  for (const { 0: word, index } of layer.slice(start, end).matchAll(VISIBLE)) {
    if (last !== null) {
      const space = layer.slice(start + last, start + index).search(/\s/);
      if (space !== -1) derivation.keep(start + last + space, start + last + space + 1);
    }
    last = index + word.length;
    derivation.keep(start + index, start + last);
  }
}

/** What the text shows for words above or below their line. */
interface WrittenShift {
  readonly text: string;
  /** It follows the word before without a space, regardless of the gap between them. */
  readonly joins: boolean;
}

/** Powers, indices and marks of notes ("[^3]", as in Markdown); null: the words are copied as they are. */
function writeShift(layer: string, line: PdfLine, { start, end, isRaised }: PdfShift): WrittenShift | null {
  const words = layer.slice(start, end).trim();
  const before = layer.slice(line.start, start);
  const after = layer.slice(end, end + 1);
  if (words === '' || words.length > LONGEST) return null;
  if (!isRaised) return before.trim() === '' ? null : { text: writeLowered(words, before.trimEnd()), joins: true };
  // ¹³⁷Cs, but not the note that a line begins with
  const isPrefix = /^\p{Lu}/u.test(after) && !/\S$/.test(before);
  const raised = writeRaised(words, isPrefix ? ' ' : before.trimEnd(), after);
  if (isPrefix || before.trim() === '') return isPrefix && raised !== '' ? { text: raised, joins: false } : null;
  if (raised !== '') return { text: raised, joins: true };
  return NOTE.test(words) ? { text: `[^${words}]`, joins: true } : null;
}
