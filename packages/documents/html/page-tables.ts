import { gridOf, type SpanningCell } from '@plumbline/text/table-grid';
import { escapeUTF8 } from 'entities';
import type { parseHTML } from 'linkedom';
import { headedParts, type ReadCell, type TablePart } from '../tables/table-headers.ts';
import { columnNames, writeRow } from '../tables/table-text.ts';
import { visibleText } from './html-text.ts';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = Page['documentElement'];

const EQUATION = '.ltx_equation, .ltx_eqn_table, .numblk';
/** Longer cells do not name what they cover. */
const LONGEST_REPEATED = 500;
/** All repetitions of a page together, in characters. */
const MOST_REPEATED = 1_000_000;

const ROWS_CONVERTED = 50;
/** An invisible separator, which no page holds around a number. */
const HELD = '\u2063';

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
  const parts = headedParts(
    grid.map((cells, index) => ({ cells, isInHead: rows[index]?.parentElement?.tagName === 'THEAD' })),
    true,
  );
  table.replaceWith(...parts.map((part) => writePart(page, part, write)));
}

function writePart(page: Page, part: TablePart<PageCell>, write: CellWriter): PageElement {
  if (part.kind === 'line')
    return elementOf(
      page,
      'p',
      part.cells.map(({ html, words }) => (part.cells.length === 1 ? html : escapeUTF8(words))).join(': '),
    );
  const [names = []] = part.head;
  const header = columnNames(part).map((name, column) =>
    part.head.length === 1 ? (names[column]?.html ?? '') : escapeUTF8(name),
  );
  const lines = part.body.map((cells) => `<tr>${cells.map((cell) => `<td>${write(cell)}</td>`).join('')}</tr>`);
  const first = header.map((name) => `<th>${name}</th>`).join('');
  return elementOf(page, 'table', `<thead><tr>${first}</tr></thead><tbody>${lines.join('')}</tbody>`);
}

/**
 * Takes the rows of words alone out of long tables: the conversion to Markdown needs milliseconds for each. Those at the
 * start stay, so that the search for the main content sees a table.
 *
 * @returns puts the rows, as Markdown, back into the converted page
 */
export function holdRows(page: Page): (markdown: string) => string {
  const held: string[][] = [];
  for (const table of page.querySelectorAll('table')) {
    let lines: string[] | null = null;
    for (const row of rowsOf(table).slice(ROWS_CONVERTED)) {
      const cells = cellsOf(row);
      if (cells.length === 0 || cells.some(({ firstElementChild }) => firstElementChild !== null)) lines = null;
      else {
        if (lines === null) row.before(elementOf(page, 'tr', `<td>${HELD}${held.push((lines = [])) - 1}${HELD}</td>`));
        lines.push(writeRow(cells.map(({ textContent }) => markdownOf(textContent))));
        row.remove();
      }
    }
  }
  const backIn = (line: string): string[] => {
    const [before = '', index] = line.split(HELD);
    const rows = index ? held[Number(index)] : undefined;
    return rows?.map((row) => before.replace(/\| $/, '') + row) ?? [line];
  };
  return (markdown) => (held.length === 0 ? markdown : markdown.split('\n').flatMap(backIn).join('\n'));
}

function markdownOf(words: string): string {
  return words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]]|<(?=\/?[a-z])/gi, String.raw`\$&`);
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
