import type { GridPart, GridTable } from './grid-tables.ts';

/** Longest part of a table under one header, in characters: a passage holds it whole. */
const LONGEST_PART = 2_000;
/** Longer rows are no statement. */
const LONGEST_ROW = 700;
const TABLE = /^\|[^\n]*\n\|[ :|-]{3,}\|$/m;
const DELIMITER = /^\|[ :|-]{3,}\|$/;

/** Tables, lines and labels as Markdown. A table whose rows are too long is written row by row, as names with their values. */
export function writeGridParts(parts: readonly GridPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'table') return isWide(part) ? writeRecords(part) : writeTable(part);
      return part.kind === 'line' ? part.text : `### ${oneLine(part.text)}`;
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

function isWide({ header, rows }: GridTable): boolean {
  if (header.every((name) => name === '')) return false;
  const lengths = rows.slice(0, 200).map((cells) => cells.join(' | ').length);
  return (lengths.toSorted((first, second) => first - second)[Math.floor(lengths.length / 2)] ?? 0) > LONGEST_ROW;
}

function writeTable({ header, rows }: GridTable): string {
  const delimiter = header.map(() => '---');
  return withRepeatedHeaders([header, delimiter, ...rows].map(writeRow).join('\n'));
}

function writeRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.trim().replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`;
}

function writeRecords({ header, rows }: GridTable): string {
  return rows
    .map((cells) => {
      const subject = cells.find((cell) => /\p{L}/u.test(cell)) ?? cells.find((cell) => cell !== '') ?? '';
      const facts = cells.flatMap((cell, index) =>
        cell === '' ? [] : [`- ${header[index] || '–'}: ${oneLine(cell)}`],
      );
      return [`### ${oneLine(subject)}`, facts.join('\n')].join('\n\n');
    })
    .join('\n\n');
}

function oneLine(text: string): string {
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
