import { counted } from '@plumbline/contracts/common/counted';
import { decodeXML, escapeUTF8 } from 'entities';
import type { ShownPictures } from '../figures/picture-words.ts';
import { openZip } from '../files/bounded-files.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { withPictures } from '../markup/markup-reading.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import type { ReadText } from '../text/file-format.ts';
import { attributeOf, childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '../text/xml-elements.ts';
import { type OdfStyles, odfStyles } from './odf-styles.ts';
import { markedRun, damageOf, partAt, partsOf, pictureTag, spanOf } from './xml-parts.ts';

/** Cells and rows that stand for many are written as often as this at most: a sheet repeats the empty ones to its edge. */
const MOST_REPEATED = 50;

/** Elements without words of the text: what was deleted is written where it was. */
const SKIPPED = new Set(
  [
    'text:tracked-changes text:sequence-decls text:variable-decls text:user-field-decls text:table-of-content office:forms',
    'presentation:footer-decl presentation:date-time-decl svg:title svg:desc',
  ].flatMap((names) => names.split(' ')),
);

/** Writes what is below an element as HTML; some elements have a way of their own. */
const WRITERS: Readonly<Record<string, (writer: OdfWriter, element: XmlElement) => string>> = {
  'text:h': (writer, element) => {
    const level = Math.min(6, Number(attributeOf(element, 'text:outline-level') ?? 1));
    return `<h${level}>${writer.styled(element)}</h${level}>`;
  },
  'text:p': (writer, element) => `<p>${writer.styled(element)}</p>${writer.takeComments()}`,
  'text:span': (writer, element) => writer.styled(element),
  'text:a': (writer, element) => markedRun(writer.inside(element), { link: attributeOf(element, 'xlink:href') }),
  'text:s': (_, element) => ' '.repeat(Math.min(20, Number(attributeOf(element, 'text:c') ?? 1))),
  'text:tab': () => ' ',
  'text:line-break': () => '<br>',
  'text:list': (writer, element) => writer.list(element),
  'text:section': (writer, element) =>
    attributeOf(element, 'text:display') === 'none' ? writer.hide() : writer.inside(element),
  'text:hidden-text': (writer) => writer.hide(),
  'text:hidden-paragraph': () => '',
  'text:note': (writer, element) => writer.note(element),
  'text:change': (writer, element) => writer.deletion(attributeOf(element, 'text:change-id') ?? ''),
  'office:annotation': (writer, element) => writer.comment(element),
  'table:table': (writer, element) => writer.table(element),
  'draw:page': (writer, element) => writer.slide(element),
  'presentation:notes': (writer, element) => {
    const html = writer.inside(element);
    return html.replaceAll(/<[^<>]*>/g, '').trim() === '' ? '' : `<p>Notes:</p>${html}`;
  },
  'draw:image': (_, element) => pictureTag(attributeOf(element, 'xlink:href') ?? '', ''),
  'draw:frame': (writer, element) => writer.frame(element),
  'draw:page-thumbnail': () => '',
};

/** Writes the content of an OpenDocument file as HTML, and counts what it leaves out. */
class OdfWriter {
  readonly #styles: OdfStyles;
  readonly #deletions: ReadonlyMap<string, XmlElement>;
  readonly #notes: string[] = [];
  readonly #comments: string[] = [];
  /** What is hidden, in words. */
  readonly hidden = new Set<string>();
  /** Formulas, charts and tables with a file of their own. */
  objects = 0;
  #slides = 0;
  /** Styles of the lists around an element, and how many entries the last list of a style had. */
  readonly #openLists: string[] = [];
  readonly #entries = new Map<string, number>();

  /** @param changes the tracked changes of the text */
  constructor(styles: OdfStyles, changes: readonly XmlElement[]) {
    this.#styles = styles;
    this.#deletions = new Map(
      changes.flatMap((change) => {
        const deleted = childOf(change, 'text:deletion');
        const id = attributeOf(change, 'text:id') ?? attributeOf(change, 'xml:id') ?? '';
        return deleted === undefined ? [] : [[id, deleted] as const];
      }),
    );
  }

  /** All below the root, with the notes behind it. */
  writeAll(root: XmlElement): string {
    return `${this.inside(root)}${this.takeComments()}${this.#notes.splice(0).join('')}`;
  }

  write(element: XmlElement): string {
    if (SKIPPED.has(element.name)) return '';
    return WRITERS[element.name]?.(this, element) ?? this.inside(element);
  }

  inside(element: XmlElement): string {
    return element.children
      .map((node) => (typeof node === 'string' ? escapeUTF8(decodeXML(node)) : this.write(node)))
      .join('');
  }

  /** The words of an element with the marks of its style. */
  styled(element: XmlElement): string {
    const style = this.#styles.styleOf(attributeOf(element, 'text:style-name'));
    const html = this.inside(element);
    if (!style.isHidden) return markedRun(html, style);
    return html.trim() === '' ? '' : this.hide();
  }

  hide(): string {
    this.hidden.add('hidden text was not read');
    return '';
  }

  takeComments(): string {
    return this.#comments.splice(0).join('');
  }

  comment(element: XmlElement): string {
    const words = descendantsOf(element, 'text:p').map(textOf);
    this.#comments.push(`<p>Comment: ${escapeUTF8(words.join(' '))}</p>`);
    return '';
  }

  note(element: XmlElement): string {
    const mark = escapeUTF8(textOf(childOf(element, 'text:note-citation')) || String(this.#notes.length + 1));
    const words = textOf(childOf(element, 'text:note-body')).trim();
    this.#notes.push(`<p>[^${mark}]: ${escapeUTF8(words)}</p>`);
    return `[^${mark}]`;
  }

  /** What was deleted here. */
  deletion(id: string): string {
    return descendantsOf(this.#deletions.get(id), 'text:p', 'text:h')
      .map((words) => markedRun(escapeUTF8(textOf(words)), { isStruck: true }))
      .join(' ');
  }

  slide(page: XmlElement): string {
    const number = (this.#slides += 1);
    if (this.#styles.styleOf(attributeOf(page, 'draw:style-name')).isHidden) {
      this.hidden.add(`the hidden slide ${number} was not read`);
      return '';
    }
    const frames = elementsOf(page);
    const titles = frames.filter((frame) => attributeOf(frame, 'presentation:class') === 'title');
    const title = titles.map((one) => textOf(one).trim()).join(' ');
    const others = frames.filter((frame) => !titles.includes(frame)).map((frame) => this.write(frame));
    return `<h2>Slide ${number}${title === '' ? '' : `: ${escapeUTF8(title)}`}</h2>${others.join('')}${this.takeComments()}`;
  }

  table(element: XmlElement): string {
    const headed = descendantsOf(childOf(element, 'table:table-header-rows'), 'table:table-row');
    const rows = rowsOf(element).flatMap((row, index) => {
      const tag = headed.includes(row) || (headed.length === 0 && index === 0) ? 'th' : 'td';
      const cells = elementsOf(row).flatMap((cell) => {
        if (cell.name !== 'table:table-cell') return [];
        const [columns, rows] = ['columns', 'rows'].map((name) => attributeOf(cell, `table:number-${name}-spanned`));
        const spans = `${spanOf('colspan', columns)}${spanOf('rowspan', rows)}`;
        const html = `<${tag}${spans}>${inOneBlock(this.inside(cell))}</${tag}>`;
        return Array.from({ length: repeatsOf(cell, 'table:number-columns-repeated') }, () => html);
      });
      return Array.from({ length: repeatsOf(row, 'table:number-rows-repeated') }, () => `<tr>${cells.join('')}</tr>`);
    });
    return `<table>${rows.join('')}</table>`;
  }

  /** A list within a list continues the entry above it. */
  list(element: XmlElement): string {
    const name = attributeOf(element, 'text:style-name') ?? this.#openLists.at(-1) ?? '';
    this.#openLists.push(name);
    const tag = this.#styles.lists.has(`${name} ${this.#openLists.length}`) ? 'ol' : 'ul';
    const goesOn = attributeOf(element, 'text:continue-numbering') === 'true';
    const before = goesOn ? (this.#entries.get(name) ?? 0) : 0;
    const items: string[] = [];
    let above = '';
    for (const item of elementsOf(element)) {
      const isInner = elementsOf(item).every(({ name }) => name === 'text:list');
      if (!isInner) items.push(this.inside(item));
      else if (items.length > 0) items.push(`${items.pop() ?? ''}${this.inside(item)}`);
      else above += this.inside(item);
    }
    this.#openLists.pop();
    this.#entries.set(name, before + items.length);
    if (items.length === 0) return above;
    const written = items.map((item) => `<li>${item}</li>`).join('');
    return `${above}<${tag}${before > 0 ? ` start="${before + 1}"` : ''}>${written}</${tag}>`;
  }

  /** An object has a picture of itself beside it; a text box has no other. */
  frame(element: XmlElement): string {
    if (childOf(element, 'draw:object') !== undefined) {
      this.objects += 1;
      return '';
    }
    const [first] = elementsOf(element);
    if (first?.name !== 'draw:image') return this.inside(element);
    const described = textOf(childOf(element, 'svg:desc')) || textOf(childOf(element, 'svg:title'));
    return ` ${pictureTag(attributeOf(first, 'xlink:href') ?? '', described)} `;
  }
}

/** The paragraphs and list entries of a cell, line by line. */
function inOneBlock(html: string): string {
  if (html.includes('<table>')) return html;
  const lines = html.split(/<\/?(?:p|[uo]l|li)(?:\s[^<>]*)?>|<br>/);
  return lines.filter((line) => line.trim() !== '').join('<br>');
}

function rowsOf(table: XmlElement): XmlElement[] {
  return elementsOf(table).flatMap((child) => {
    if (child.name === 'table:table-row') return [child];
    return /^table:table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsOf(child) : [];
  });
}

function repeatsOf(element: XmlElement, name: string): number {
  return Math.min(MOST_REPEATED, Math.max(1, Number(attributeOf(element, name) ?? 1)));
}

/** A text or presentation of OpenDocument as Markdown. @throws {UnreadableFileError} */
export async function readOdf(bytes: Uint8Array, pictures: ShownPictures): Promise<ReadText> {
  const zip = await openZip(bytes, 'OpenDocument file');
  const parts = partsOf(zip);
  if ((await parts.read('META-INF/manifest.xml')).includes('encryption-data'))
    throw new UnreadableFileError('encrypted OpenDocument file (a password is needed)');
  const content = await partAt('content.xml', parts);
  const body = childOf(content, 'office:body');
  if (content === undefined || body === undefined)
    throw new UnreadableFileError('damaged OpenDocument file: it has no content');
  const styles = odfStyles([await partAt('styles.xml', parts), content]);
  const writer = new OdfWriter(styles, descendantsOf(body, 'text:changed-region'));
  const html = writer.writeAll(body);
  const unread =
    writer.objects === 0 ? null : `${counted(writer.objects, 'embedded object')} (a formula, chart or table) not read`;
  const document = readContentHtml(html);
  const text = await withPictures(document.text, '', zip, pictures);
  const meta = await partAt('meta.xml', parts);
  return {
    ...document,
    title: textOf(descendantsOf(meta, 'dc:title')[0]).trim() || document.title,
    publishedAt: null,
    ...pictures.shown(text, ...writer.hidden, unread, damageOf(parts)),
    beside: textOf(meta),
  };
}
