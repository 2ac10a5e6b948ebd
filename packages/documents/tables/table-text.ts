import { type GridRow, joinHeaders } from '@plumbline/text/table-grid';
import type { HeadedRows, ReadCell, TablePart } from './table-headers.ts';

/** Longest part of a table under one header, in characters: a passage holds it whole. */
const LONGEST_PART = 2_000;
/** Longer rows are no statement. */
const LONGEST_ROW = 700;
const TABLE = /^\|[^\n]*\n\|[ :|-]{3,}\|$/m;
const DELIMITER = /^\|[ :|-]{3,}\|$/;

/** Tables and lines as Markdown. A table whose rows are too long is written row by row, as names with their values. */
export function writeTableParts(parts: readonly TablePart<ReadCell>[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'line')
        return part.cells
          .map(({ words }) => words)
          .join(': ')
          .replace('::', ':');
      return isWide(part) ? writeRecords(part) : writeTable(part);
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

/** One name for each column: "Car Summer". */
export function columnNames({ head, body }: HeadedRows<ReadCell>): string[] {
  const width = [...head, ...body].reduce((most, cells) => Math.max(most, cells.length), 0);
  return Array.from({ length: width }, (_, column) => joinHeaders(wordsOf(head.map((cells) => cells[column]))));
}

function wordsOf(cells: GridRow<ReadCell>): string[] {
  return Array.from(cells, (cell) => cell?.words ?? '');
}

function isWide({ head, body }: HeadedRows<ReadCell>): boolean {
  if (head.length === 0) return false;
  const lengths = body.slice(0, 200).map((cells) => wordsOf(cells).join(' | ').length);
  return (lengths.toSorted((first, second) => first - second)[Math.floor(lengths.length / 2)] ?? 0) > LONGEST_ROW;
}

function writeTable(table: HeadedRows<ReadCell>): string {
  const names = columnNames(table);
  const rows = table.body.map((cells) => writeRow(names.map((_, column) => cells[column]?.words ?? '')));
  return withRepeatedHeaders([writeRow(names), writeRow(names.map(() => '---')), ...rows].join('\n'));
}

/** @param cells in Markdown */
export function writeRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.trim().replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`;
}

function writeRecords(table: HeadedRows<ReadCell>): string {
  const names = columnNames(table);
  return table.body
    .map((row) => {
      const cells = wordsOf(row);
      const subject = cells.find((cell) => /\p{L}/u.test(cell)) ?? cells.find((cell) => cell !== '') ?? '';
      const facts = cells.flatMap((cell, column) =>
        cell === '' ? [] : [`- ${names[column] || '–'}: ${oneLine(cell)}`],
      );
      return [`### ${oneLine(subject)}`, facts.join('\n')].join('\n\n');
    })
    .join('\n\n');
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Repeats the header of long Markdown tables, so that every row is read with the names of its columns. */
export function withRepeatedHeaders(markdown: string): string {
  if (!TABLE.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  const written: string[] = [];
  let header: readonly string[] | null = null;
  let length = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('|')) header = null;
    else if (header === null && DELIMITER.test(lines[index + 1] ?? '')) {
      header = [line, lines[index + 1] ?? ''];
      length = 0;
    }
    const isRow = header !== null && line !== header[0] && line !== header[1];
    if (isRow && length > 0 && length + line.length > LONGEST_PART) {
      written.push('', ...(header ?? []));
      length = 0;
    }
    if (isRow && length === 0) length = (header ?? []).join('\n').length;
    if (isRow) length += line.length + 1;
    written.push(line);
  }
  return written.join('\n');
}
