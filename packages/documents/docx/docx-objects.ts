import { chartData } from '../office/chart-data.ts';
import { pictureMark, targetOf } from '../office/xml-parts.ts';
import {
  attributeOf,
  childOf,
  createElement,
  createText,
  descendantsOf,
  elementsOf,
  textOf,
  wordsOf,
  type XmlElement,
  type XmlNode,
} from '../text/xml-elements.ts';
import { type DocxReading, keepMark, type Surroundings } from './docx-marks.ts';
import { isOn } from './docx-styles.ts';
import { EMPTY_BOX, TICKED_BOX } from './docx-symbols.ts';

type RewriteInside = (element: XmlElement, around: Surroundings, reading: DocxReading) => XmlNode[];

/** Says nothing about a picture. */
const FILE_OR_NUMBER = /\.\w{3,4}$|^\p{L}*[\s\d_-]*$/u;

const PAGE_FIELD = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;
const FORM_FIELD = /^\s*FORM(?:CHECKBOX|DROPDOWN)\b/i;

/** Text boxes, shapes, charts, diagrams and the descriptions of pictures: in their line, and below its paragraph. Counts what cannot be read. */
export function rewriteDrawing(
  drawing: XmlElement,
  around: Surroundings,
  reading: DocxReading,
  rewriteInside: RewriteInside,
) {
  const boxes = outermost(drawing, ['w:txbxContent']);
  const own = (...names: readonly string[]): XmlElement[] =>
    outermost(drawing, [...names, 'w:txbxContent']).filter(({ name }) => name !== 'w:txbxContent');
  const shapes = own('a:p').map(wordsOf);
  const art = own('v:textpath').map((path) => attributeOf(path, 'string') ?? '');
  const below = [
    ...boxes.flatMap((box) => rewriteInside(box, { ...around, isOnColour: true }, reading)),
    ...paragraphs([...shapes, ...art]),
    ...own('c:chart').flatMap((chart) => readChart(attributeOf(chart, 'r:id') ?? '', around, reading)),
    ...own('dgm:relIds').flatMap((diagram) => readDiagram(attributeOf(diagram, 'r:dm') ?? '', around, reading)),
  ];
  if (drawing.name === 'w:object') {
    const objects = own('o:OLEObject', 'w:control');
    reading.unread['embedded object'].add(`${around.part} ${objects.map(({ attributes }) => attributes).join(' ')}`);
    return { inline: [], below };
  }
  const pictures = own('a:blip', 'v:imagedata');
  return { inline: readPictures(drawing, pictures, around, reading), below };
}

function readPictures(
  drawing: XmlElement,
  pictures: readonly XmlElement[],
  { part }: Surroundings,
  reading: DocxReading,
): XmlNode[] {
  if (pictures.length === 0) return [];
  const described = descendantsOf(drawing, 'wp:docPr', 'pic:cNvPr', 'v:shape');
  const descriptions = described.flatMap((one) => [
    attributeOf(one, 'descr') ?? attributeOf(one, 'alt') ?? '',
    attributeOf(one, 'title') ?? '',
  ]);
  const words = [...new Set(descriptions.map((one) => one.trim()))].filter((one) => !FILE_OR_NUMBER.test(one));
  if (descendantsOf(drawing, 'adec:decorative').some((mark) => isOn(attributeOf(mark, 'val') ?? '1'))) return [];
  return pictures.map((picture, index) => {
    const [own = ''] = ['r:embed', 'r:link', 'r:id'].flatMap((name) => attributeOf(picture, name) ?? []);
    const id = `${part}${own}`;
    const target = targetOf(reading.links, id);
    const told = index === 0 ? words.join('; ') : '';
    if (target === undefined && told === '') reading.unread.picture.add(id);
    const named = (line: string) => (target === undefined ? line && `[picture: ${line}]` : pictureMark(target, line));
    return createText(`${keepMark(named, told, reading)} `);
  });
}

/** A chart as a table of the values that Word keeps for it, below its title. */
function readChart(id: string, { part }: Surroundings, reading: DocxReading): XmlNode[] {
  const root = reading.drawingPart(`${part}${id}`);
  const data = root === undefined ? undefined : chartData(root);
  if (data === undefined || data.head.length === 1) {
    reading.unread.chart.add(`${part} ${id}`);
    return [];
  }
  return [...paragraphs(data.titles), tableOf(data.head, data.rows)];
}

function readDiagram(id: string, { part }: Surroundings, reading: DocxReading): XmlNode[] {
  const root = reading.drawingPart(`${part}${id}`);
  const words = root === undefined ? [] : descendantsOf(root, 'a:p').map(wordsOf);
  if (words.every((one) => one.trim() === '')) reading.unread.diagram.add(`${part} ${id}`);
  return paragraphs(words);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): XmlElement {
  const rowOf = (cells: readonly string[], properties: readonly XmlElement[]): XmlElement =>
    createElement('w:tr', {}, [...properties, ...cells.map((cell) => createElement('w:tc', {}, [paragraphOf(cell)]))]);
  const header = createElement('w:trPr', {}, [createElement('w:tblHeader', {})]);
  return createElement('w:tbl', {}, [rowOf(head, [header]), ...rows.map((cells) => rowOf(cells, []))]);
}

function paragraphs(texts: readonly string[]): XmlElement[] {
  return texts.filter((text) => text.trim() !== '').map(paragraphOf);
}

function paragraphOf(text: string): XmlElement {
  return createElement('w:p', {}, [createElement('w:r', {}, [createText(text)])]);
}

/** Elements of some names, without those inside of them. */
function outermost(element: XmlElement, names: readonly string[]): XmlElement[] {
  return elementsOf(element).flatMap((child) => (names.includes(child.name) ? [child] : outermost(child, names)));
}

/** The marks around the code and the result of a field. The values of boxes and lists take the place of the result. */
export function rewriteFieldMark(mark: XmlElement, { fields }: DocxReading): XmlNode[] {
  const type = attributeOf(mark, 'w:fldCharType');
  if (type === 'begin') fields.push({ code: '', isCode: true, start: mark });
  const field = type === 'end' ? fields.pop() : fields.at(-1);
  if (type === 'begin' || field === undefined) return [mark];
  const isFirstEnd = field.isCode;
  field.isCode = false;
  const value = isFirstEnd && FORM_FIELD.test(field.code) ? formValue(field.start) : '';
  return [mark, ...(value === '' ? [] : [createText(value)])];
}

/** Mammoth reads the addresses of links in codes, but would read boxes a second time. */
export function rewriteFieldCode(element: XmlElement, { fields }: DocxReading): XmlNode[] {
  const field = fields.at(-1);
  if (field === undefined) return [];
  field.code += textOf(element);
  return FORM_FIELD.test(field.code) ? [] : [element];
}

/**
 * Whether words belong to the code of a field, in which the result of another field is no text of the document, or are
 * the number of a page.
 */
export function isLeftOut(around: Surroundings, reading: DocxReading): boolean {
  const { fields } = reading;
  const isInside = fields.slice(0, -1).some(({ isCode }) => isCode);
  return isInside || fields.some(({ code, isCode }) => !isCode && isPageField(code, around, reading));
}

/** Whether a field is a page number of a header or footer; counts it. */
export function isPageField(code: string, { isRunning }: Surroundings, reading: DocxReading): boolean {
  if (!isRunning || !PAGE_FIELD.test(code)) return false;
  reading.pageNumbers += 1;
  return true;
}

function formValue(start: XmlElement): string {
  const data = childOf(start, 'w:ffData');
  const box = childOf(data, 'w:checkBox');
  if (box !== undefined) {
    const state = childOf(box, 'w:checked') ?? childOf(box, 'w:default');
    return state !== undefined && isOn(attributeOf(state, 'w:val') ?? '1') ? TICKED_BOX : EMPTY_BOX;
  }
  const list = childOf(data, 'w:ddList');
  const chosen = Number(attributeOf(childOf(list, 'w:result') ?? childOf(list, 'w:default'), 'w:val') ?? 0);
  const entries = elementsOf(list).filter(({ name }) => name === 'w:listEntry');
  return attributeOf(entries[chosen], 'w:val') ?? '';
}
