import { hiddenMark } from '@plumbline/text/unsaid-words';
import { escapeUTF8 } from 'entities';
import { keep, keepLabel, keepMark } from '../docx/docx-marks.ts';
import { markedRun, type RunMarks } from '../office/xml-parts.ts';
import { RtfTable } from './rtf-table.ts';

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
