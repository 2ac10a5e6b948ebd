import { readMarkup } from '../../language/text/html-tags.ts';
import type { Block } from '../../language/text/markdown-blocks.ts';

/** A row of a table with the header that names its columns. Offsets of the passage, `end` exclusive. */
export interface TableRow {
  readonly start: number;
  readonly end: number;
  readonly cells: readonly string[];
  /** Empty if the table has none, or if another passage contains it. */
  readonly header: readonly string[];
}

interface Line extends Omit<TableRow, 'header'> {
  readonly kind: 'row' | 'header' | 'delimiter';
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
  const rows = lines.filter(({ kind }) => kind !== 'delimiter');
  const header = headerOf(lines);
  const names = header.at(-1)?.cells ?? [];
  return rows
    .filter((row) => !header.includes(row))
    .map(({ start, end, cells }) => ({ start, end, cells, header: names }));
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

function htmlCells(text: string): string[] {
  return text
    .split(/<t[hd]\b[^<>]*>/i)
    .slice(1)
    .map((cell) => oneLine(readMarkup(cell)));
}

function barCells(text: string): string[] {
  const bare = text
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return bare.split(/(?<!\\)\|/).map((cell) => oneLine(readMarkup(cell.replaceAll('\\|', '|'))));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
