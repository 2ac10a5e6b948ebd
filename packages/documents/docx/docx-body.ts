import { hiddenMark } from '@plumbline/text/unsaid-words';
import {
  attributeOf,
  childOf,
  createElement,
  createText,
  elementsOf,
  wordsOf,
  type XmlElement,
  type XmlNode,
} from '../text/xml-elements.ts';
import { writeEquation } from './docx-equations.ts';
import { type DocxReading, keep, keepLabel, keepMark, type Surroundings, type WordNote } from './docx-marks.ts';
import { formatNumber } from './docx-numbering.ts';
import { isLeftOut, isPageField, rewriteDrawing, rewriteFieldCode, rewriteFieldMark } from './docx-objects.ts';
import { isUnseenLook, lookIn, numberingIn, shadingIn } from './docx-styles.ts';
import { boxOf, contentOfControl, isPlaceholder, symbolsOf } from './docx-symbols.ts';

type Rewrite = (element: XmlElement, around: Surroundings, reading: DocxReading) => readonly XmlNode[];

/** A paragraph of a header that has no more words than these beside a page number says nothing: "Page 3 of 10". */
const WORDS_AT_PAGE_NUMBER = 2;

const REWRITES: Readonly<Record<string, Rewrite>> = {
  'mc:AlternateContent': (element, around, reading) => rewriteInside(chosenContent(element), around, reading),
  'w:fldSimple': (element, around, reading) =>
    isPageField(attributeOf(element, 'w:instr') ?? '', around, reading) ? [] : rewriteInside(element, around, reading),
  'w:del': (element, around, reading) => rewriteInside(element, { ...around, isStruck: true }, reading),
  'w:moveFrom': (element, around, reading) => rewriteInside(element, { ...around, isStruck: true }, reading),
  'w:sdt': rewriteControl,
  'w:tbl': rewriteTable,
  'w:tr': rewriteRow,
  'w:tc': rewriteCell,
  'w:p': rewriteParagraph,
  'w:r': rewriteRun,
  'w:t': rewriteText,
  'w:delText': rewriteText,
  'w:sym': (element) => {
    const box = boxOf(element);
    return [box === undefined ? element : createText(box)];
  },
  'w:ruby': (element) => [
    createText(`${wordsOf(childOf(element, 'w:rubyBase'))} (${wordsOf(childOf(element, 'w:rt'))})`),
  ],
  'w:cr': () => [createElement('w:br', {})],
  'w:ptab': () => [createElement('w:tab', {})],
  'w:softHyphen': () => [],
  'w:noBreakHyphen': () => [createText('-')],
  'w:fldChar': (element, _, reading) => rewriteFieldMark(element, reading),
  'w:instrText': (element, _, reading) => rewriteFieldCode(element, reading),
  'w:footnoteReference': (element, _, reading) => rewriteReference(element, 'footnote', reading),
  'w:endnoteReference': (element, _, reading) => rewriteReference(element, 'endnote', reading),
  'w:hyperlink': rewriteLink,
  'w:drawing': liftDrawing,
  'w:pict': liftDrawing,
  'w:object': liftDrawing,
  'm:oMath': rewriteEquation,
  'w:commentRangeStart': (element, _, { openComments, commented }) => {
    const id = attributeOf(element, 'w:id') ?? '';
    openComments.add(id);
    commented.set(id, '');
    return [];
  },
  'w:commentRangeEnd': (element, _, { openComments }) => {
    openComments.delete(attributeOf(element, 'w:id') ?? '');
    return [];
  },
  'w:commentReference': (element, _, { commented }) => {
    const id = attributeOf(element, 'w:id') ?? '';
    commented.set(id, commented.get(id) ?? '');
    return [];
  },
  'w:altChunk': (element, { part }, { unread }) => {
    unread['embedded document'].add(`${part} ${element.attributes}`);
    return [];
  },
  'w:sectPr': (element, _, { sections }) => {
    sections.push(element);
    return [];
  },
};

/** Elements with nothing to read, for Mammoth as well. */
const EMPTY = new Set(['w:delInstrText', 'w:annotationRef', 'w:footnoteRef', 'w:endnoteRef', 'w:proofErr', 'w:sdtPr']);

/** What of a Word document Mammoth reads itself. */
const KNOWN = new Set(['w:tblPr', 'w:tcPr', 'w:br', 'w:tab', 'w:bookmarkStart', 'w:bookmarkEnd']);
const NOTE_REFERENCE = /^w:(?:foot|end)noteReference$/;

/**
 * Writes what Mammoth does not know in terms that it knows, or as words: what is hidden, deleted or ticked, equations,
 * text boxes, numbers of lists, references to notes.
 */
export function rewriteInside(element: XmlElement | undefined, around: Surroundings, reading: DocxReading): XmlNode[] {
  return elementsOf(element).flatMap((child, index, all) => {
    const rewrite = REWRITES[child.name];
    if (child.name === 'm:oMath' && all[index - 1]?.name === 'm:oMath')
      return [createElement('w:r', {}, [createText(' ')]), ...rewriteEquation(child, around, reading)];
    if (rewrite !== undefined) return rewrite(child, around, reading);
    if (KNOWN.has(child.name)) return [child];
    return EMPTY.has(child.name) ? [] : rewriteInside(child, around, reading);
  });
}

/** The newer of two forms, unless only the older has something to read. */
function chosenContent(element: XmlElement): XmlElement | undefined {
  const [choice, fallback] = [childOf(element, 'mc:Choice'), childOf(element, 'mc:Fallback')];
  const isReadable = choice !== undefined && /^(?:w|wps|wpg|wpc|pic|a|c|cx|dgm|m|v):/.test(descendantName(choice));
  return isReadable ? choice : (fallback ?? choice);
}

function descendantName(element: XmlElement): string {
  return elementsOf(element)[0]?.name ?? '';
}

function rewriteControl(control: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const content = contentOfControl(control);
  const [first] = elementsOf(content);
  const words = wordsOf(content);
  if (!isPlaceholder(control) || words.trim() === '' || first?.name === 'w:tr')
    return rewriteInside(content, around, reading);
  const marked = keepMark((line) => `[not filled in: ${line}]`, words, reading);
  const mark = createElement('w:r', {}, [createText(marked)]);
  if (first?.name !== 'w:p' && first?.name !== 'w:tc') return [mark];
  const block = createElement('w:p', {}, [mark]);
  return [first.name === 'w:p' ? block : createElement('w:tc', {}, [block])];
}

/** Which cells a style of tables colours is not read. */
function rewriteTable(table: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const properties = childOf(table, 'w:tblPr');
  const style = attributeOf(childOf(properties, 'w:tblStyle'), 'w:val');
  const isOnColour = reading.styles.hasShading(style) || shadingIn(properties).isShaded === true;
  return [
    createElement(
      'w:tbl',
      {},
      rewriteInside(table, { ...around, isOnColour: around.isOnColour || isOnColour }, reading),
    ),
  ];
}

/** Mammoth leaves deleted rows out. */
function rewriteRow(row: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const properties = childOf(row, 'w:trPr');
  const isDeleted = childOf(properties, 'w:del') !== undefined;
  const inside = {
    ...around,
    isStruck: around.isStruck || isDeleted,
    isHidden: around.isHidden || childOf(properties, 'w:hidden') !== undefined,
  };
  const kept = elementsOf(properties).filter(({ name }) => name === 'w:tblHeader');
  const cells = rewriteInside(
    { ...row, children: row.children.filter((child) => child !== properties) },
    inside,
    reading,
  );
  return [createElement('w:tr', {}, [createElement('w:trPr', {}, kept), ...cells])];
}

function rewriteCell(cell: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const properties = childOf(cell, 'w:tcPr');
  const isShaded = shadingIn(properties).isShaded === true;
  const isDeleted = childOf(properties, 'w:cellDel') !== undefined;
  const inside = { ...around, isOnColour: around.isOnColour || isShaded, isStruck: around.isStruck || isDeleted };
  return [createElement('w:tc', {}, rewriteInside(cell, inside, reading))];
}

function rewriteParagraph(paragraph: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const { styles } = reading;
  const properties = childOf(paragraph, 'w:pPr');
  const style = attributeOf(childOf(properties, 'w:pStyle'), 'w:val');
  const own = childOf(properties, 'w:pStyle');
  const look = { ...styles.paragraphLook(style), ...shadingIn(properties) };
  const section = childOf(properties, 'w:sectPr');
  const label = labelOf(properties, style, reading);
  const [lifted, pageNumbers] = [reading.lifted, reading.pageNumbers];
  reading.lifted = [];
  const rest = { ...paragraph, children: paragraph.children.filter((child) => child !== properties) };
  const capital = reading.dropCapital;
  reading.dropCapital = [];
  const inside = [...capital, ...rewriteInside(rest, { ...around, look }, reading)];
  const below = reading.lifted;
  reading.lifted = lifted;
  if (/^(?:drop|margin)$/.test(attributeOf(childOf(properties, 'w:framePr'), 'w:dropCap') ?? '')) {
    reading.dropCapital = inside;
    return below;
  }
  if (section !== undefined) reading.sections.push(section);
  const words = wordsOf(createElement('w:p', {}, inside)).trim();
  const isPageNumber = reading.pageNumbers > pageNumbers && words.split(/\s+/).length <= WORDS_AT_PAGE_NUMBER;
  if (isPageNumber) return below;
  const level = styles.headingLevelOf(style);
  if (level !== null && words !== '') reading.headings.push(level);
  const numbered = label === '' || words === '' ? [] : [createElement('w:r', {}, [createText(label)])];
  const shown = level === null ? own : headingStyle(level);
  const kept = shown === undefined ? [] : [createElement('w:pPr', {}, [shown])];
  return [createElement('w:p', {}, [...kept, ...numbered, ...inside]), ...below];
}

/** Mammoth knows headings by their own styles only, not by styles that are based on them. */
export function headingStyle(level: number): XmlElement {
  return createElement('w:pStyle', { 'w:val': `Heading${level}` });
}

function labelOf(properties: XmlElement | undefined, style: string | undefined, reading: DocxReading): string {
  const { styles, numbering } = reading;
  const own = numberingIn(childOf(properties, 'w:numPr'));
  const place = { ...(style === undefined ? undefined : styles.numberingOf(style)), ...own };
  const label = place.list === undefined ? null : numbering({ list: place.list, level: place.level ?? 0 });
  if (label === null || label.label === '') return '';
  if (styles.headingLevelOf(style) === null) return keepLabel(label.label, label.level, reading);
  return label.isBullet ? '' : `${keep(label.label, reading)} `;
}

function rewriteRun(run: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const properties = childOf(run, 'w:rPr');
  const look = {
    ...around.look,
    ...reading.styles.wordLook(attributeOf(childOf(properties, 'w:rStyle'), 'w:val')),
    ...lookIn(properties),
  };
  const rest = { ...run, children: run.children.filter((child) => child !== properties) };
  const inside = rewriteInside(symbolsOf(rest, properties), around, reading);
  const written = createElement('w:r', {}, inside);
  const words = wordsOf(written);
  if ((around.isHidden || isUnseenLook(look, around.isOnColour)) && words.trim() !== '')
    return [createElement('w:r', {}, hide(words, inside, reading))];
  for (const id of reading.openComments) reading.commented.set(id, `${reading.commented.get(id) ?? ''}${words}`);
  if (elementsOf(run).some(({ name }) => NOTE_REFERENCE.test(name))) return [written];
  const kept = elementsOf(properties).filter(({ name }) => !/^w:(?:d?strike|del|ins|rPrChange)$/.test(name));
  const isStruck = around.isStruck || look.isStruck === true;
  const shown = [...kept, ...(isStruck ? [createElement('w:strike', {})] : [])];
  return [createElement('w:r', {}, [createElement('w:rPr', {}, shown), ...inside])];
}

function hide(words: string, inside: readonly XmlNode[], reading: DocxReading): XmlNode[] {
  const start = words.length - words.trimStart().length;
  const end = words.trimEnd().length;
  const others = inside.filter((node) => typeof node !== 'string' && !/^w:(?:t|tab|br|sym)$/.test(node.name));
  return [createText(`${words.slice(0, start)}${keepMark(hiddenMark, words, reading)}${words.slice(end)}`), ...others];
}

function rewriteText(element: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  return isLeftOut(around, reading) ? [] : [createText(wordsOf(element).replaceAll('\u00AD', ''))];
}

function rewriteReference(element: XmlElement, kind: WordNote['kind'], reading: DocxReading): XmlNode[] {
  const id = attributeOf(element, 'w:id') ?? '';
  const known = reading.notes.find((note) => note.kind === kind && note.id === id);
  const number = reading.notes.filter((note) => note.kind === kind).length + 1;
  const label = known?.label ?? formatNumber(number, reading.noteFormats[kind]);
  if (known === undefined) reading.notes.push({ kind, id, label });
  return [createText(keep(`[^${label}]`, reading))];
}

/** The body has the relationships of all parts, which then need names of their own. */
function rewriteLink(link: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const [id, anchor] = [attributeOf(link, 'r:id'), attributeOf(link, 'w:anchor')];
  const attributes = {
    ...(id !== undefined && { 'r:id': `${around.part}${id}` }),
    ...(anchor !== undefined && { 'w:anchor': anchor }),
  };
  return [createElement('w:hyperlink', attributes, rewriteInside(link, around, reading))];
}

/** Without signs where it is a line of plain characters: "F = 12". */
function rewriteEquation(element: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const written = writeEquation(element);
  if (written === '') return [];
  const words = /[\\^_{}]/.test(written) ? `$${written}$` : written;
  const properties = around.isStruck ? [createElement('w:rPr', {}, [createElement('w:strike', {})])] : [];
  return [createElement('w:r', {}, [...properties, createText(keep(words, reading))])];
}

function liftDrawing(drawing: XmlElement, around: Surroundings, reading: DocxReading): XmlNode[] {
  const { inline, below } = rewriteDrawing(drawing, around, reading, rewriteInside);
  reading.lifted.push(...below);
  return inline;
}
