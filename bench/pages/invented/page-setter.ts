import type { PlacedLine } from '../../../test/support/builders/document-fixtures.ts';
import type { Manuscript } from './manuscript.ts';

/** A text that is set as one: a paragraph, a cell, a value. */
export interface SetText {
  readonly text: string;
  /** Where its lines begin in it, and on which pages they stand, counted from 1. */
  readonly lines: { readonly start: number; readonly page: number }[];
}

/** Words on one line, at a distance from the left border of the column. */
export interface Cell {
  readonly text: string;
  readonly x: number;
  readonly size: number;
  /** The text that the words belong to, and where they begin in it; null for what only decorates. */
  readonly of: { readonly text: SetText; readonly start: number } | null;
}

const LEFT = 72;
const TOP = 700;
const TEXT_WIDTH = 468;
const COLUMN_GAP = 24;
const PITCH = 14;
const HEAD_HEIGHT = 752;
const FOOT_HEIGHT = 36;
const MARGIN_SIZE = 8;

/** Fills the columns of pages of US letter size, line by line. */
export class PageSetter {
  readonly pages: PlacedLine[][] = [];
  readonly texts: SetText[] = [];
  readonly width: number;
  readonly #manuscript: Manuscript;
  #column: number;
  #line: number;

  constructor(manuscript: Manuscript) {
    this.#manuscript = manuscript;
    this.width = (TEXT_WIDTH - COLUMN_GAP * (manuscript.columns - 1)) / manuscript.columns;
    this.#column = manuscript.columns;
    this.#line = manuscript.linesPerPage;
  }

  /** At the top of a column, where no space is wanted. */
  get isAtTop(): boolean {
    return this.linesLeft === 0 || this.#line === 0;
  }

  get linesLeft(): number {
    return this.#manuscript.linesPerPage - this.#line;
  }

  startText(text: string): SetText {
    const set = { text, lines: [] };
    this.texts.push(set);
    return set;
  }

  /** Sets cells side by side. */
  place(cells: readonly Cell[]): void {
    if (this.linesLeft === 0) this.#nextColumn();
    const left = LEFT + this.#column * (this.width + COLUMN_GAP);
    const y = TOP - this.#line * PITCH;
    for (const { text, x, size, of } of cells) {
      this.pages.at(-1)?.push({ text, x: left + x, y, size });
      of?.text.lines.push({ start: of.start, page: this.pages.length });
    }
    this.#line += 1;
  }

  skipLine(): void {
    if (!this.isAtTop) this.#line += 1;
  }

  endColumn(): void {
    this.#line = this.#manuscript.linesPerPage;
  }

  endPage(): void {
    this.#column = this.#manuscript.columns;
    this.endColumn();
  }

  #nextColumn(): void {
    this.#column += 1;
    this.#line = 0;
    if (this.#column < this.#manuscript.columns) return;
    this.#column = 0;
    const number = String(this.pages.length + 1);
    const { head, foot } = this.#manuscript;
    const margin = { x: LEFT, size: MARGIN_SIZE };
    this.pages.push([
      { ...margin, text: head.replace('#', number), y: HEAD_HEIGHT },
      { ...margin, text: foot.replace('#', number), y: FOOT_HEIGHT },
    ]);
  }
}
