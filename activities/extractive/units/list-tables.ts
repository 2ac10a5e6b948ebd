import type { Entry } from './passage-entries.ts';
import type { StatementUnit } from './statement-units.ts';

// A list entry that begins with another list marker: the first cell of a row ("*    *   25 – 50").
const OPENS_ROW = /^(?:[-*+•]|\d{1,3}[.)])[ \t]+/;
const LONGEST_ROW = 300;
const SHORTEST_ROW = 20;
const LONGEST_HEADER = 400;

/**
 * Rows of a table that is written as a list of lists, one entry for each cell. A row is introduced by the table's header:
 * the rows before the first one that holds figures only.
 */
export function tableRows(passage: string, entries: readonly Entry[]): StatementUnit[] {
  const rows = rowsOf(passage, entries);
  const first = rows.findIndex(({ text }) => isFigures(text));
  if (first === -1) return [];
  const introduction = rows
    .slice(0, first)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST_HEADER);
  return rows
    .slice(first)
    .filter(({ text }) => text.length >= SHORTEST_ROW && text.length <= LONGEST_ROW)
    .map((row) => ({ ...row, introduction, isProse: false }));
}

function rowsOf(passage: string, entries: readonly Entry[]): Omit<StatementUnit, 'introduction' | 'isProse'>[] {
  const rows: { start: number; end: number; size: number; column: number }[] = [];
  for (const { start, end, isListItem, column } of entries) {
    const row = rows.at(-1);
    if (isListItem && OPENS_ROW.test(passage.slice(start, end))) rows.push({ start, end, size: 1, column });
    else if (row !== undefined && isListItem && column > row.column && isAdjacent(passage, row.end, start)) {
      row.end = end;
      row.size += 1;
    }
  }
  return rows.map(({ start, end, size }) => ({ start, end, size, text: passage.slice(start, end) }));
}

/** Only list markers and white space between two cells. */
function isAdjacent(passage: string, end: number, start: number): boolean {
  return /^[\s*+•-]*$/.test(passage.slice(end, start));
}

/** Cells of figures have hardly a word. */
function isFigures(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const digits = text.match(/\d/g) ?? [];
  return digits.length > 0 && letters.length <= digits.length;
}
