import { readMarkup } from '@plumbline/text/html-tags';
import type { Block } from '@plumbline/text/markdown-blocks';
import { gridOf, joinHeaders, type SpanningCell } from '@plumbline/text/table-grid';

/** A row of a table with the header that names its columns. Offsets of the passage, `end` exclusive. */
export interface TableRow {
  readonly start: number;
  readonly end: number;
  readonly cells: readonly string[];
  /** Empty if the table has none, or if another passage contains it. */
  readonly header: readonly string[];
}

interface Line extends Omit<TableRow, 'header' | 'cells'> {
  readonly kind: 'row' | 'header' | 'delimiter';
  readonly cells: readonly Cell[];
}

interface Cell extends SpanningCell {
  readonly words: string;
}

const DELIMITER = /^[\s|:+]*[-=][\s|:+=-]*$/;

/** All rows of the tables among the blocks of a passage, except headers. */
export function tableRowsOf(passage: string, blocks: readonly Block[]): TableRow[] {
  return groupTables(passage, blocks).flatMap((blocksOfTable) =>
    rowsOf(blocksOfTable.map((block) => readLine(passage, block))),
  );
}

/** A row as its first cell, followed by the others with their column names: "kayak — seats: 1; price: 25 euros". */
export function readRow({ cells, header }: Pick<TableRow, 'cells' | 'header'>): string {
  const [subject = '', ...values] = cells;
  // A figure needs the name of its column: "year: 2019; visitors: 4,100".
  const isSubject = /\p{L}/u.test(subject);
  const named = (isSubject ? values : cells)
    .map((cell, index) => ({ cell, name: header[isSubject ? index + 1 : index] ?? '' }))
    .filter(({ cell }) => cell !== '')
    .map(({ cell, name }) => (name === '' || name === cell ? cell : `${withoutColon(name)}: ${cell}`))
    .join('; ');
  return isSubject ? [subject, named].filter((part) => part !== '').join(' — ') : named;
}

function withoutColon(name: string): string {
  return name.replace(/:$/, '').trimEnd();
}

/** Groups consecutive rows with only white space and tags between them. */
function groupTables(passage: string, blocks: readonly Block[]): Block[][] {
  const tables: Block[][] = [];
  let previous: Block | undefined;
  for (const block of blocks) {
    if (block.kind === 'table') {
      const isNext = previous?.kind === 'table' && isAdjacent(passage.slice(previous.end, block.lineStart));
      if (isNext) tables.at(-1)?.push(block);
      else tables.push([block]);
    }
    previous = block;
  }
  return tables;
}

function isAdjacent(between: string): boolean {
  return !/<table\b/i.test(between) && !/\n[ \t]*\r?\n/.test(between) && readMarkup(between).trim() === '';
}

function rowsOf(lines: readonly Line[]): TableRow[] {
  const header = headerOf(lines);
  const rows = lines.filter(({ kind }) => kind !== 'delimiter');
  const grid = gridOf(rows.map(({ cells }) => cells)).map((cells) => cells.map((cell) => cell?.words ?? ''));
  const named = grid.filter((_, index) => header.some((line) => line === rows[index]));
  const names = (named[0] ?? []).map((_, column) => joinHeaders(named.map((cells) => cells[column] ?? '')));
  return rows.flatMap((row, index) =>
    header.includes(row) ? [] : [{ start: row.start, end: row.end, cells: grid[index] ?? [], header: names }],
  );
}

/** Rows of `<th>`, or else the rows above the first delimiter that follows any. */
function headerOf(lines: readonly Line[]): Line[] {
  const marked = lines.filter(({ kind }) => kind === 'header');
  if (marked.length > 0) return marked;
  const first = lines.findIndex(({ kind }) => kind === 'row');
  const below = lines.findIndex(({ kind }, index) => kind === 'delimiter' && index > first);
  return below === -1 || first === -1 ? [] : lines.slice(first, below);
}

function readLine(passage: string, { start, end }: Block): Line {
  const text = passage.slice(start, end);
  if (/<t[hd]\b/i.test(text))
    return { start, end, cells: htmlCells(text), kind: /<td\b/i.test(text) ? 'row' : 'header' };
  if (DELIMITER.test(text)) return { start, end, cells: [], kind: 'delimiter' };
  return { start, end, cells: barCells(text), kind: 'row' };
}

function htmlCells(text: string): Cell[] {
  const [, ...parts] = text.split(/(<t[hd]\b[^<>]*>)/i);
  return parts.flatMap((tag, index) =>
    index % 2 === 1
      ? []
      : [{ words: oneLine(readMarkup(parts[index + 1] ?? '')), columns: spanOf('col', tag), rows: spanOf('row', tag) }],
  );
}

function spanOf(name: 'col' | 'row', tag: string): number {
  return Number(new RegExp(`\\s${name}span\\s*=\\s*["']?(\\d+)`, 'i').exec(tag)?.[1] ?? 1);
}

function barCells(text: string): Cell[] {
  const bare = text.trim().replace(/^\||(?<!\\)\|$/g, '');
  const cells = bare.split(/(?<!\\)\|/).map((cell) => oneLine(readMarkup(cell.replaceAll('\\|', '|'))));
  return cells.map((words) => ({ words, columns: 1, rows: 1 }));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
