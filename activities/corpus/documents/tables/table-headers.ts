import type { GridRow } from '../../../language/text/table-grid.ts';

/** What a cell says, and whether its source marks it as a header. */
export interface ReadCell {
  readonly words: string;
  readonly isHead: boolean;
}

/** One row of a table, and whether its source puts it into the head. */
export interface ReadRow<Cell> {
  readonly cells: GridRow<Cell>;
  readonly isInHead: boolean;
}

/** Rows under the same headers. */
export interface TablePart<Cell> {
  /** Empty where no row names the columns. */
  readonly head: readonly GridRow<Cell>[];
  readonly body: readonly GridRow<Cell>[];
}

/** A longer text across a table is a remark, not the heading of the rows below it. */
const LONGEST_GROUP = 80;
const FIGURE = /^[-−+~€$£]?\s?\d/;
const YEAR = /^(?:1[89]|20)\d\d$/;

/**
 * Tells the headers of a table from its content. The titles are the cells across the whole table above its headers. Where
 * a cell across the table heads some rows, they begin with it, and all rows have one more column.
 */
export function headedParts<Cell extends ReadCell>(
  rows: readonly ReadRow<Cell>[],
): { titles: readonly Cell[]; parts: readonly TablePart<Cell>[] } {
  const first = rows.findIndex(({ cells }) => wideCell(cells) === undefined);
  const titles = rows.slice(0, Math.max(0, first)).flatMap(({ cells }) => wideCell(cells) ?? []);
  const below = rows.slice(titles.length);
  const parts: TablePart<Cell>[] = [];
  for (let at = 0, depth = headDepth(below); at < below.length; depth = markedDepth(below.slice(at))) {
    const end = nextHead(below, at + depth);
    const cells = below.slice(at, end).map((row) => row.cells);
    parts.push({ head: cells.slice(0, depth), body: cells.slice(depth) });
    at = end;
  }
  return { titles, parts: withGroups(parts) };
}

/** How many rows at the start of a table name its columns. */
function headDepth(rows: readonly ReadRow<ReadCell>[]): number {
  const marked = markedDepth(rows);
  if (marked > 0) return marked === rows.length ? 1 : marked;
  const [first, second] = rows;
  const isMarked = rows.some(({ cells }) => cells.some((cell) => cell?.isHead === true));
  if (isMarked || first === undefined || second === undefined || isContent(first.cells, second.cells)) return 0;
  let depth = 1;
  // A cell above several columns needs a row that tells these apart.
  while (depth + 1 < rows.length && hasWide(rows[depth - 1]) && !hasFigures(rows[depth])) depth += 1;
  return depth;
}

function markedDepth(rows: readonly ReadRow<ReadCell>[]): number {
  const inHead = rows.findIndex(({ isInHead }) => !isInHead);
  const end = rows.findIndex(({ cells }, index) => index >= inHead && !isHeader(cells));
  return end === -1 ? rows.length : end;
}

/** Whether all cells but the corner are marked as headers. */
function isHeader(cells: GridRow<ReadCell>): boolean {
  const others = cells.slice(cells.length > 1 ? 1 : 0).filter((cell) => cell !== undefined && cell.words !== '');
  return others.length > 0 && others.every((cell) => cell?.isHead === true) && wideCell(cells) === undefined;
}

/** Index of the next row with new headers for the rows below it; rows of totals are marked in the same way. */
function nextHead(rows: readonly ReadRow<ReadCell>[], from: number): number {
  const isNew = (index: number): boolean => {
    const row = rows[index];
    return row !== undefined && isHeader(row.cells) && !hasFigures(row);
  };
  const last = rows.findLastIndex(({ cells }) => !isHeader(cells));
  for (let index = from + 1; index < last; index += 1) if (isNew(index)) return index;
  return rows.length;
}

/** Whether the first row of a table without marks is content like the second. */
function isContent(first: GridRow<ReadCell>, second: GridRow<ReadCell>): boolean {
  if (first[0]?.words.endsWith(':') === true) return true;
  if (!hasWide({ cells: first }) && first.some((cell, column) => cell !== undefined && cell === second[column]))
    return true;
  const figures = first.flatMap((cell, column) =>
    column > 0 && isFigure(cell) ? [{ cell, below: second[column] }] : [],
  );
  if (figures.length === 0) return false;
  return (
    first.length === 2 || figures.every(({ cell, below }) => unitOf(cell) !== '' && unitOf(cell) === unitOf(below))
  );
}

function unitOf(cell: ReadCell | undefined): string {
  return cell?.words.replaceAll(/[\d\s.,]+/g, '') ?? '';
}

function isFigure(cell: ReadCell | undefined): boolean {
  return cell !== undefined && FIGURE.test(cell.words) && !YEAR.test(cell.words);
}

function hasFigures(row: Pick<ReadRow<ReadCell>, 'cells'> | undefined): boolean {
  return row?.cells.slice(1).some(isFigure) === true;
}

/** Whether a cell of the row covers several columns, but not all. */
function hasWide(row: Pick<ReadRow<ReadCell>, 'cells'> | undefined): boolean {
  const cells = row?.cells ?? [];
  const isJoined = cells.some((cell, column) => column > 0 && cell !== undefined && cell === cells[column - 1]);
  return isJoined && wideCell(cells) === undefined;
}

/** The cell that fills the whole row of a table with several columns. */
function wideCell<Cell>(cells: GridRow<Cell>): Cell | undefined {
  return cells.length > 1 && cells.every((cell) => cell === cells[0]) ? cells[0] : undefined;
}

function withGroups<Cell extends ReadCell>(parts: readonly TablePart<Cell>[]): TablePart<Cell>[] {
  const isGroup = (body: readonly GridRow<Cell>[], index: number): boolean => {
    const [wide, next] = [wideCell(body[index] ?? []), body[index + 1]];
    const isHeading = wide !== undefined && wide.words.length <= LONGEST_GROUP && !/[.!?]$/.test(wide.words);
    return isHeading && next !== undefined && wideCell(next) === undefined;
  };
  const isGrouped = parts.some(({ body }) => body.some((_, index) => isGroup(body, index)));
  return parts.map(({ head, body }) => {
    let group: Cell | undefined;
    const rows = body.flatMap((cells, index) => {
      const wide = wideCell(cells);
      if (isGroup(body, index)) group = wide;
      if (wide !== undefined) return group === wide ? [] : [[wide]];
      return [isGrouped ? [group, ...cells] : cells];
    });
    return { head: isGrouped ? head.map((cells) => [undefined, ...cells]) : head, body: rows };
  });
}
