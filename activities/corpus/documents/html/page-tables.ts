import type { parseHTML } from 'linkedom';
import { gridOf, joinHeaders, type SpanningCell } from '../../../language/text/table-grid.ts';
import { headedParts, type ReadCell, type TablePart } from '../tables/table-headers.ts';
import { visibleText } from './html-text.ts';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = Page['documentElement'];

const EQUATION = '.ltx_equation, .ltx_eqn_table, .numblk';
/** Longer cells do not name what they cover. */
const LONGEST_REPEATED = 500;
/** All repetitions of a page together, in characters. */
const MOST_REPEATED = 1_000_000;

interface PageCell extends SpanningCell, ReadCell {
  readonly html: string;
}

/**
 * Writes every table as a plain grid: the words of a merged cell fill every place that it covers, rows of headers become
 * one row, a heading between rows becomes the first cell of the rows below it, and a caption the paragraph in front. What
 * only arranges a page becomes paragraphs.
 */
export function writeTables(page: Page): void {
  const write = createCellWriter();
  // Inner tables first.
  for (const table of [...page.querySelectorAll('table')].toReversed()) {
    if (table.matches(EQUATION)) continue;
    for (const caption of childrenOf(table, ['CAPTION'])) {
      table.before(elementOf(page, 'p', caption.innerHTML));
      caption.remove();
    }
    if (isLayout(table)) writeLayout(page, table);
    else writeGrid(page, table, write);
  }
}

type CellWriter = (cell: PageCell | undefined) => string;

/** The markup of a cell, again for every further place that it covers. */
function createCellWriter(): CellWriter {
  const written = new Set<PageCell>();
  let repeated = 0;
  return (cell) => {
    if (cell === undefined) return '';
    if (written.has(cell)) repeated += cell.html.length;
    const isTooMuch = written.has(cell) && (cell.html.length > LONGEST_REPEATED || repeated > MOST_REPEATED);
    written.add(cell);
    return isTooMuch ? '' : cell.html;
  };
}

function isLayout(table: PageElement): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return true;
  const rows = rowsOf(table).map(cellsOf);
  if (rows.flat().some(({ tagName }) => tagName === 'TH')) return false;
  return rows.every((cells) => cells.length < 2) || table.querySelector('table, h1, h2') !== null;
}

/** Its cells as paragraphs. A table of tables stays one for the search for the main content, which reads it so. */
function writeLayout(page: Page, table: PageElement): void {
  const cells = rowsOf(table).flatMap(cellsOf);
  if (table.querySelector('table') === null) {
    table.replaceWith(elementOf(page, 'div', cells.map(({ innerHTML }) => `<div>${innerHTML}</div>`).join('')));
  } else for (const cell of cells) cell.innerHTML = `<div>${cell.innerHTML}</div>`;
}

function writeGrid(page: Page, table: PageElement, write: CellWriter): void {
  for (const inner of table.querySelectorAll('table')) inner.replaceWith(page.createTextNode(lineOf(inner)));
  const rows = rowsOf(table);
  const left = rowsLeft(rows);
  const grid = gridOf(rows.map((row, index) => cellsOf(row).map((cell) => readCell(cell, left[index] ?? 1))));
  const { titles, parts } = headedParts(
    grid.map((cells, index) => ({ cells, isInHead: rows[index]?.parentElement?.tagName === 'THEAD' })),
  );
  for (const { html } of titles) table.before(elementOf(page, 'p', html));
  const written = parts.map((part) => writePart(part, write));
  for (const html of written.slice(0, -1)) table.before(elementOf(page, 'table', html));
  table.innerHTML = written.at(-1) ?? '';
}

function writePart({ head, body }: TablePart<PageCell>, write: CellWriter): string {
  const [names = []] = head;
  const header = names.map((cell, column) =>
    head.length === 1 ? (cell?.html ?? '') : escaped(joinHeaders(head.map((row) => row[column]?.words ?? ''))),
  );
  const width = Math.max(header.length, ...body.map((cells) => cells.length));
  const lines = body.map((cells) => `<tr>${cells.map((cell) => `<td>${write(cell)}</td>`).join('')}</tr>`);
  const first = Array.from({ length: width }, (_, column) => `<th>${header[column] ?? ''}</th>`).join('');
  return `<thead><tr>${first}</tr></thead><tbody>${lines.join('')}</tbody>`;
}

/** A table within a cell: "Timber — Tariff: 12 euros; Steel — Tariff: 19 euros". */
function lineOf(table: PageElement): string {
  const [names = [], ...rows] = rowsOf(table).map((row) => cellsOf(row).map(wordsOf));
  const lines = rows.map(([subject = '', ...values]) => {
    const named = values.map((value, index) =>
      [names[index + 1] ?? '', value].filter((part) => part !== '').join(': '),
    );
    return [subject, named.filter((part) => part !== '').join(', ')].filter((part) => part !== '').join(' — ');
  });
  return lines.join('; ');
}

function readCell(element: PageElement, rowsLeft: number): PageCell {
  const span = (name: string): number => Number.parseInt(element.getAttribute(name) ?? '1', 10);
  const rows = span('rowspan');
  return {
    columns: span('colspan') || 1,
    // All that are left, of 0.
    rows: Math.min(rows > 0 ? rows : rows === 0 ? rowsLeft : 1, rowsLeft),
    isHead: element.tagName === 'TH' && element.getAttribute('scope')?.startsWith('row') !== true,
    words: wordsOf(element),
    html: element.innerHTML.trim(),
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

function rowsOf(table: PageElement): PageElement[] {
  return childrenOf(table, ['THEAD', 'TBODY', 'TFOOT', 'TR']).flatMap((child) =>
    child.tagName === 'TR' ? [child] : childrenOf(child, ['TR']),
  );
}

function cellsOf(row: PageElement): PageElement[] {
  return childrenOf(row, ['TD', 'TH']);
}

function childrenOf(element: PageElement, names: readonly string[]): PageElement[] {
  return [...element.children].filter(({ tagName }) => names.includes(tagName));
}

function wordsOf(element: PageElement): string {
  return visibleText(element).replaceAll(/\s+/g, ' ').trim();
}

function elementOf(page: Page, name: string, html: string): PageElement {
  const element = page.createElement(name);
  element.innerHTML = html;
  return element;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
