import { hiddenMark } from '@plumbline/text/unsaid-words';
import { escapeUTF8 } from 'entities';
import { keep, keepLabel, keepMark } from '../docx/docx-marks.ts';
import { markedRun, type RunMarks } from '../office/xml-parts.ts';

/** How words look. */
export interface WordMarks extends RunMarks {
  readonly isHidden: boolean;
}

export interface ParagraphPlace {
  readonly isInTable: boolean;
  /** Of a heading; 0 for other paragraphs. */
  readonly heading: number;
  /** Of an entry of a list. */
  readonly level: number;
}
/** Borders that are nearer to each other are one, in twentieths of a point. */
const SAME_BORDER = 60;

/** A cell as the definition of its row gives it. */
interface CellPlace {
  /** Its right border. */
  readonly right: number;
  readonly isBelow: boolean;
  readonly isBeside: boolean;
}

interface Cell extends CellPlace {
  readonly left: number;
  readonly html: string;
}

/** A text that runs on its own: the body, a note, a text box. Writes it as HTML. */
export class RtfFlow {
  readonly #kept: string[];
  readonly #blocks: string[] = [];
  #line = '';
  #run: { readonly marks: WordMarks; text: string } | undefined;
  #label = '';
  #after: string[] = [];
  #table = new RtfTable();
  #cell: string[] = [];
  #inner = new RtfTable();
  #innerCell: string[] = [];

  /** @param kept see `keep` */
  constructor(kept: string[]) {
    this.#kept = kept;
  }

  say(text: string, marks: WordMarks): void {
    if (this.#run !== undefined && isLike(this.#run.marks, marks)) this.#run.text += text;
    else {
      this.#endRun();
      this.#run = { marks, text };
    }
  }

  /** Markdown that is not changed any more. */
  write(markdown: string): void {
    this.#endRun();
    this.#line += keep(markdown, { kept: this.#kept });
  }

  breakLine(): void {
    this.#endRun();
    this.#line += '<br>';
  }

  label(words: string): void {
    this.#label = /[\p{L}\p{N}]/u.test(words) ? words.trim() : '-';
  }

  /** Blocks that follow the paragraph. */
  follow(html: string): void {
    this.#after.push(html);
  }

  endParagraph({ isInTable, heading, level }: ParagraphPlace): void {
    this.#endRun();
    const isEmpty = this.#line.replaceAll('<br>', '').trim() === '';
    const label = this.#label === '' || isEmpty ? '' : this.#label;
    const html = label === '' ? this.#line : `${keepLabel(label, level, { kept: this.#kept })}${this.#line}`;
    [this.#line, this.#label] = ['', ''];
    const tag = heading > 0 ? `h${Math.min(6, heading)}` : 'p';
    const after = this.#after.splice(0);
    if (isInTable) this.#cell.push(...(isEmpty ? [] : [html]), ...after);
    else {
      if (!isEmpty || after.length > 0) this.#endTable();
      this.#blocks.push(...(isEmpty ? [] : [`<${tag}>${html}</${tag}>`]), ...after);
    }
  }

  defineRow(name: string, value: number | undefined, isInner: boolean): void {
    (isInner ? this.#inner : this.#table).define(name, value);
  }

  endCell(place: ParagraphPlace): void {
    this.endParagraph({ ...place, isInTable: true });
    this.#table.endCell([...this.#cell.splice(0), ...this.#takeInner()].join('<br>'));
  }

  /** The cell of a table inside a cell. */
  endInnerCell(place: ParagraphPlace): void {
    const before = this.#cell.splice(0);
    this.endParagraph({ ...place, isInTable: true });
    this.#innerCell.push(...this.#cell.splice(0));
    this.#inner.endCell(this.#innerCell.splice(0).join('<br>'));
    this.#cell.push(...before);
  }

  endRow(isInner: boolean): void {
    (isInner ? this.#inner : this.#table).endRow();
  }

  /** The whole text. */
  finish(place: ParagraphPlace): string {
    this.endParagraph(place);
    if (this.#cell.length > 0) this.endCell(place);
    this.#endTable();
    return this.#blocks.join('');
  }

  #takeInner(): string[] {
    const html = this.#inner.isEmpty ? [] : [this.#inner.toHtml()];
    this.#inner = new RtfTable();
    return html;
  }

  #endTable(): void {
    if (!this.#table.isEmpty) this.#blocks.push(this.#table.toHtml());
    this.#table = new RtfTable();
  }

  #endRun(): void {
    if (this.#run === undefined) return;
    const { marks, text } = this.#run;
    this.#run = undefined;
    if (!marks.isHidden || text.trim() === '') this.#line += markedRun(escapeUTF8(text), marks);
    else this.#line += text.replace(text.trim(), () => keepMark(hiddenMark, text, { kept: this.#kept }));
  }
}

function isLike(one: WordMarks, other: WordMarks): boolean {
  return (
    one.isHidden === other.isHidden &&
    one.isStruck === other.isStruck &&
    one.isRaised === other.isRaised &&
    one.isLowered === other.isLowered &&
    one.link === other.link
  );
}

/** Collects the rows of a table, whose cells are only known by their borders. */
class RtfTable {
  readonly #rows: { readonly cells: Cell[]; readonly isHeader: boolean }[] = [];
  #cells: string[] = [];
  #places: CellPlace[] = [];
  #merge = { isBelow: false, isBeside: false };
  #isHeader = false;

  get isEmpty(): boolean {
    return this.#rows.length === 0 && this.#cells.length === 0;
  }

  /** A control word of the definition of a row. */
  define(name: string, value: number | undefined): void {
    if (name === 'trowd') [this.#places, this.#isHeader] = [[], false];
    if (name === 'trhdr') this.#isHeader = true;
    if (name === 'clvmrg') this.#merge.isBelow = true;
    if (name === 'clmrg') this.#merge.isBeside = true;
    if (name !== 'cellx') return;
    this.#places.push({ right: value ?? 0, ...this.#merge });
    this.#merge = { isBelow: false, isBeside: false };
  }

  endCell(html: string): void {
    this.#cells.push(html);
  }

  endRow(): void {
    const cells: Cell[] = [];
    for (const [index, html] of this.#cells.entries()) {
      const before = this.#places[index - 1]?.right ?? cells.at(-1)?.right ?? 0;
      const left = index === 0 ? Number.NEGATIVE_INFINITY : before;
      const place = this.#places[index] ?? { right: before + 1_000, isBelow: false, isBeside: false };
      const beside = cells.at(-1);
      if (place.isBeside && beside !== undefined)
        cells[cells.length - 1] = { ...beside, right: place.right, html: `${beside.html}${html}` };
      else cells.push({ ...place, left, html });
    }
    this.#rows.push({ cells, isHeader: this.#isHeader });
    this.#cells = [];
  }

  toHtml(): string {
    if (this.#cells.length > 0) this.endRow();
    const borders = bordersOf(this.#rows.flatMap(({ cells }) => cells.map(({ right }) => right)));
    const columnOf = (border: number): number =>
      border === Number.NEGATIVE_INFINITY ? 0 : borders.findIndex((each) => border <= each) + 1;
    const hasHeader = this.#rows.some(({ isHeader }) => isHeader);
    const rows = this.#rows.map(({ cells, isHeader }, at) => {
      const tag = isHeader || (!hasHeader && at === 0) ? 'th' : 'td';
      const written = cells.map(({ left, right, html, isBelow }) => {
        if (isBelow && at > 0) return '';
        const columns = columnOf(right) - columnOf(left);
        let height = 1;
        while (this.#rows[at + height]?.cells.some((cell) => cell.isBelow && isNear(cell.right, right)) === true)
          height += 1;
        return `<${tag}${span('col', columns)}${span('row', height)}>${html}</${tag}>`;
      });
      return `<tr>${written.join('')}</tr>`;
    });
    return `<table>${rows.join('')}</table>`;
  }
}

function span(direction: 'col' | 'row', cells: number): string {
  return cells > 1 ? ` ${direction}span="${cells}"` : '';
}

function isNear(border: number, other: number): boolean {
  return Math.abs(border - other) < SAME_BORDER;
}

/** The distinct borders in order, each the farthest of those that are one. */
function bordersOf(rights: readonly number[]): number[] {
  const borders: number[] = [];
  for (const right of [...new Set(rights)].toSorted((one, other) => one - other)) {
    const last = borders.at(-1);
    if (last !== undefined && isNear(last, right)) borders[borders.length - 1] = right;
    else borders.push(right);
  }
  return borders;
}
