import { namesColumns } from '../tables/table-headers.ts';
import { isSameSize, type PdfCell, type PdfLine } from './pdf-layer.ts';

/** A line of a table: its cells by column; several cells of one column belong together. */
export interface TableLine {
  readonly table: Table;
  readonly cells: readonly { readonly cell: PdfCell; readonly column: number }[];
  /** It continues the last cell of the line above. */
  readonly continues: boolean;
  readonly isHeader: boolean;
}

export interface Table {
  readonly columns: number;
}

/** A stretch without words that runs down between two columns, in points. */
interface Strip {
  readonly left: number;
  readonly right: number;
}

/** A run of lines that share the strips between their columns. */
interface Run {
  readonly lines: PdfLine[];
  strips: readonly Strip[];
}

/** Narrowest strip between two columns, in font sizes: wider than the spaces of justified text. */
const STRIP_WIDTH = 0.8;
/** Rows farther apart than this, in font sizes, belong to different tables. */
const FARTHEST_ROW = 3;
/** Rows that tell whether the first one is a header. */
const SAMPLE = 20;
/** Lines with longer cells, in characters on average, are prose in columns. */
const LONGEST_CELLS = 45;

/** "(1)", "2.1", "a)", "•" in front of a paragraph that is indented as a whole. */
const MARKER = /^(?:[\p{P}\p{S}]?[\p{N}.]{1,6}[.)]?|\(?[a-z]{1,3}[.)]|[^\p{L}\p{N}]{1,2})$/u;

/** Finds tables by the strips that their columns leave free. @param layer the text that the lines point into */
export function findTables(layer: string, lines: readonly PdfLine[]): ReadonlyMap<PdfLine, TableLine> {
  const found = new Map<PdfLine, TableLine>();
  for (const run of findRuns(lines)) {
    const rows = run.lines.map((line) => ({ line, cells: byColumn(line, run.strips) }));
    if (!isTable(layer, rows)) continue;
    const table = { columns: run.strips.length + 1 };
    const hasHeader = isHeaded(layer, rows, table.columns);
    for (const [index, { line, cells }] of rows.entries()) {
      const above = rows[index - 1]?.cells.at(-1)?.column;
      const continues = above !== undefined && above > 0 && cells[0]?.column === above;
      found.set(line, { table, cells, continues, isHeader: hasHeader && index === 0 });
    }
  }
  return found;
}

function findRuns(lines: readonly PdfLine[]): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (const [index, line] of lines.entries()) {
    const strips: readonly Strip[] = open === null ? [] : sharedStrips(open, line, lines[index + 1]);
    if (open !== null && strips.length > 0) {
      open.lines.push(line);
      open.strips = strips;
      continue;
    }
    open = isInOrder(line) && line.cells.length > 1 ? { lines: [line], strips: gapsOf(line) } : null;
    if (open !== null) runs.push(open);
  }
  return runs.filter(({ lines: members }) => members.filter(({ cells }) => cells.length > 1).length > 1);
}

/** The strips that stay free when the line joins the run; none when it does not belong to it. */
function sharedStrips(run: Run, line: PdfLine, next: PdfLine | undefined): readonly Strip[] {
  const above = run.lines.at(-1);
  if (above === undefined || !isBelow(above, line) || !isInOrder(line)) return [];
  if (line.cells.length > 1) return intersect(run.strips, gapsOf(line), line.size);
  const isInside = run.strips.every(({ left, right }) => line.right <= left || line.left >= right);
  if (!isInside) return [];
  const isFirstColumn = line.right <= (run.strips[0]?.left ?? 0);
  // Alone in the first column: the rest of a cell when the table goes on, else the paragraph after it.
  const goesOn =
    next !== undefined && next.cells.length > 1 && intersect(run.strips, gapsOf(next), line.size).length > 0;
  return !isFirstColumn || (goesOn && isBelow(line, next)) ? run.strips : [];
}

function intersect(strips: readonly Strip[], gaps: readonly Strip[], size: number): Strip[] {
  return strips
    .flatMap((strip) =>
      gaps.map((gap) => ({ left: Math.max(strip.left, gap.left), right: Math.min(strip.right, gap.right) })),
    )
    .filter(({ left, right }) => right - left >= size * STRIP_WIDTH);
}

function gapsOf({ cells }: PdfLine): Strip[] {
  return cells.slice(1).map((cell, index) => ({ left: cells[index]?.right ?? cell.left, right: cell.left }));
}

function isBelow(above: PdfLine, line: PdfLine): boolean {
  const step = above.base - line.base;
  return isSameSize(above, line) && step > line.size / 2 && step <= line.size * FARTHEST_ROW;
}

function isInOrder({ cells }: PdfLine): boolean {
  return cells.every(({ left }, index) => left >= (cells[index - 1]?.right ?? Number.NEGATIVE_INFINITY));
}

interface Row {
  readonly line: PdfLine;
  readonly cells: TableLine['cells'];
}

function byColumn({ cells }: PdfLine, strips: readonly Strip[]): TableLine['cells'] {
  return cells.map((cell) => ({ cell, column: strips.filter(({ right }) => cell.left >= right).length }));
}

/** Neither prose in columns nor numbered paragraphs. */
function isTable(layer: string, rows: readonly Row[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  const letters = cells.reduce((sum, { cell }) => sum + cell.end - cell.start, 0);
  if (letters > cells.length * LONGEST_CELLS) return false;
  const columns = new Set(cells.map(({ column }) => column)).size;
  const first = cells.filter(({ column }) => column === 0);
  return columns > 2 || !first.every(({ cell }) => MARKER.test(layer.slice(cell.start, cell.end).trim()));
}

/** Whether the first row names the columns: what is below it differs. */
function isHeaded(layer: string, rows: readonly Row[], columns: number): boolean {
  const [names = [], ...below] = rows.slice(0, SAMPLE).map(({ cells }) =>
    Array.from({ length: columns }, (_, column) => {
      const own = cells.filter((one) => one.column === column);
      return own.map(({ cell }) => layer.slice(cell.start, cell.end).trim()).join(' ');
    }),
  );
  return namesColumns(names, below, false);
}
