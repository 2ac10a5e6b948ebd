import type { GridRow } from '@plumbline/text/table-grid';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { NO_PAGES, type ReadText } from '../text/file-format.ts';
import { headedParts, type HeadedRows, type ReadCell, type TablePart } from './table-headers.ts';
import { writeTableParts } from './table-text.ts';

/** Commas last: they also divide decimals. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
const SAMPLE_LENGTH = 20_000;
const MOST_CELLS = 1_000_000;

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

/** A table of separated values as a Markdown table with the values as they are written. */
export function readSeparatedValues(text: string): ReadText {
  const [start = '', named] = /^\uFEFF?(?:sep=(.)\r?\n)?/i.exec(text) ?? [];
  const content = text.slice(start.length);
  const records = recordsOf(content, named ?? delimiterOf(content));
  let cells = 0;
  const end = records.findIndex((record) => (cells += record.length) > MOST_CELLS);
  const kept = end === -1 ? records : records.slice(0, end);
  const rows = kept.map((record) => record.map((cell, column) => cellOf(valueOf(cell, column))));
  return {
    ...NO_PAGES,
    text: writeTableParts(sheetParts(rows, true)).toWellFormed(),
    title: null,
    publishedAt: null,
    problem:
      end === -1
        ? null
        : `rows ${kept.length + 1} to ${records.length} were not read: at most ${MOST_CELLS} cells are read`,
  };
}

/** Without the mark of a comment, which is a heading in Markdown. */
function valueOf(cell: string, column: number): string {
  const words = cell.replaceAll('\r\n', '\n').trim();
  return column === 0 ? words.replace(/^#{1,6}\s+/, '') : words;
}

/** A quotation mark that is never closed is an ordinary character. */
function recordsOf(text: string, delimiter: string, isQuoted = true): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      quote: isQuoted ? '"' : null,
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (!isQuoted || !(error instanceof CsvError)) throw error;
    return recordsOf(text, delimiter, false);
  }
}

/** The delimiter that divides most lines into equally many values. */
function delimiterOf(text: string): string {
  const end = text.lastIndexOf('\n', SAMPLE_LENGTH);
  const sample = text.length <= SAMPLE_LENGTH || end < 1 ? text.slice(0, SAMPLE_LENGTH) : text.slice(0, end);
  const fits = DELIMITERS.map((delimiter) => ({ delimiter, ...fitOf(recordsOf(sample, delimiter)) }));
  return fits.reduce((best, other) => (other.fit > best.fit ? other : best)).delimiter;
}

/** How many of the records have the most frequent number of values, 0..1; 0 if that is one. */
function fitOf(records: readonly string[][]): { fit: number } {
  const lengths = records.filter((record) => record.some((cell) => cell.trim() !== '')).map(({ length }) => length);
  const counts = new Map<number, number>();
  for (const length of lengths) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return { fit: Math.max(0, ...counts.values()) / Math.max(1, lengths.length) };
}
