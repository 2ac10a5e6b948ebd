import type { PlacedLine } from '../../../test/support/builders/document-fixtures.ts';
import type { Block, Manuscript } from './manuscript.ts';
import { type Cell, PageSetter, type SetText } from './page-setter.ts';

/** Widths of Helvetica's letters in thousandths of the font size, as the font's own table has them. */
const WIDTHS: Readonly<Record<string, number>> = {
  ...widthsOf(278, ' !,./:;I[]\\ft'),
  ...widthsOf(222, 'ijl'),
  ...widthsOf(333, '()-r'),
  ...widthsOf(350, '•'),
  ...widthsOf(389, '*'),
  ...widthsOf(400, '°'),
  ...widthsOf(500, 'Jckvsxyz'),
  ...widthsOf(556, '0123456789#?Labdeghnopqu_–€äöü§'),
  ...widthsOf(584, '+<=>~'),
  ...widthsOf(611, 'FTZß'),
  ...widthsOf(667, '&ABEKPSVXYÄ'),
  ...widthsOf(722, 'CDHNRUwÜ'),
  ...widthsOf(778, 'GOQÖ'),
  ...widthsOf(833, 'Mm'),
  ...widthsOf(889, '%'),
  ...widthsOf(944, 'W'),
};
const OTHER = 556;

/** Between two syllables of a longer word: after a vowel, before a consonant and the next vowel. */
const SYLLABLE_END = /(?<=\p{L}{2,}[aeiouyäöü])(?=[bcdfghjklmnpqrstvwxz][aeiouyäöü]\p{L}{2,})/giu;

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

interface BrokenLine {
  readonly text: string;
  /** Where its first word begins in the text. */
  readonly start: number;
}

/** Lines as wide as a column; a word that does not fit is divided where a part of it does. */
export function breakLines(text: string, width: number, size: number): BrokenLine[] {
  const lines: { text: string; start: number }[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const line = lines.at(-1);
    const fits = (words: string): boolean => widthOf(words, size) <= width;
    if (line === undefined) lines.push({ text: word, start: index });
    else if (fits(`${line.text} ${word}`)) line.text = `${line.text} ${word}`;
    else {
      const head = headsOf(word).findLast((part) => fits(`${line.text} ${part}-`)) ?? '';
      if (head !== '') line.text = `${line.text} ${head}-`;
      lines.push({ text: word.slice(head.length), start: index + head.length });
    }
  }
  return lines;
}

/** What may stand before a hyphen, shortest first. */
function headsOf(word: string): string[] {
  return [...word.matchAll(SYLLABLE_END)].map(({ index }) => word.slice(0, index));
}

function widthsOf(width: number, letters: string): Record<string, number> {
  return Object.fromEntries(Array.from(letters, (letter) => [letter, width]));
}

/** In points. */
function widthOf(text: string, size: number): number {
  return (Array.from(text).reduce((sum, letter) => sum + (WIDTHS[letter] ?? OTHER), 0) * size) / 1_000;
}
