/** A cell of a table as its source states it: how many columns and rows it covers. */
export interface SpanningCell {
  readonly columns: number;
  readonly rows: number;
}

/** The cells of one row by column; undefined where no cell reaches. */
export type GridRow<Cell> = readonly (Cell | undefined)[];

/** Limits of HTML; what a source states above them is a mistake. */
const MOST_COLUMNS = 1_000;
const MOST_ROWS = 65_534;
/** A table that claims more places than this is read without its spans. */
const MOST_PLACES = 500_000;

interface Reach<Cell> {
  readonly cell: Cell;
  /** Index of the last row that it covers. */
  readonly last: number;
}

/**
 * Puts a cell into every place that it covers. Where two cells claim a place, the upper one has it. Columns in which no
 * cell begins say nothing of their own and are left out.
 */
export function gridOf<Cell extends SpanningCell>(rows: readonly (readonly Cell[])[]): readonly GridRow<Cell>[] {
  const placed = placeCells(rows);
  if (placed === undefined) return rows;
  const kept = [...placed.starts].toSorted((a, b) => a - b);
  return placed.grid.map((row) => kept.map((column) => row[column]));
}

function placeCells<Cell extends SpanningCell>(
  rows: readonly (readonly Cell[])[],
): { grid: GridRow<Cell>[]; starts: ReadonlySet<number> } | undefined {
  const reaching: (Reach<Cell> | undefined)[] = [];
  const starts = new Set<number>();
  const grid: GridRow<Cell>[] = [];
  let places = 0;
  for (const [index, cells] of rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while ((reaching[column]?.last ?? -1) >= index) column += 1;
      starts.add(column);
      const end = column + Math.min(Math.max(1, cell.columns), MOST_COLUMNS);
      const last = index + Math.min(Math.max(1, cell.rows), MOST_ROWS) - 1;
      while (column < end && (reaching[column]?.last ?? -1) < index) {
        reaching[column] = { cell, last };
        column += 1;
      }
    }
    places += reaching.length;
    if (places > MOST_PLACES) return undefined;
    grid.push(Array.from(reaching, (reach) => (reach !== undefined && reach.last >= index ? reach.cell : undefined)));
  }
  return { grid, starts };
}

/** The words of several header cells above one another as one: "Car Summer". Equal words, as of a cell over two rows, count once. */
export function joinHeaders(words: readonly string[]): string {
  return words.filter((word, index) => word !== '' && words.indexOf(word) === index).join(' ');
}
