import type { GridRow } from '@plumbline/text/table-grid';

/** What a cell says, and whether its source marks it as a header. A merged cell is the same one in every place. */
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
export interface HeadedRows<Cell> {
  readonly kind: 'table';
  /** Empty where no row names the columns. */
  readonly head: readonly GridRow<Cell>[];
  readonly body: readonly GridRow<Cell>[];
}

/** What a table is made of, in reading order. A line is one cell, or a name and its value, that fill no columns. */
export type TablePart<Cell> = HeadedRows<Cell> | { readonly kind: 'line'; readonly cells: readonly Cell[] };

/** A longer text across a table is a remark, not the heading of the rows below it. */
const LONGEST_GROUP = 80;
/** A header that would repeat more, in characters, is a title above its table. */
const MOST_REPEATED = 100;
const SAMPLE = 20;
const FIGURE = /^[-−+~€$£]?\s?\d/;
const YEAR = /^(?:1[89]|20)\d\d$/;

/**
 * Tells the headers of a table from its marks, else from its content. Where a cell across the table heads some rows, they
 * begin with it, and all rows have one more column.
 *
 * @param inDoubt whether a first row that differs in nothing from the others is a header
 */
export function headedParts<Cell extends ReadCell>(
  rows: readonly ReadRow<Cell>[],
  inDoubt: boolean,
): TablePart<Cell>[] {
  const own = rows.filter(
    ({ cells }, index) => !cells.every((cell, column) => cell === rows[index - 1]?.cells[column]),
  );
  const { above, body, below } = withoutLines(own, inDoubt);
  const tables: HeadedRows<Cell>[] = [];
  for (let at = 0, depth = headDepth(body, inDoubt); at < body.length; depth = markedDepth(body.slice(at))) {
    const end = nextHead(body, at + depth);
    const cells = body.slice(at, end).map((row) => row.cells);
    tables.push({ kind: 'table', head: cells.slice(0, depth), body: cells.slice(depth) });
    at = end;
  }
  return [...above.map(lineWith), ...withGroups(tables).flatMap(withTitle), ...below.map(lineWith)];
}

type Line<Cell> = readonly Cell[];

function lineWith<Cell>(cells: Line<Cell>): TablePart<Cell> {
  return { kind: 'line', cells };
}

/** Sets apart the lines above a table ("Export date: 3 May") and below it. */
function withoutLines<Cell extends ReadCell>(
  rows: readonly ReadRow<Cell>[],
  inDoubt: boolean,
): { above: readonly Line<Cell>[]; body: readonly ReadRow<Cell>[]; below: readonly Line<Cell>[] } {
  if (isList(rows) && headDepth(rows, inDoubt) > 0) return { above: [], body: rows, below: [] };
  const isRow = (row: ReadRow<Cell>): boolean => lineOf(row) === null;
  const first = rows.findIndex(isRow);
  const above = first === -1 ? rows : rows.slice(0, first);
  // At least a header and a row remain. An empty cell shows that a row belongs to the table.
  const second = rows.findIndex((row, index) => index > first && isRow(row));
  const isNote = (row: ReadRow<Cell>, index: number): boolean => {
    const { length } = row.cells.filter((cell) => cell !== undefined);
    return (
      wideCell(row) !== undefined ||
      (index > second && second !== -1 && length === 1 && row.cells.length > 2 && !isRow(row))
    );
  };
  const last = rows.findLastIndex((row, index) => !isNote(row, index));
  return {
    above: above.map((row) => lineOf(row) ?? []),
    body: rows.slice(above.length, last + 1),
    below: rows.slice(Math.max(last + 1, above.length)).map((row) => lineOf(row) ?? []),
  };
}

/** Whether the rows are values in one column, not the lines of a text. */
function isList(rows: readonly ReadRow<ReadCell>[]): boolean {
  return rows.every(({ cells }) => cells.length === 1 && (cells[0]?.words.length ?? 0) <= LONGEST_GROUP);
}

/** The words of a row that is no row of the table: one cell, or a name with its value; null for others. */
function lineOf<Cell extends ReadCell>(row: ReadRow<Cell>): Line<Cell> | null {
  const wide = wideCell(row);
  if (wide !== undefined) return [wide];
  const given = row.cells.filter((cell) => cell !== undefined);
  const [only, ...others] = given.filter(isFilled);
  if (only === undefined || row.isInHead || given.some(({ isHead }) => isHead)) return null;
  if (others.length === 0) return row.cells[0] === only || given.length === 1 ? [only] : null;
  const isPair =
    given.length === 2 && row.cells.length > 3 && given.every((cell, column) => cell === row.cells[column]);
  return isPair && given[0] !== given[1] ? given : null;
}

/** How many rows at the start of a table name its columns. */
function headDepth(rows: readonly ReadRow<ReadCell>[], inDoubt: boolean): number {
  const marked = markedDepth(rows);
  if (marked > 0) return marked === rows.length ? 1 : marked;
  const [first, second] = rows;
  const isMarked = rows.some(({ cells }) => cells.some((cell) => cell?.isHead === true));
  if (isMarked || first === undefined || second === undefined) return 0;
  let depth = 1;
  // A cell above several columns needs a row that tells these apart.
  while (depth + 1 < rows.length && isBelowWide(rows, depth)) depth += 1;
  if (depth > 1) return depth;
  const words = rows.slice(0, SAMPLE + 2).map(({ cells }) => cells.map((cell) => cell?.words ?? ''));
  const [names = [], below = []] = words;
  // Groups without merged cells: "", "2023", "", "2024".
  const isGroups = names.includes('') && !names.some(isFigure) && !below.includes('') && words.length > 2;
  if (isGroups && !below.some(isFigure) && namesColumns(below, words.slice(2), inDoubt)) return 2;
  const isOver = first.cells.some((cell, column) => cell !== undefined && cell === second.cells[column]);
  return !(isOver && !hasWide(first.cells)) && namesColumns(names, words.slice(1), inDoubt) ? 1 : 0;
}

function markedDepth(rows: readonly ReadRow<ReadCell>[]): number {
  const inHead = rows.findIndex(({ isInHead }) => !isInHead);
  const end = rows.findIndex(({ cells }, index) => index >= inHead && !isHeader(cells));
  return end === -1 ? rows.length : end;
}

/** Whether all cells but the corner are marked as headers. */
function isHeader(cells: GridRow<ReadCell>): boolean {
  const others = cells.slice(cells.length > 1 ? 1 : 0).filter(isFilled);
  return others.length > 0 && others.every(({ isHead }) => isHead) && wideCell({ cells }) === undefined;
}

/** Index of the next row with new headers for the rows below it; rows of totals are marked in the same way. */
function nextHead(rows: readonly ReadRow<ReadCell>[], from: number): number {
  const isNew = (index: number): boolean => {
    const cells = rows[index]?.cells;
    return cells !== undefined && isHeader(cells) && !hasFigures(cells);
  };
  const last = rows.findLastIndex(({ cells }) => !isHeader(cells));
  for (let index = from + 1; index < last; index += 1) if (isNew(index)) return index;
  return rows.length;
}

/**
 * Whether a row tells apart the columns below the wide cells that begin above it: it has no figures, or it says something
 * in these columns and in no others.
 */
function isBelowWide(rows: readonly ReadRow<ReadCell>[], index: number): boolean {
  const [before, above = [], cells = []] = [index - 2, index - 1, index].map((at) => rows[at]?.cells);
  const isWide = above.map(
    (cell, column) =>
      isFilled(cell) && cell !== before?.[column] && (cell === above[column - 1] || cell === above[column + 1]),
  );
  const isApart = isWide.some((is, column) => is && isFilled(cells[column]) && cells[column] !== cells[column - 1]);
  if (!isApart || wideCell({ cells: above }) !== undefined || wideCell({ cells }) !== undefined) return false;
  return (
    !hasFigures(cells) || cells.every((cell, column) => cell === above[column] || isFilled(cell) === isWide[column])
  );
}

/**
 * Whether the words of a first row are names of what is below them.
 *
 * @param inDoubt the answer where nothing tells
 */
export function namesColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  inDoubt: boolean,
): boolean {
  const filled = names.filter((name) => name !== '');
  const [corner = ''] = names;
  if (filled.length * 2 < names.length || YEAR.test(corner) || filled[0]?.endsWith(':') === true) return false;
  const columns = names.map((name, column) => {
    const values = rows.slice(0, SAMPLE).flatMap((cells) => cells[column] || []);
    return { name, vote: vote(name, values), isOfFigures: values.some(isFigure) };
  });
  const [inFavour, against] = [1, -1].map((side) => columns.filter((column) => column.vote === side).length);
  const figures = columns.filter(({ name }) => isFigure(name));
  // Figures are names where there is a row of them, or of another unit: "3 months" above "12 euros".
  const areNames =
    figures.some((column) => column.vote > 0) &&
    figures.every((column) => column.vote > 0 || (column.vote === 0 && figures.length > 2)) &&
    (figures.length > 2 || figures.every(({ isOfFigures }) => isOfFigures));
  if (figures.length > 0 && !areNames) return false;
  return inFavour === against ? inFavour !== 0 || inDoubt : (inFavour ?? 0) > (against ?? 0);
}

/** Whether a cell differs from those below it as a name does (1), is one of them (-1), or cannot be told (0). */
function vote(cell: string, values: readonly string[]): number {
  if (cell === '' || values.length === 0) return 0;
  if (hasWords(cell) && !isFigure(cell) && values.filter((value) => !hasWords(value)).length > values.length * 0.7)
    return 1;
  if (isFigure(cell) && !values.some(isFigure)) return 1;
  const named = new Set(values.map(withoutDigits));
  if (named.size === 1 && /\d/.test(values[0] ?? '')) return named.has(withoutDigits(cell)) ? -1 : 1;
  const shapes = new Set(values.map(shapeOf));
  const [shape = ''] = shapes;
  if (shapes.size > 1 || shape.includes('a')) return values.includes(cell) ? -1 : 0;
  return shape === shapeOf(cell) ? -1 : 1;
}

/** "12.5 kg" becomes "9 kg". */
function withoutDigits(cell: string): string {
  return cell.replace(/\d+(?:[.,]\d+)*/g, '9');
}

/** "12 kg" is "9 a", "Graz" is "Aa", "EUR" is "AAA". */
function shapeOf(cell: string): string {
  return withoutDigits(cell)
    .replace(/\p{Lu}(?=\p{Ll})/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Lu}/gu, 'A');
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

function isFigure(words: string): boolean {
  return FIGURE.test(words) && !YEAR.test(words);
}

function hasFigures(cells: GridRow<ReadCell>): boolean {
  return cells.slice(1).some((cell) => cell !== undefined && isFigure(cell.words));
}

function isFilled<Cell extends ReadCell>(cell: Cell | undefined): cell is Cell {
  return cell !== undefined && cell.words !== '';
}

/** Whether a cell of the row covers several columns, but not all. */
function hasWide(cells: GridRow<ReadCell>): boolean {
  const isJoined = cells.some((cell, column) => column > 0 && cell !== undefined && cell === cells[column - 1]);
  return isJoined && wideCell({ cells }) === undefined;
}

/** The cell that fills the whole row of a table with several columns. */
function wideCell<Cell>(row: Pick<ReadRow<Cell>, 'cells'> | undefined): Cell | undefined {
  const cells = row?.cells ?? [];
  return cells.length > 1 && cells.every((cell) => cell === cells[0]) ? cells[0] : undefined;
}

function withGroups<Cell extends ReadCell>(parts: readonly HeadedRows<Cell>[]): HeadedRows<Cell>[] {
  const isGroup = (body: readonly GridRow<Cell>[], index: number): boolean => {
    const [wide, next] = [wideCell({ cells: body[index] ?? [] }), body[index + 1]];
    const isHeading = wide !== undefined && wide.words.length <= LONGEST_GROUP && !/[.!?]$/.test(wide.words);
    return isHeading && next !== undefined && wideCell({ cells: next }) === undefined;
  };
  const isGrouped = parts.some(({ body }) => body.some((_, index) => isGroup(body, index)));
  return parts.map(({ kind, head, body }) => {
    let group: Cell | undefined;
    const rows = body.flatMap((cells, index) => {
      const wide = wideCell({ cells });
      if (isGroup(body, index)) group = wide;
      if (wide !== undefined) return group === wide ? [] : [[wide]];
      return [isGrouped ? [group, ...cells] : cells];
    });
    return { kind, head: isGrouped ? head.map((cells) => [undefined, ...cells]) : head, body: rows };
  });
}

/** Takes a title out of the header that covers all names below it, or would be repeated too often. */
function withTitle<Cell extends ReadCell>(table: HeadedRows<Cell>): TablePart<Cell>[] {
  const [first = [], second = []] = table.head;
  const own = first.filter((cell, column): cell is Cell => isFilled(cell) && cell !== second[column]);
  const [title] = own;
  if (table.head.length < 2 || title === undefined || own.some((cell) => cell !== title)) return [table];
  const isOverAll = second.every((cell, column) => !isFilled(cell) || first[column] === title);
  if (!isOverAll && title.words.length * (own.length - 1) <= MOST_REPEATED) return [table];
  return [lineWith([title]), ...withTitle({ ...table, head: table.head.slice(1) })];
}
