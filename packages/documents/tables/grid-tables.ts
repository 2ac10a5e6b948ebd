import type { GridRow } from '@plumbline/text/table-grid';
import { headedParts, type HeadedRows, type ReadCell, type TablePart } from './table-headers.ts';

/** Cells of a sheet: by row, then by column. Rows and cells without words are absent. */
export type Sheet = readonly (GridRow<ReadCell> | undefined)[];

export function cellOf(words: string): ReadCell | undefined {
  return words === '' ? undefined : { words, isHead: false };
}

/** A rectangle of cells between empty rows and columns. */
interface Region {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/**
 * The tables of a sheet, which empty rows and columns divide, and the lines above and below them.
 *
 * @param inDoubt whether a table of words alone has a header; absent: if it has more than two columns
 */
export function sheetParts(sheet: Sheet, inDoubt?: boolean): TablePart<ReadCell>[] {
  let above: { readonly columns: string; readonly head: HeadedRows<ReadCell>['head'] } | null = null;
  const parts: TablePart<ReadCell>[] = [];
  for (const { rows, columns } of regionsOf(sheet)) {
    const own = columns.filter((column, index) => rows.some((at) => isOwn(sheet[at], column, columns[index - 1])));
    const read = rows.map((at) => ({ cells: own.map((column) => sheet[at]?.[column]), isInHead: false }));
    for (const part of headedParts(read, inDoubt ?? own.length > 2)) {
      if (part.kind === 'line') {
        parts.push(part);
        continue;
      }
      const isRest: boolean = part.head.length === 0 && above?.columns === own.join();
      const head: HeadedRows<ReadCell>['head'] = isRest ? (above?.head ?? []) : part.head;
      above = head.length > 0 ? { columns: own.join(), head } : null;
      parts.push({ ...part, head });
    }
  }
  return parts;
}

/** Whether a cell begins in a column. */
function isOwn(cells: GridRow<ReadCell> | undefined, column: number, before: number | undefined): boolean {
  return cells?.[column] !== undefined && (before === undefined || cells[column] !== cells[before]);
}

function regionsOf(sheet: Sheet): Region[] {
  const filled = [...sheet.keys()].filter((at) => usedColumns(sheet, [at]).length > 0);
  return runsOf(filled).flatMap((band) =>
    columnGroups(sheet, band).flatMap((columns) =>
      runsOf(band.filter((at) => columns.some((column) => sheet[at]?.[column] !== undefined))).map((part) => ({
        rows: part,
        columns: columns.filter((column) => part.some((at) => sheet[at]?.[column] !== undefined)),
      })),
    ),
  );
}

function usedColumns(sheet: Sheet, band: readonly number[]): number[] {
  const used = new Set<number>();
  for (const at of band) for (const [column, cell] of (sheet[at] ?? []).entries()) if (cell) used.add(column);
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
function columnGroups(sheet: Sheet, band: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const run of runsOf(usedColumns(sheet, band))) {
    const last = groups.at(-1);
    const isGap =
      last === undefined || last.length === 1 || !(namesRows(sheet, band, run) || isLower(sheet, band, last, run));
    if (last !== undefined && isGap) last.push(...run);
    else groups.push(run);
  }
  return groups;
}

function namesRows(sheet: Sheet, band: readonly number[], [first = 0, ...others]: readonly number[]): boolean {
  const cells = band.flatMap((at) => sheet[at]?.[first] ?? []);
  return others.length > 0 && cells.slice(1).filter(({ words }) => /\p{L}/u.test(words)).length > cells.length / 2;
}

/** Whether the second columns begin below the header of the first ones. */
function isLower(sheet: Sheet, band: readonly number[], first: readonly number[], second: readonly number[]): boolean {
  const top = (columns: readonly number[]): number =>
    band.find((at) => columns.some((column) => sheet[at]?.[column] !== undefined)) ?? 0;
  return top(second) > top(first) + 1;
}
