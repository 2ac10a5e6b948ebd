import { gridOf, type SpanningCell } from '@plumbline/text/table-grid';
import { headedParts, type ReadCell, type TablePart } from '../tables/table-headers.ts';
import { columnNames, writeRow } from '../tables/table-text.ts';
import type { PageElement } from './html-text.ts';

const EQUATION = '.ltx_equation, .ltx_eqn_table, .numblk';
/** Longer cells do not name what they cover. */
const LONGEST_REPEATED = 500;
/** All repetitions of a page together, in characters. */
const MOST_REPEATED = 1_000_000;

interface PageCell extends SpanningCell, ReadCell {}

/** Writes the tables of a page. @param blocksIn the content of a cell or a caption as Markdown */
export function createTableWriter(blocksIn: (element: PageElement) => string[]): (table: PageElement) => string[] {
  const once = createCellWriter();
  const lineIn = (element: PageElement): string => blocksIn(element).join(' ').replaceAll(/\s+/g, ' ').trim();
  return (table) => {
    const captions = childrenOf(table, /^CAPTION$/).flatMap(blocksIn);
    const cells = rowsOf(table).map(cellsOf);
    if (table.matches(EQUATION)) return [cells.flat().map(lineIn).join(' ').trim()];
    if (isLayout(table, cells)) return [...captions, ...cells.flat().flatMap(blocksIn)];
    const parts = partsOf(table, lineIn);
    if (table.parentElement?.closest('td, th')) return [...captions, parts.map(lineOf).join('; ')];
    return [...captions, ...parts.map((part) => writePart(part, once))];
  };
}

/** The words of a cell, again for every further place that it covers. */
function createCellWriter(): (cell: PageCell | undefined) => string {
  const written = new Set<PageCell>();
  let repeated = 0;
  return (cell) => {
    if (cell === undefined) return '';
    if (written.has(cell)) repeated += cell.words.length;
    const isTooMuch = written.has(cell) && (cell.words.length > LONGEST_REPEATED || repeated > MOST_REPEATED);
    written.add(cell);
    return isTooMuch ? '' : cell.words;
  };
}

/** Whether a table only arranges a page. */
function isLayout(table: PageElement, rows: readonly (readonly PageElement[])[]): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return true;
  if (rows.flat().some(({ tagName }) => tagName === 'TH')) return false;
  return rows.every((cells) => cells.length < 2) || table.querySelector('table, h1, h2') !== null;
}

/**
 * The words of a merged cell fill every place that it covers, rows of headers are one, and a heading between rows is the
 * first cell of the rows below it.
 */
function partsOf(table: PageElement, lineIn: (cell: PageElement) => string): TablePart<PageCell>[] {
  const rows = rowsOf(table);
  const left = rowsLeft(rows);
  const grid = gridOf(rows.map((row, index) => cellsOf(row).map((cell) => readCell(cell, left[index] ?? 1, lineIn))));
  return headedParts(
    grid.map((cells, index) => ({ cells, isInHead: rows[index]?.parentElement?.tagName === 'THEAD' })),
    true,
  );
}

function writePart(part: TablePart<PageCell>, write: ReturnType<typeof createCellWriter>): string {
  if (part.kind === 'line') return part.cells.map(({ words }) => words).join(': ');
  const names = columnNames(part);
  const rows = part.body.map((cells) => names.map((_, column) => write(cells[column])));
  return [names, names.map(() => '---'), ...rows].map(writeRow).join('\n');
}

/** A table within a cell: "Timber — Tariff: 12 euros; Steel — Tariff: 19 euros". */
function lineOf(part: TablePart<PageCell>): string {
  if (part.kind === 'line') return part.cells.map(({ words }) => words).join(': ');
  const names = columnNames(part);
  const lines = part.body.map(([subject, ...values]) => {
    const named = values.map((value, index) => [names[index + 1], value?.words].filter(Boolean).join(': '));
    return [subject?.words, named.filter((words) => words !== '').join(', ')].filter(Boolean).join(' — ');
  });
  return lines.join('; ');
}

function readCell(element: PageElement, rowsLeft: number, lineIn: (cell: PageElement) => string): PageCell {
  const span = (name: string): number => Number.parseInt(element.getAttribute(name) ?? '1', 10);
  const rows = span('rowspan');
  return {
    columns: span('colspan') || 1,
    // All that are left, of 0.
    rows: Math.min(rows > 0 ? rows : rows === 0 ? rowsLeft : 1, rowsLeft),
    isHead: element.tagName === 'TH' && element.getAttribute('scope')?.startsWith('row') !== true,
    words: lineIn(element),
  };
}

/** How many rows of its part of the table follow each row, and itself: a cell does not reach further. */
function rowsLeft(rows: readonly PageElement[]): number[] {
  let left = 0;
  const counts = rows.toReversed().map(({ parentElement }, index) => {
    left = parentElement === rows[rows.length - index]?.parentElement ? left + 1 : 1;
    return left;
  });
  return counts.toReversed();
}

function rowsOf(element: PageElement): PageElement[] {
  return childrenOf(element, /^TR$/);
}

function cellsOf(row: PageElement): PageElement[] {
  return childrenOf(row, /^T[DH]$/);
}

/** Also within other elements: old pages have forms around rows. */
function childrenOf(element: PageElement, names: RegExp): PageElement[] {
  return Array.from(element.children).flatMap((child) =>
    names.test(child.tagName) ? [child] : /^(?:TABLE|CAPTION)$/.test(child.tagName) ? [] : childrenOf(child, names),
  );
}
