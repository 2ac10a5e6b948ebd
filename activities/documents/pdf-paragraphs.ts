import type { TextDerivation } from '../text/offset-map.ts';
import type { PdfLine } from './pdf-layer.ts';
import { type Junction, joinDivided, type WrittenWords } from './pdf-words.ts';

/** Within a paragraph, lines of one font size are closer than this multiple of their usual distance. */
const SAME_PARAGRAPH = 1.35;
/** Default line distance, in font sizes, where a page does not show it. */
const USUAL_DISTANCE = 1.2;
/** Lines farther apart than this, in font sizes, do not count for the usual distance. */
const FARTHEST = 3;
/** Font sizes that differ by less count as equal. */
const SAME_SIZE = 1.15;
/** Width of a space, in font sizes. */
const SPACE_WIDTH = 0.25;

const LIST_ITEM = /^(?:[•▪◦‣·●■□☐*–—-]\s|\(?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,4})[.)]\s)/u;
const SENTENCE_END = /[.:;!?]["'”“’»)\]]*$/u;
const NEW_START = /^[^\p{L}]*\p{Lu}|^[\p{N}•▪◦‣·●■□☐–—]/u;
// Without private-use and invisible characters.
const VISIBLE = /[^\s\p{Cc}\p{Co}\uFFFD\u00AD\u200B\u2060\uFEFF]+/gu;

const END: Junction = { omitted: 0, separator: '' };
const SPACE: Junction = { omitted: 0, separator: ' ' };

/**
 * Writes the lines of a page as paragraphs. A line break counts as layout when the next word would not have fitted into
 * the line; words hyphenated there are joined.
 *
 * @param layer the text that the lines point into
 */
export function writeParagraphs(
  layer: string,
  lines: readonly PdfLine[],
  written: WrittenWords,
  derivation: TextDerivation,
): void {
  const visible = lines.filter(({ start, end }) => layer.slice(start, end).search(VISIBLE) !== -1);
  const blocks = blocksOf(visible);
  for (const [index, line] of visible.entries()) {
    const next = visible[index + 1];
    const junction = next === undefined ? END : junctionOf(layer, line, next, written, blocks);
    const words = layer.slice(line.start, line.end).trimEnd();
    keepWords(layer, line.start, line.start + words.length - junction.omitted, derivation);
    derivation.insert(junction.separator);
  }
}

/** Lines below each other in one column, at their usual distance and of one font size. */
interface Block {
  right: number;
}

function blocksOf(lines: readonly PdfLine[]): ReadonlyMap<PdfLine, Block> {
  const distance = usualDistance(lines);
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

function isSameSize(first: PdfLine, second: PdfLine): boolean {
  return Math.max(first.size, second.size) <= Math.min(first.size, second.size) * SAME_SIZE;
}

/** The median distance of consecutive lines, by font size. */
function usualDistance(lines: readonly PdfLine[]): (size: number) => number {
  const steps = new Map<number, number[]>();
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above === undefined || !isSameSize(above, line)) continue;
    const step = above.base - line.base;
    if (step <= line.size / 2 || step > line.size * FARTHEST) continue;
    steps.set(Math.round(line.size), [...(steps.get(Math.round(line.size)) ?? []), step]);
  }
  return (size) => {
    const known = (steps.get(Math.round(size)) ?? []).sort((a, b) => a - b);
    return known[Math.floor((known.length - 1) / 2)] ?? size * USUAL_DISTANCE;
  };
}

function junctionOf(
  layer: string,
  line: PdfLine,
  next: PdfLine,
  written: WrittenWords,
  blocks: ReadonlyMap<PdfLine, Block>,
): Junction {
  const [words, nextWords] = [line, next].map(({ start, end }) => layer.slice(start, end).trim()) as [string, string];
  const block = blocks.get(line);
  const isSameBlock = block !== undefined && block === blocks.get(next);
  const goesOn = /^\p{Ll}/u.test(nextWords) && !SENTENCE_END.test(words);
  const isNextColumn = next.base > line.base && isSameSize(line, next);
  const isJoinable = isSameBlock || (isNextColumn && goesOn);
  const joined = isJoinable ? joinDivided(words, nextWords, written) : null;
  if (joined !== null) return joined;

  if (isSameBlock && !LIST_ITEM.test(nextWords) && !wouldFit(line, next, nextWords, block.right)) return SPACE;
  if (!isSameBlock && isNextColumn && goesOn) return SPACE;
  const isTight = isSameBlock && !SENTENCE_END.test(words) && !NEW_START.test(nextWords);
  return { omitted: 0, separator: isTight ? '\n' : '\n\n' };
}

/** Whether the first word of the next line would have fitted into this one. */
function wouldFit(line: PdfLine, next: PdfLine, nextWords: string, right: number): boolean {
  const [firstWord = ''] = nextWords.split(/\s/, 1);
  const width = ((next.right - next.left) * firstWord.length) / nextWords.length;
  return line.right + line.size * SPACE_WIDTH + width < right;
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
