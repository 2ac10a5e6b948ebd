import { escapeUTF8 } from 'entities';
import { openZip } from '../files/zip-reading.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import { joinProblems, NO_PAGES, notRead, type ReadText } from '../text/file-format.ts';
import { isOfProgram } from '../text/program-title.ts';
import { chartTable, diagramList, isTitle, lineOf, paragraphsOf, placeholderOf, slideTable } from './slide-text.ts';
import { attributeOf, childOf, descendantsOf, elementsOf, textOf, type XmlElement } from './xml-elements.ts';
import { damageOf, partAt, type Parts, partsOf, type Relationship, relationshipsOf, targetOf } from './xml-parts.ts';

const FIRST_TITLE = /^## Slide \d+: (.+)/;

/** What is known of the presentation while its slides are read. */
interface Reading {
  readonly parts: Parts;
  /** Footers repeat on every slide. */
  readonly footers: Set<string>;
  pictures: number;
}

/** A presentation as Markdown: each slide a section with its notes and comments. @throws {UnreadableFileError} */
export async function readPptx(bytes: Uint8Array): Promise<ReadText> {
  const zip = await openZip(bytes, 'PPTX');
  const parts = partsOf(zip);
  const presentation = await partAt('ppt/presentation.xml', parts);
  if (presentation === undefined) throw new UnreadableFileError('damaged PPTX: it has no presentation');
  const relations = await relationshipsOf('ppt/presentation.xml', parts.read);
  const reading: Reading = { parts, footers: new Set(), pictures: 0 };
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
  return {
    ...NO_PAGES,
    text: sections.join('\n\n'),
    title: FIRST_TITLE.exec(sections[0] ?? '')?.[1] ?? (isOfProgram(stated) ? null : stated || null),
    publishedAt: null,
    problem: joinProblems([...omissions, notRead(reading.pictures, 'picture'), damageOf(parts)]),
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
  return html.trim() === '' ? heading : `${heading}\n\n${(await readContentHtml(html)).text}`;
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
  if (shape.name === 'p:pic') reading.pictures += 1;
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
