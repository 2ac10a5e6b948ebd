import { type Row, CELL_GAP, type Piece, rowOf } from './pdf-geometry.ts';
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

/** Columns of prose have at least so many lines, with so many characters on average, and this share of them goes on in the next. */
const FEWEST_LINES = 4;
const SHORTEST_LINES = 14;
const SHARE_GOING_ON = 0.3;
/** Left borders that differ by less are the same, in points. */
const SAME_BORDER = 3;
/** A wider step between lines parts paragraphs or the rows of a table, as a multiple of the usual one. */
const WIDER = 1.3;

/** A part of a row between two gaps, and the row's place in the order of drawing. */
interface Cell extends Row {
  readonly place: number;
  readonly row: Row;
}

/** Cells of a page that lie between two lines that span its columns, column by column, each from the top. */
type Region = readonly (readonly Cell[])[];

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

/**
 * Puts the columns of prose one after another whose lines are drawn from left to right across the page. Lines that span
 * them stay in place, and so do tables.
 *
 * @param rows in the order of drawing
 */
function readColumns(rows: readonly Row[]): readonly Row[] {
  if (rows.length < FEWEST_LINES) return rows;
  const cells = rows.flatMap((row, place) => cellsOf(row.pieces).map((cell): Cell => ({ ...cell, place, row })));
  const borders = bordersOf(cells);
  if (borders.length === 0) return rows;
  const found = regionsOf(cells, borders).flatMap(columnsIn);
  if (found.length === 0) return rows;
  const ofRegion = new Map(found.flatMap((region) => region.flat().map((cell) => [cell.row, region] as const)));
  const written = new Set<Region>();
  return rows.flatMap((row) => {
    const region = ofRegion.get(row);
    if (region === undefined) return [row];
    if (written.has(region)) return [];
    written.add(region);
    return region.flat();
  });
}

/** Groups pieces by the gaps between them; blank pieces go with the words before them. */
function cellsOf(pieces: readonly Piece[]): Row[] {
  const groups: Piece[][] = [[]];
  let right: number | null = null;
  for (const piece of pieces) {
    const isBlank = piece.text.trim() === '';
    if (!isBlank && right !== null && Math.abs(piece.left - right) > piece.size * CELL_GAP) groups.push([]);
    groups.at(-1)?.push(piece);
    if (!isBlank) right = piece.right;
  }
  return groups.flatMap((group) => rowOf(group) ?? []);
}

/** Left borders of the columns after the first, where the drawing moves to the right on one line often enough. */
function bordersOf(cells: readonly Cell[]): number[] {
  const borders: { left: number; cells: Cell[] }[] = [];
  for (const [index, cell] of cells.entries()) {
    const before = cells[index - 1];
    if (before === undefined || !isBeside(before, cell)) continue;
    const known = borders.find(({ left }) => Math.abs(left - cell.left) <= SAME_BORDER);
    if (known === undefined) borders.push({ left: cell.left, cells: [cell] });
    else known.cells.push(cell);
  }
  const often = borders
    .filter((border) => border.cells.length >= FEWEST_LINES)
    .sort((a, b) => b.cells.length - a.cells.length);
  // A table between columns has borders of its own, which run through the columns.
  const isCrossed = (left: number, by: readonly Cell[]): boolean =>
    by.some((cell) => cell.left < left && cell.right > left);
  return often
    .filter(({ left }, index) => often.slice(0, index).every((other) => !isCrossed(left - SAME_BORDER, other.cells)))
    .map(({ left }) => left - SAME_BORDER)
    .sort((a, b) => a - b);
}

function isBeside(before: Cell, { left, base, size }: Cell): boolean {
  return left - before.right > size * CELL_GAP && Math.abs(base - before.base) < size * 0.6;
}

function regionsOf(cells: readonly Cell[], borders: readonly number[]): Region[] {
  const columnOf = ({ left }: Cell): number => borders.filter((border) => border <= left).length;
  const spans = ({ left, right }: Cell): boolean =>
    borders.some((border) => left < border && right > border + SAME_BORDER);
  const spanning = new Set(cells.filter(spans).map(({ row }) => row));
  const regions: Cell[][][] = [];
  let open: Cell[][] | null = null;
  for (const cell of cells.toSorted((a, b) => b.base - a.base)) {
    if (spanning.has(cell.row)) open = null;
    else {
      if (open === null) regions.push((open = Array.from({ length: borders.length + 1 }, () => [])));
      open[columnOf(cell)]?.push(cell);
    }
  }
  return regions;
}

/** The stretches of prose in a region, which a table may part. */
function columnsIn(region: Region): Region[] {
  const found: Region[] = [];
  let isOpen = false;
  for (const part of partedAtGaps(region)) {
    const last = found.at(-1);
    const columns = part.filter((column) => column.length > 0);
    const isProse: boolean = columns.length > 1 && columns.every((column) => runsOn(column, isOpen ? 1 : FEWEST_LINES));
    const isRest: boolean = isOpen && last !== undefined && columns.length === 1 && isBelow(last, part);
    if ((isProse || isRest) && isOpen && last !== undefined) {
      found[found.length - 1] = last.map((column, index) => [...column, ...(part[index] ?? [])]);
    } else if (isProse) found.push(part);
    isOpen = isProse || isRest;
  }
  return found.filter((one) => !areRows(one));
}

/** Whether a part has the next lines of the longer column, where the others have ended. */
function isBelow(above: Region, part: Region): boolean {
  const index = part.findIndex((column) => column.length > 0);
  const [column, next] = [above[index] ?? [], part[index]?.[0]];
  const last = column.at(-1);
  if (last === undefined || next === undefined) return false;
  return last.base - next.base <= usualStep(column) * WIDER;
}

/** Of the heights of a column's lines, in points; 0 for one line. */
function usualStep(column: readonly Cell[]): number {
  const steps = column.slice(1).map((cell, index) => (column[index]?.base ?? 0) - cell.base);
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/** Parts of a region between which no column has a line. */
function partedAtGaps(region: Region): Region[] {
  const bases = region.flatMap((column) => column.map(({ base }) => base)).sort((a, b) => b - a);
  const steps = bases.slice(1).map((base, index) => (bases[index] ?? base) - base);
  const usual = steps.filter((step) => step > SAME_BORDER).sort((a, b) => a - b);
  const widest = (usual[Math.floor(usual.length / 2)] ?? 0) * WIDER;
  const ends = [...bases.slice(1).filter((_, index) => (steps[index] ?? 0) > widest), Number.NEGATIVE_INFINITY];
  return ends.map((end, index) => {
    const start = ends[index - 1] ?? Number.POSITIVE_INFINITY;
    return region.map((column) => column.filter(({ base }) => (index === 0 || base <= start) && base > end));
  });
}

/** Whether the paragraphs of all columns begin at the same heights, as the cells of a table do. */
function areRows(region: Region): boolean {
  const starts = region.filter((column) => column.length > 0).map(startsOf);
  return starts.every((own, index) => {
    const others = starts[index === 0 ? 1 : 0] ?? [];
    return own.length > 0 && own.every((base) => others.some((other) => Math.abs(other - base) < SAME_BORDER));
  });
}

/** Whether sentences go on from line to line down a column. */
function runsOn(column: readonly Cell[], fewest: number): boolean {
  const letters = column.reduce((sum, { text }) => sum + text.trim().length, 0);
  if (column.length < fewest || letters < column.length * SHORTEST_LINES) return false;
  const going = column.slice(1).filter((cell, index) => goesOn(column[index]?.text.trim() ?? '', cell.text.trim()));
  return going.length >= (column.length - 1) * SHARE_GOING_ON;
}

/** Heights of the lines that begin a paragraph: after a wider step, or after a line that had room for more. */
function startsOf(column: readonly Cell[]): number[] {
  const right = Math.max(...column.map((cell) => cell.right));
  const usual = usualStep(column);
  return column.slice(1).flatMap((cell, index) => {
    const above = column[index];
    if ((above?.base ?? 0) - cell.base > usual * WIDER) return [cell.base];
    if (above === undefined || goesOn(above.text.trim(), cell.text.trim())) return [];
    const [word = ''] = cell.text.trim().split(/\s/, 1);
    const width = ((cell.right - cell.left) * (word.length + 1)) / Math.max(1, cell.text.trim().length);
    return above.right + width < right ? [cell.base] : [];
  });
}
