import { escapeUTF8 } from 'entities';
import type { ShownPictures } from '../figures/picture-words.ts';
import { openZip } from '../files/bounded-files.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { withPictures } from '../markup/markup-reading.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import { NO_PAGES, type ReadText, isOfProgram } from '../text/file-format.ts';
import {
  attributeOf,
  childOf,
  descendantsOf,
  elementsOf,
  textOf,
  type XmlElement,
  wordsOf,
} from '../text/xml-elements.ts';
import { chartData } from './chart-data.ts';
import {
  damageOf,
  partAt,
  type Parts,
  partsOf,
  pictureTag,
  type Relationship,
  relationshipsOf,
  spanOf,
  targetOf,
  markedRun,
} from './xml-parts.ts';

const FIRST_TITLE = /^## Slide \d+: (.+)/;

/** What is known of the presentation while its slides are read. */
interface Reading {
  readonly parts: Parts;
  /** Footers repeat on every slide. */
  readonly footers: Set<string>;
}

/** A presentation as Markdown: each slide a section with its notes and comments. @throws {UnreadableFileError} */
export async function readPptx(bytes: Uint8Array, pictures: ShownPictures): Promise<ReadText> {
  const zip = await openZip(bytes, 'PPTX');
  const parts = partsOf(zip);
  const presentation = await partAt('ppt/presentation.xml', parts);
  if (presentation === undefined) throw new UnreadableFileError('damaged PPTX: it has no presentation');
  const relations = await relationshipsOf('ppt/presentation.xml', parts.read);
  const reading: Reading = { parts, footers: new Set() };
  const omissions: string[] = [];
  const sections: string[] = [];
  for (const [index, slide] of descendantsOf(presentation, 'p:sldId').entries()) {
    const part = targetOf(relations, attributeOf(slide, 'r:id')) ?? '';
    const root = await partAt(part, parts);
    if (root === undefined) {
      // It has a number, which says more.
      parts.damaged.delete(part);
      omissions.push(`slide ${index + 1} is missing or damaged`);
    } else if (attributeOf(root, 'show') === '0') omissions.push(`the hidden slide ${index + 1} was not read`);
    else sections.push(await readSlide(root, part, index + 1, reading));
  }
  const core = await partAt('docProps/core.xml', parts);
  const stated = textOf(childOf(core, 'dc:title')).trim();
  const text = await withPictures(sections.join('\n\n'), '', zip, pictures);
  return {
    ...NO_PAGES,
    title: FIRST_TITLE.exec(sections[0] ?? '')?.[1] ?? (isOfProgram(stated) ? null : stated || null),
    publishedAt: null,
    ...pictures.shown(text, ...omissions, damageOf(parts)),
    beside: textOf(core),
  };
}

async function readSlide(root: XmlElement, part: string, number: number, reading: Reading): Promise<string> {
  const relations = await relationshipsOf(part, reading.parts.read);
  const shapes = shapesOf(childOf(root, 'p:cSld', 'p:spTree'));
  const title = shapes.find((shape) => isTitle(shape) && lineOf(shape) !== '');
  const written: string[] = [];
  for (const shape of shapes) if (shape !== title) written.push(await readShape(shape, relations, reading));
  for (const { type, target } of relations) {
    if (type.endsWith('/notesSlide')) written.push(await readNotes(target, reading.parts));
    if (type.endsWith('/comments')) written.push(await readComments(target, reading.parts));
  }
  const heading = `## Slide ${number}${title === undefined ? '' : `: ${lineOf(title)}`}`;
  const html = written.join('\n');
  return html.trim() === '' ? heading : `${heading}\n\n${readContentHtml(html).text}`;
}

/** All shapes, also those in groups. Of alternatives for older programs only the first counts. */
function shapesOf(tree: XmlElement | undefined): XmlElement[] {
  return elementsOf(tree).flatMap((shape) => {
    if (shape.name === 'p:grpSp') return shapesOf(shape);
    if (shape.name === 'mc:AlternateContent')
      return shapesOf(childOf(shape, 'mc:Choice') ?? childOf(shape, 'mc:Fallback'));
    return /^p:(?:sp|graphicFrame|pic|cxnSp)$/.test(shape.name) ? [shape] : [];
  });
}

async function readShape(shape: XmlElement, relations: readonly Relationship[], reading: Reading): Promise<string> {
  if (shape.name === 'p:pic') return pictureOf(shape, relations);
  const placeholder = placeholderOf(shape);
  if (placeholder === 'sldNum') return '';
  if (placeholder === 'ftr' || placeholder === 'dt') {
    const words = lineOf(shape);
    if (reading.footers.has(words)) return '';
    reading.footers.add(words);
  }
  if (shape.name !== 'p:graphicFrame') return paragraphsOf(childOf(shape, 'p:txBody'), relations, placeholder);
  const [table] = descendantsOf(shape, 'a:tbl');
  if (table !== undefined) return slideTable(table, relations);
  const partOf = (name: string, id: string): Promise<XmlElement | undefined> =>
    partAt(targetOf(relations, attributeOf(descendantsOf(shape, name)[0], id)), reading.parts);
  const chart = await partOf('c:chart', 'r:id');
  if (chart !== undefined) return chartTable(chart);
  const diagram = await partOf('dgm:relIds', 'r:dm');
  return diagram === undefined ? '' : diagramList(diagram);
}

/** Its description, and where it is; what is there to look nice has neither. */
function pictureOf(shape: XmlElement, relations: readonly Relationship[]): string {
  const [named] = descendantsOf(shape, 'p:cNvPr');
  if (descendantsOf(shape, 'adec:decorative').some((mark) => attributeOf(mark, 'val') === '1')) return '';
  const part = targetOf(relations, attributeOf(descendantsOf(shape, 'a:blip')[0], 'r:embed')) ?? 'missing';
  return `<p>${pictureTag(part, attributeOf(named, 'descr') ?? attributeOf(named, 'title') ?? '')}</p>`;
}

async function readNotes(part: string, parts: Parts): Promise<string> {
  const relations = await relationshipsOf(part, parts.read);
  const shapes = shapesOf(childOf(await partAt(part, parts), 'p:cSld', 'p:spTree'));
  const bodies = shapes.filter((shape) => placeholderOf(shape) === 'body');
  const notes = bodies.map((shape) => paragraphsOf(childOf(shape, 'p:txBody'), relations, null)).join('');
  return notes === '' ? '' : `<p>Notes:</p>${notes}`;
}

async function readComments(part: string, parts: Parts): Promise<string> {
  const comments = descendantsOf(await partAt(part, parts), 'p:text', 'p188:txBody');
  return comments.map((comment) => `<p>Comment: ${escapeUTF8(textOf(comment).trim())}</p>`).join('');
}

/** The role of a shape, such as `title`, `body`, `ftr`; `body` where it states none; null for a free text box. */
function placeholderOf(shape: XmlElement): string | null {
  const [placeholder] = descendantsOf(shape, 'p:ph');
  return placeholder === undefined ? null : (attributeOf(placeholder, 'type') ?? 'body');
}

function isTitle(shape: XmlElement): boolean {
  return /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? '');
}

/** The words of a shape in one line. */
function lineOf(shape: XmlElement): string {
  return descendantsOf(shape, 'a:p').map(wordsOf).join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Paragraphs and lists of a text. @param placeholder see {@link placeholderOf}; the text of a body is a list */
function paragraphsOf(
  body: XmlElement | undefined,
  relations: readonly Relationship[],
  placeholder: string | null,
): string {
  const html: string[] = [];
  const open: string[] = [];
  const closeTo = (depth: number): void => {
    while (open.length > depth) html.push(`</li></${open.pop() ?? 'ul'}>`);
  };
  for (const paragraph of elementsOf(body).filter(({ name }) => name === 'a:p')) {
    const words = runsOf(paragraph, relations);
    if (words.trim() === '') continue;
    const kind = listKind(childOf(paragraph, 'a:pPr'), placeholder);
    if (kind === null) {
      closeTo(0);
      html.push(`<p>${words}</p>`);
      continue;
    }
    const depth = Math.min(Number(attributeOf(childOf(paragraph, 'a:pPr'), 'lvl') ?? 0), open.length) + 1;
    closeTo(depth);
    if (open.length === depth) html.push('</li><li>', words);
    else {
      open.push(kind);
      html.push(`<${kind}><li>`, words);
    }
  }
  closeTo(0);
  return html.join('');
}

function listKind(properties: XmlElement | undefined, placeholder: string | null): 'ul' | 'ol' | null {
  const has = (name: string): boolean => childOf(properties, name) !== undefined;
  if (has('a:buAutoNum')) return 'ol';
  return has('a:buChar') || (placeholder === 'body' && !has('a:buNone')) ? 'ul' : null;
}

/** The words of a paragraph as HTML. */
function runsOf(paragraph: XmlElement, relations: readonly Relationship[]): string {
  const written = elementsOf(paragraph).map((run) => {
    if (run.name === 'a:br') return '<br>';
    // Of alternatives for older programs only the first counts.
    if (run.name === 'mc:AlternateContent') return escapeUTF8(wordsOf(childOf(run, 'mc:Choice')));
    if (!/^a:(?:r|fld)$|^a14:m$/.test(run.name)) return '';
    const properties = childOf(run, 'a:rPr');
    const baseline = Number(attributeOf(properties, 'baseline') ?? 0);
    return markedRun(escapeUTF8(wordsOf(run)), {
      isStruck: /^(?:sng|dbl)Strike$/.test(attributeOf(properties, 'strike') ?? ''),
      isRaised: baseline > 0,
      isLowered: baseline < 0,
      link: targetOf(relations, attributeOf(childOf(properties, 'a:hlinkClick'), 'r:id')),
    });
  });
  return written.join('');
}

/** A table of a slide as HTML, with its merged cells. */
function slideTable(table: XmlElement, relations: readonly Relationship[]): string {
  const rows = descendantsOf(table, 'a:tr').map((row, index) => {
    const tag = index === 0 ? 'th' : 'td';
    const isMerged = (cell: XmlElement): boolean =>
      ['hMerge', 'vMerge'].some((direction) => attributeOf(cell, direction) === '1');
    const cells = elementsOf(row).filter((cell) => cell.name === 'a:tc' && !isMerged(cell));
    const written = cells.map((cell) => {
      const words = descendantsOf(cell, 'a:p').map((paragraph) => runsOf(paragraph, relations));
      const spans = `${spanOf('colspan', attributeOf(cell, 'gridSpan'))}${spanOf('rowspan', attributeOf(cell, 'rowSpan'))}`;
      return `<${tag}${spans}>${words.join('<br>')}</${tag}>`;
    });
    return `<tr>${written.join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

/** The data that a chart shows, as a table below its titles. */
function chartTable(chart: XmlElement): string {
  const { titles, head, rows } = chartData(chart);
  if (titles.length + rows.length === 0) return '';
  const rowOf = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeUTF8(cell)}</${tag}>`).join('')}</tr>`;
  const table = [rowOf(head, 'th'), ...rows.map((cells) => rowOf(cells, 'td'))].join('');
  const caption = `<p>${escapeUTF8(`Chart: ${titles.join('; ')}`.trim())}</p>`;
  return rows.length === 0 ? caption : `${caption}<table>${table}</table>`;
}

/** The words of a diagram (SmartArt) as a list. */
function diagramList(diagram: XmlElement): string {
  const points = descendantsOf(diagram, 'dgm:pt').map((point) =>
    descendantsOf(point, 'a:p')
      .map((paragraph) => runsOf(paragraph, []))
      .join('<br>'),
  );
  const items = points.filter((words) => words.trim() !== '').map((words) => `<li>${words}</li>`);
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}
