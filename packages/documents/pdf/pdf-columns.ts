import { CELL_GAP, type Piece, type Row, rowOf } from './pdf-rows.ts';
import { goesOn } from './pdf-words.ts';

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
 * Puts the columns of prose one after another whose lines are drawn from left to right across the page. Lines that span
 * them stay in place, and so do tables.
 *
 * @param rows in the order of drawing
 */
export function readColumns(rows: readonly Row[]): readonly Row[] {
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
