import { chartData } from '../office/chart-data.ts';
import {
  attributeOf,
  createElement,
  createText,
  descendantsOf,
  elementsOf,
  wordsOf,
  type XmlElement,
  type XmlNode,
} from '../office/xml-elements.ts';
import { type DocxReading, keepMark, type Surroundings } from './docx-marks.ts';
import { isOn } from './docx-styles.ts';

type RewriteInside = (element: XmlElement, around: Surroundings, reading: DocxReading) => XmlNode[];

/** What a drawing leaves in its line, and what follows its paragraph. */
interface ReadDrawing {
  readonly inline: XmlNode[];
  readonly below: XmlNode[];
}

/** Says nothing about a picture. */
const FILE_OR_NUMBER = /\.\w{3,4}$|^\p{L}*[\s\d_-]*$/u;

/** Text boxes, shapes, charts, diagrams and the descriptions of pictures. Counts what cannot be read. */
export function rewriteDrawing(
  drawing: XmlElement,
  around: Surroundings,
  reading: DocxReading,
  rewriteInside: RewriteInside,
): ReadDrawing {
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
  return { inline: readPictures(drawing, own('a:blip', 'v:imagedata'), around, reading), below };
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
  const isDecorative = descendantsOf(drawing, 'adec:decorative').some((mark) => isOn(attributeOf(mark, 'val') ?? '1'));
  if (words.length > 0) return [createText(`${keepMark((line) => `[picture: ${line}]`, words.join('; '), reading)} `)];
  for (const picture of isDecorative ? [] : pictures) {
    const id = attributeOf(picture, 'r:embed') ?? attributeOf(picture, 'r:link') ?? attributeOf(picture, 'r:id') ?? '';
    reading.unread.picture.add(`${part} ${id}`);
  }
  return [];
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
