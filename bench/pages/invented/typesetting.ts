import type { PlacedLine } from '../../../test/support/builders/document-fixtures.ts';
import { type BrokenLine, breakLines } from './line-breaking.ts';
import type { Block, Manuscript } from './manuscript.ts';
import { type Cell, PageSetter, type SetText } from './page-setter.ts';

const SIZE = 10.5;
const HEADING_SIZE = 13;
const ITEM_INDENT = 14;
const CELL_GAP = 10;
const FIELD_LABEL_SHARE = 0.45;

/** A manuscript as it is printed. */
export interface Typeset {
  readonly pages: readonly (readonly PlacedLine[])[];
  readonly texts: readonly SetText[];
}

export function typeset(manuscript: Manuscript): Typeset {
  const setter = new PageSetter(manuscript);
  for (const block of manuscript.blocks) setBlock(setter, block);
  return { pages: setter.pages, texts: setter.texts };
}

/** Page on which a phrase begins; null unless exactly one text holds it. */
export function pageOf({ texts }: Typeset, phrase: string): number | null {
  const [found, ...others] = texts.filter(({ text }) => text.includes(phrase));
  if (found === undefined || others.length > 0) return null;
  const start = found.text.indexOf(phrase);
  return found.lines.findLast((line) => line.start <= start)?.page ?? null;
}

function setBlock(setter: PageSetter, block: Block): void {
  switch (block.kind) {
    case 'page end':
      return setter.endPage();
    case 'heading':
      if (setter.linesLeft < 4) setter.endColumn();
      setter.skipLine();
      return setText(setter, block.text, 0, HEADING_SIZE);
    case 'text':
      setter.skipLine();
      return setText(setter, block.text, 0);
    case 'item':
      setter.skipLine();
      return setText(setter, `• ${block.text}`, ITEM_INDENT);
    case 'field':
      setter.skipLine();
      return setRow(setter, [block.label, block.value], [FIELD_LABEL_SHARE, 1 - FIELD_LABEL_SHARE]);
    case 'table':
      setter.skipLine();
      return setTable(setter, block.rows);
  }
}

function setText(setter: PageSetter, text: string, indent: number, size = SIZE): void {
  const set = setter.startText(text);
  for (const line of breakLines(text, setter.width - indent, size)) setter.place([cellOf(set, line, indent, size)]);
}

/** Rows stay whole; where a table goes on in the next column, its header is repeated. */
function setTable(setter: PageSetter, [header = [], ...rows]: readonly (readonly string[])[]): void {
  const shares = header.map(() => 1 / header.length);
  setRow(setter, header, shares);
  for (const row of rows) {
    const height = Math.max(...row.map((cell) => breakLines(cell, cellWidth(setter, 1 / header.length), SIZE).length));
    if (setter.linesLeft < height) {
      setter.endColumn();
      setRow(setter, header, shares);
    }
    setRow(setter, row, shares);
  }
}

function setRow(setter: PageSetter, texts: readonly string[], shares: readonly number[]): void {
  const columns = texts.map((text, index) => {
    const set = setter.startText(text);
    const left = shares.slice(0, index).reduce((sum, share) => sum + share, 0) * setter.width;
    const lines = breakLines(text, cellWidth(setter, shares[index] ?? 0), SIZE);
    return lines.map((line) => cellOf(set, line, left, SIZE));
  });
  const height = Math.max(...columns.map(({ length }) => length));
  for (let index = 0; index < height; index++) setter.place(columns.flatMap((column) => column[index] ?? []));
}

function cellWidth({ width }: PageSetter, share: number): number {
  return width * share - CELL_GAP;
}

function cellOf(text: SetText, line: BrokenLine, x: number, size: number): Cell {
  return { text: line.text, x, size, of: { text, start: line.start } };
}
