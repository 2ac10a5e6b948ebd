/** Cells of a sheet: by row, then by column. Rows and cells without words are empty or absent. */
export interface Grid {
  readonly rows: readonly (readonly (string | undefined)[] | undefined)[];
  /** Merged cells; `rows` holds their words in every cell that they cover. */
  readonly spans: readonly Span[];
  /** Whether a table of words alone has a header, which its cells do not tell. */
  readonly isHeaded: boolean;
}

export interface Span {
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** What a grid is made of, in reading order. */
export type GridPart = GridTable | { readonly kind: 'line' | 'label'; readonly text: string };

/** Rows have as many cells as the header, whose names are empty where it has none. */
export interface GridTable {
  readonly kind: 'table';
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A rectangle of cells between empty rows and columns. */
interface Region {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

interface Row {
  readonly at: number;
  readonly cells: readonly string[];
}

const YEAR = /^(?:19|20)\d\d$/;
const SAMPLE = 20;
const MOST_HEADER_ROWS = 4;

/** The tables of a grid, which empty rows and columns divide, and the lines above and below them. */
export function gridParts(grid: Grid): GridPart[] {
  const parts: GridPart[] = [];
  let above: { readonly region: Region; readonly header: readonly string[] } | null = null;
  for (const region of regionsOf(grid.rows)) {
    const rows = region.rows.map((at) => ({
      at,
      cells: region.columns.map((column) => cellAt(grid.rows, at, column)),
    }));
    const { lines, body, notes } = withoutLines(rows, region.columns.length);
    parts.push(...lines.map((text) => ({ kind: 'line', text }) as const));
    const depth = headerRows(body, grid, region);
    const isRest = depth === 0 && above !== null && isSameWidth(above.region, region);
    const header: readonly string[] = isRest ? (above?.header ?? []) : joinedNames(body.slice(0, depth), region);
    parts.push(...tables(header, body.slice(depth), grid, region));
    parts.push(...notes.map((text) => ({ kind: 'line', text }) as const));
    if (depth > 0) above = { region, header };
    else if (!isRest) above = null;
  }
  return parts;
}

function cellAt(rows: Grid['rows'], row: number, column: number): string {
  return rows[row]?.[column] ?? '';
}

function regionsOf(rows: Grid['rows']): Region[] {
  const filled = [...rows.keys()].filter((at) => usedColumns(rows, [at]).length > 0);
  return runsOf(filled).flatMap((band) =>
    columnGroups(rows, band).flatMap((columns) =>
      runsOf(band.filter((at) => columns.some((column) => cellAt(rows, at, column) !== ''))).map((part) => ({
        rows: part,
        columns: columns.filter((column) => part.some((at) => cellAt(rows, at, column) !== '')),
      })),
    ),
  );
}

function usedColumns(rows: Grid['rows'], band: readonly number[]): number[] {
  const used = new Set<number>();
  for (const at of band) for (const [column, cell] of (rows[at] ?? []).entries()) if (cell) used.add(column);
  return [...used].sort((first, second) => first - second);
}

/** Ascending numbers, divided where one is missing. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}

/**
 * Columns of tables side by side. An empty column divides only tables that name their own rows, or begin at another
 * height; else it is a mere gap.
 */
function columnGroups(rows: Grid['rows'], band: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const run of runsOf(usedColumns(rows, band))) {
    const last = groups.at(-1);
    const isGap =
      last === undefined || last.length === 1 || !(namesRows(rows, band, run) || isLower(rows, band, last, run));
    if (last !== undefined && isGap) last.push(...run);
    else groups.push(run);
  }
  return groups;
}

function namesRows(rows: Grid['rows'], band: readonly number[], [first = 0, ...others]: readonly number[]): boolean {
  const cells = band.map((at) => cellAt(rows, at, first)).filter((cell) => cell !== '');
  return others.length > 0 && cells.slice(1).filter(hasWords).length > cells.length / 2;
}

/** Whether the second columns begin below the header of the first ones. */
function isLower(
  rows: Grid['rows'],
  band: readonly number[],
  first: readonly number[],
  second: readonly number[],
): boolean {
  const top = (columns: readonly number[]): number =>
    band.find((at) => columns.some((column) => cellAt(rows, at, column) !== '')) ?? 0;
  return top(second) > top(first) + 1;
}

function hasWords(cell: string): boolean {
  return /\p{L}/u.test(cell);
}

interface LinesAndRows {
  readonly lines: readonly string[];
  readonly body: readonly Row[];
  readonly notes: readonly string[];
}

/** Sets apart the lines above a table ("Export date: 3 May") and below it, which fill no columns. */
function withoutLines(rows: readonly Row[], columns: number): LinesAndRows {
  const texts = rows.map(({ cells }) => lineOf(cells, columns));
  const first = texts.findIndex((text) => text === null);
  if (first === -1) return { lines: texts.map((text) => text ?? ''), body: [], notes: [] };
  const last = columns < 3 ? rows.length - 1 : texts.findLastIndex((text) => text === null);
  return {
    lines: texts.slice(0, first).map((text) => text ?? ''),
    body: rows.slice(first, last + 1),
    notes: texts.slice(last + 1).map((text) => text ?? ''),
  };
}

/** The words of a row that is no row of the table: one cell, or a name with its value; null for others. */
function lineOf(cells: readonly string[], columns: number): string | null {
  const [name = '', value = '', ...others] = cells;
  const filled = cells.filter((cell) => cell !== '');
  const [words = ''] = filled;
  if (filled.length === 1 || (hasWords(words) && filled.every((cell) => cell === words))) return words;
  const isPair = columns > 3 && name !== '' && value !== '' && others.every((cell) => cell === '');
  return isPair ? `${name.replace(/:$/, '')}: ${value}` : null;
}

/** How many rows name the columns. */
function headerRows(body: readonly Row[], grid: Grid, region: Region): number {
  const [top, second] = body;
  if (top === undefined || second === undefined) return 0;
  const depth = Math.min(spannedRows(top.at, grid, region), MOST_HEADER_ROWS);
  const named = body.slice(0, depth);
  if (
    depth > 1 &&
    depth < body.length &&
    named.every(({ cells }) => cells.every((cell) => cell === '' || isName(cell)))
  )
    return depth;
  // A row of groups over some columns: "", "2023", "", "2024".
  const isGroups = top.cells.some((cell) => cell === '') && top.cells.every((cell) => cell === '' || isName(cell));
  if (isGroups && body.length > 2 && second.cells.filter(isName).length === second.cells.length) {
    if (isHeader(second.cells, body.slice(2), grid.isHeaded)) return 2;
  }
  return isHeader(top.cells, body.slice(1), grid.isHeaded) ? 1 : 0;
}

/** Rows that a header covers whose upper cells are merged over several columns. */
function spannedRows(top: number, { spans }: Grid, { columns }: Region): number {
  let depth = 1;
  for (let row = top; row < top + depth && depth <= MOST_HEADER_ROWS; row += 1) {
    const begun = spans.filter((span) => span.row === row && columns.includes(span.column));
    const wide = begun.some(
      ({ column, lastColumn }) => columns.filter((at) => at >= column && at <= lastColumn).length > 1,
    );
    if (!wide) continue;
    const low = Math.max(row + 1, ...begun.map(({ lastRow }) => lastRow));
    depth = Math.max(depth, low - top + 1);
  }
  return depth;
}

function isName(cell: string): boolean {
  return hasWords(cell) || !/\d/.test(cell) || YEAR.test(cell);
}

function isHeader(cells: readonly string[], body: readonly Row[], isHeaded: boolean): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const isNamed = filled.length * 2 >= cells.length && filled.every(isName) && !YEAR.test(cells[0] ?? '');
  if (!isNamed || filled[0]?.endsWith(':') === true) return false;
  const votes = cells.map((cell, index) =>
    vote(
      cell,
      body.slice(0, SAMPLE).map((row) => row.cells[index] ?? ''),
    ),
  );
  const [inFavour, against] = [votes.filter((each) => each > 0).length, votes.filter((each) => each < 0).length];
  if (inFavour + against > 0) return inFavour >= against;
  return isHeaded || cells.length > 2;
}

/** Whether a cell differs from those below it as a name does (1), is one of them (-1), or cannot be told (0). */
function vote(cell: string, below: readonly string[]): number {
  const values = below.filter((each) => each !== '');
  if (cell === '' || values.length < 2) return 0;
  if (hasWords(cell) && values.filter((value) => !hasWords(value)).length > values.length * 0.7) return 1;
  const shapes = new Set(values.map(shapeOf));
  const [shape = ''] = shapes;
  if (shapes.size > 1 || /^(?:Aa|a)(?: (?:Aa|a))*$/.test(shape)) return values.includes(cell) ? -1 : 0;
  return shape === shapeOf(cell) ? -1 : 1;
}

/** "12 kg" is "9 a", "Graz" is "Aa", "EUR" is "AAA". */
function shapeOf(cell: string): string {
  return cell
    .replace(/\d+/g, '9')
    .replace(/\p{Lu}(?=\p{Ll})/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Lu}/gu, 'A');
}

/** The names of each column from top to bottom: "Winter, Price". */
function joinedNames(rows: readonly Row[], { columns }: Region): string[] {
  return columns.map((_, index) =>
    [...new Set(rows.map(({ cells }) => cells[index] ?? ''))].filter((name) => name !== '').join(', '),
  );
}

function isSameWidth(first: Region, second: Region): boolean {
  return first.columns.join() === second.columns.join();
}

/** The rows as tables, divided by labels that are merged over all columns. */
function tables(header: readonly string[], body: readonly Row[], { spans }: Grid, { columns }: Region): GridPart[] {
  const [first = 0, last = 0] = [columns[0], columns.at(-1)];
  const across = new Set(
    spans.filter(({ column, lastColumn }) => column <= first && lastColumn >= last).map(({ row }) => row),
  );
  const parts: GridPart[] = [];
  let rows: (readonly string[])[] = [];
  const close = (): void => {
    if (rows.length > 0) parts.push({ kind: 'table', header, rows });
    rows = [];
  };
  for (const { at, cells } of body) {
    if (!across.has(at) || columns.length === 1) rows.push(cells);
    else {
      close();
      parts.push({ kind: 'label', text: cells[0] ?? '' });
    }
  }
  close();
  return parts;
}
