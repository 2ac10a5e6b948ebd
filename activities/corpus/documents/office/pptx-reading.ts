import { escapeUTF8 } from 'entities';
import { UnreadableFileError } from '../document-errors.ts';
import { joinProblems, NO_PAGES, notRead, type ReadText } from '../file-format.ts';
import { type CheckedZip, openZip } from '../files/zip-reading.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { isOfProgram } from '../program-title.ts';
import { chartTable, diagramList, slideTable } from './slide-frames.ts';
import { isTitle, paragraphsOf, placeholderOf, textOf } from './slide-text.ts';
import { childNamed, elementsNamed, type Relation, relationsOf, xmlPart, type XmlElement } from './xml-parts.ts';

const FIRST_TITLE = /^## Slide \d+: (.+)/;

/** What is known of the presentation while its slides are read. */
interface Reading {
  readonly zip: CheckedZip;
  /** Footers repeat on every slide. */
  readonly footers: Set<string>;
  pictures: number;
}

/** A presentation as Markdown: each slide a section with its notes and comments. @throws {UnreadableFileError} */
export async function readPptx(bytes: Uint8Array): Promise<ReadText> {
  const zip = await openZip(bytes, 'PPTX');
  const presentation = await xmlPart(zip, 'ppt/presentation.xml').catch(() => null);
  if (presentation === null) throw new UnreadableFileError('damaged PPTX: it has no presentation');
  const relations = await relationsOf(zip, 'ppt/presentation.xml');
  const reading: Reading = { zip, footers: new Set(), pictures: 0 };
  const omissions: string[] = [];
  const sections: string[] = [];
  for (const [index, slide] of elementsNamed(presentation, 'p:sldId').entries()) {
    const part = relations.get(slide.getAttribute('r:id') ?? '')?.target ?? '';
    const root = await xmlPart(zip, part);
    if (root === null) omissions.push(`slide ${index + 1} is missing`);
    else if (root.getAttribute('show') === '0') omissions.push(`the hidden slide ${index + 1} was not read`);
    else sections.push(await readSlide(root, part, index + 1, reading));
  }
  const core = await xmlPart(zip, 'docProps/core.xml');
  const stated = childNamed(core, 'dc:title')?.textContent.trim() ?? '';
  return {
    ...NO_PAGES,
    text: sections.join('\n\n'),
    title: FIRST_TITLE.exec(sections[0] ?? '')?.[1] ?? (isOfProgram(stated) ? null : stated || null),
    publishedAt: null,
    problem: joinProblems([...omissions, notRead(reading.pictures, 'picture')]),
    beside: core?.textContent ?? '',
  };
}

async function readSlide(root: XmlElement, part: string, number: number, reading: Reading): Promise<string> {
  const relations = await relationsOf(reading.zip, part);
  const shapes = shapesOf(childNamed(root, 'p:cSld', 'p:spTree'));
  const title = shapes.find((shape) => isTitle(shape) && textOf(shape) !== '');
  const parts: string[] = [];
  for (const shape of shapes) if (shape !== title) parts.push(await readShape(shape, relations, reading));
  for (const { type, target } of relations.values()) {
    if (type === 'notesSlide') parts.push(await readNotes(target, reading.zip));
    if (type === 'comments') parts.push(await readComments(target, reading.zip));
  }
  const heading = `## Slide ${number}${title === undefined ? '' : `: ${textOf(title)}`}`;
  const html = parts.join('\n');
  return html.trim() === '' ? heading : `${heading}\n\n${(await readContentHtml(html)).text}`;
}

/** All shapes, also those in groups. Of alternatives for older programs only the first counts. */
function shapesOf(tree: XmlElement | null): XmlElement[] {
  return [...(tree?.children ?? [])].flatMap((shape) => {
    if (shape.tagName === 'p:grpSp') return shapesOf(shape);
    if (shape.tagName === 'mc:AlternateContent')
      return shapesOf(childNamed(shape, 'mc:Choice') ?? childNamed(shape, 'mc:Fallback'));
    return /^p:(?:sp|graphicFrame|pic|cxnSp)$/.test(shape.tagName) ? [shape] : [];
  });
}

async function readShape(
  shape: XmlElement,
  relations: ReadonlyMap<string, Relation>,
  reading: Reading,
): Promise<string> {
  if (shape.tagName === 'p:pic') reading.pictures += 1;
  const placeholder = placeholderOf(shape);
  if (placeholder === 'sldNum') return '';
  if (placeholder === 'ftr' || placeholder === 'dt') {
    const words = textOf(shape);
    if (reading.footers.has(words)) return '';
    reading.footers.add(words);
  }
  if (shape.tagName !== 'p:graphicFrame') return paragraphsOf(childNamed(shape, 'p:txBody'), relations, placeholder);
  const [table] = elementsNamed(shape, 'a:tbl');
  if (table !== undefined) return slideTable(table, relations);
  const partOf = (name: string, id: string): string => {
    const [frame] = elementsNamed(shape, name);
    return relations.get(frame?.getAttribute(id) ?? '')?.target ?? '';
  };
  const chart = await xmlPart(reading.zip, partOf('c:chart', 'r:id'));
  if (chart !== null) return chartTable(chart);
  const diagram = await xmlPart(reading.zip, partOf('dgm:relIds', 'r:dm'));
  return diagram === null ? '' : diagramList(diagram);
}

async function readNotes(part: string, zip: CheckedZip): Promise<string> {
  const relations = await relationsOf(zip, part);
  const shapes = shapesOf(childNamed(await xmlPart(zip, part), 'p:cSld', 'p:spTree'));
  const bodies = shapes.filter((shape) => placeholderOf(shape) === 'body');
  const notes = bodies.map((shape) => paragraphsOf(childNamed(shape, 'p:txBody'), relations, null)).join('');
  return notes === '' ? '' : `<p>Notes:</p>${notes}`;
}

async function readComments(part: string, zip: CheckedZip): Promise<string> {
  const comments = elementsNamed(await xmlPart(zip, part), 'p:text', 'p188:txBody');
  return comments.map(({ textContent }) => `<p>Comment: ${escapeUTF8(textContent.trim())}</p>`).join('');
}
