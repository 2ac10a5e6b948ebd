import type { ReadCell } from '../tables/table-headers.ts';
import { isBlank } from './markup-lines.ts';

/** The cells of a table by row; a merged one is the same in every place. @see tableOf */
type RstTable = Readonly<{ rows: readonly (readonly (ReadCell | undefined)[])[]; headRows: number }>;

type OpenCell = ReadCell & { words: string };

export const GRID_BORDER = /^\+(?:[-=]+\+)+$/;
export const SIMPLE_BORDER = /^=+(?: +=+)+$/;
const UNDERLINE = /^-+(?: +-+)*$/;

/** Where a table that begins with a border ends. */
export function rstTableEnd(lines: readonly string[], from: number): number {
  const isGrid = GRID_BORDER.test(lines[from] ?? '');
  for (let at = from + 1; at < lines.length; at += 1) {
    const [line = '', next] = [lines[at], lines[at + 1]];
    if (isGrid ? !/^[|+]/.test(line) : line !== '' && !/^\s/.test(line) && line === lines[from] && isBlank(next))
      return isGrid ? at : at + 1;
  }
  return lines.length;
}

/** @param write the content of a cell in one line */
export function readRstTable(lines: readonly string[], write: (lines: readonly string[]) => string): RstTable {
  const table = GRID_BORDER.test(lines[0] ?? '') ? readGrid(lines) : readSimple(lines);
  const seen = new Set<ReadCell>();
  for (const cell of table.rows.flat() as (OpenCell | undefined)[]) {
    if (cell === undefined || seen.has(cell)) continue;
    seen.add(cell);
    cell.words = write(cell.words.split('\n'));
  }
  return table;
}

/** Borders need not go through: what has no line below it goes on in the next row. */
function readGrid(lines: readonly string[]): RstTable {
  const columns = columnsOf(lines);
  const rows: (OpenCell | undefined)[][] = [];
  let open: (OpenCell | undefined)[] = [];
  let headRows = 0;
  for (const [at, line] of lines.entries()) {
    const isBorder = /^[+|].*\+[-=]+\+/.test(line) || GRID_BORDER.test(line);
    if (isBorder && at > 0) rows.push([...open]);
    if (isBorder && /\+=+\+/.test(line)) headRows = rows.length;
    let first = 0;
    for (let last = 0; last < columns.length - 1; last += 1) {
      const end = columns[last + 1] ?? 0;
      if (!/[+|]/.test(line[end] ?? '|') && last < columns.length - 2) continue;
      const words = line.slice((columns[first] ?? 0) + 1, end);
      const range = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      first = last + 1;
      if (isBorder && /^[-=+]+$/.test(words)) for (const column of range) open[column] = undefined;
      else fill(open, range, words);
    }
    if (isBorder) open = [...open];
  }
  return { rows: rows.filter((row) => row.some((cell) => cell !== undefined)), headRows };
}

function fill(open: (OpenCell | undefined)[], range: readonly number[], words: string): void {
  const cell = open[range[0] ?? 0] ?? { words: '', isHead: false };
  cell.words += `${words.trimEnd()}\n`;
  for (const column of range) open[column] = cell;
}

function columnsOf(lines: readonly string[]): number[] {
  const places = new Set<number>();
  for (const line of lines)
    if (/\+[-=]+\+/.test(line)) for (const { index } of line.matchAll(/\+(?=[-=])|(?<=[-=])\+/g)) places.add(index);
  return [...places].sort((one, other) => one - other);
}

/** A row without a first cell goes on with the one above; words over the edge of a column are in both. */
function readSimple(lines: readonly string[]): RstTable {
  const starts = [...(lines[0] ?? '').matchAll(/=+/g)].map(({ index }) => index);
  const rows: (OpenCell | undefined)[][] = [];
  const borders = [...lines.keys()].filter((at) => SIMPLE_BORDER.test(lines[at] ?? ''));
  let headRows = 0;
  for (const [at, line] of lines.entries()) {
    if (borders.includes(at)) {
      if (at > 0 && borders.length > 2) headRows ||= rows.length;
      continue;
    }
    if (isBlank(line) || UNDERLINE.test(line)) continue;
    const cells = sliced(line, starts);
    const goesOn = isBlank(cells[0]) && rows.length > 0 && rows.length !== headRows;
    const row = (goesOn ? rows.at(-1) : undefined) ?? [];
    if (!goesOn) rows.push(row);
    for (const [column, words] of cells.entries())
      if (!isBlank(words)) row[column] = { words: `${row[column]?.words ?? ''}\n${words}`, isHead: false };
  }
  return { rows: rows.map((row) => starts.map((_, column) => row[column])), headRows };
}

function sliced(line: string, starts: readonly number[]): string[] {
  const cells = starts.map(() => '');
  let column = 0;
  let from = 0;
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1];
    if (next !== undefined && /^\S{2}$/.test(line.slice(next - 1, next + 1))) continue;
    cells[column] = line.slice(from, next);
    column = index + 1;
    from = next ?? start;
  }
  return cells;
}
