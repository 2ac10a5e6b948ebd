import {
  attributeOf,
  childOf,
  createText,
  elementsOf,
  textOf,
  type XmlElement,
  type XmlNode,
} from '../office/xml-elements.ts';
import type { DocxReading, Surroundings } from './docx-marks.ts';
import { isOn } from './docx-styles.ts';
import { EMPTY_BOX, TICKED_BOX } from './docx-symbols.ts';

const PAGE_FIELD = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;
const FORM_FIELD = /^\s*FORM(?:CHECKBOX|DROPDOWN)\b/i;

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
