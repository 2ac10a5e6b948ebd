import { readColumns } from './pdf-columns.ts';
import type { Row } from './pdf-rows.ts';
import { goesOn } from './pdf-words.ts';

/** Rows that are read one after another, and the box of their first column. */
interface Block {
  readonly rows: Row[];
  left: number;
  right: number;
  readonly top: number;
  bottom: number;
  letters: number;
}

/** Blocks with fewer letters are labels, heads and feet, which may be drawn at any time. */
const MIN_LETTERS = 60;
/** Lines of a block are closer than this, in font sizes, and their sizes differ by less. */
const FARTHEST = 1.8;
const SAME_SIZE = 1.15;

/**
 * The rows of a page as they are read: columns of prose that are drawn row by row one after another, and blocks that are
 * drawn in another order than from top to bottom. Otherwise as they are drawn, which is the order that
 * the author's program knows.
 *
 * @param rows in the order of drawing
 */
export function inReadingOrder(rows: readonly Row[]): readonly Row[] {
  const read = readColumns(rows);
  const blocks = blocksOf(read);
  return isOutOfOrder(blocks) ? fromTheTop(blocks).flatMap((block) => block.rows) : read;
}

function blocksOf(rows: readonly Row[]): Block[] {
  const blocks: Block[] = [];
  let above: Row | undefined;
  for (const row of rows) {
    const open = blocks.at(-1);
    if (open !== undefined && above !== undefined && (isNextLine(above, row) || isNextColumn(above, row))) {
      open.rows.push(row);
      // The rest of a sentence in the next column goes with its beginning.
      const isFirstColumn = row.base <= open.top && row.left < open.right && open.left < row.right;
      if (isFirstColumn) Object.assign(open, grown(open, row));
      open.letters += row.text.length;
    } else {
      const { left, right, base, size } = row;
      blocks.push({ rows: [row], left, right, top: base + size, bottom: base, letters: row.text.length });
    }
    above = row;
  }
  return blocks;
}

function isNextLine(above: Row, row: Row): boolean {
  const step = above.base - row.base;
  return areAlike(above, row) && step >= 0 && step <= row.size * FARTHEST && overlap(above, row);
}

function isNextColumn(above: Row, row: Row): boolean {
  const isBeside = row.base > above.base && row.left > above.right - row.size;
  return isBeside && areAlike(above, row) && goesOn(above.text.trim(), row.text.trim());
}

function areAlike(first: Row, second: Row): boolean {
  return Math.max(first.size, second.size) <= Math.min(first.size, second.size) * SAME_SIZE;
}

function grown({ left, right, bottom }: Block, row: Row): Pick<Block, 'left' | 'right' | 'bottom'> {
  return { left: Math.min(left, row.left), right: Math.max(right, row.right), bottom: Math.min(bottom, row.base) };
}

/** Whether a block of prose is drawn after one that is below it in the same column. */
function isOutOfOrder(blocks: readonly Block[]): boolean {
  const prose = blocks.filter(isProse);
  let lowest: Block[] = [];
  for (const block of prose) {
    if (lowest.some((before) => before.top <= block.bottom && overlap(before, block))) return true;
    lowest = [
      ...lowest.filter(({ left, right, bottom }) => left < block.left || right > block.right || bottom < block.bottom),
      block,
    ];
  }
  return false;
}

function isProse({ rows, letters }: Block): boolean {
  return rows.length > 1 && letters >= MIN_LETTERS;
}

function overlap(first: Pick<Block, 'left' | 'right'>, second: Pick<Block, 'left' | 'right'>): boolean {
  return first.left < second.right && second.left < first.right;
}

/**
 * Columns of prose from left to right where a gap runs down between them, else from top to bottom; what lies side by side or
 * overlaps, as it is drawn, so that a label stays with its words.
 */
function fromTheTop(blocks: readonly Block[]): readonly Block[] {
  if (blocks.length < 2) return blocks;
  const columns = apart(blocks, ({ left, right }) => [left, right]);
  if (columns.length > 1 && columns.every((column) => column.some(isProse))) return columns.flatMap(fromTheTop);
  const layers = apart(blocks, ({ top, bottom }) => [-top, -bottom]);
  return layers.length > 1 ? layers.flatMap(fromTheTop) : blocks;
}

/** Groups of blocks between which nothing lies on an axis, in its direction. */
function apart(blocks: readonly Block[], rangeOf: (block: Block) => readonly [number, number]): Block[][] {
  const sorted = blocks.toSorted((a, b) => rangeOf(a)[0] - rangeOf(b)[0]);
  const groups: Block[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const block of sorted) {
    const [from, to] = rangeOf(block);
    if (from >= end) groups.push([]);
    groups.at(-1)?.push(block);
    end = Math.max(end, to);
  }
  // Blocks of a group are read as they are drawn until they can be told apart.
  const place = new Map(blocks.map((block, index) => [block, index]));
  return groups.map((group) => group.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)));
}
