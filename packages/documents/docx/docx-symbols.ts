import {
  attributeOf,
  childOf,
  createElement,
  createText,
  descendantsOf,
  wordsOf,
  type XmlElement,
  type XmlNode,
} from '../text/xml-elements.ts';
import { isOn } from './docx-styles.ts';

export const EMPTY_BOX = '☐';
export const TICKED_BOX = '☒';

const SYMBOL_FONT = /^(?:Wingdings(?: [23])?|Webdings|Symbol)$/i;
/** Characters that fonts draw as boxes. */
const BOXES: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  wingdings: new Map([
    ...[0x6f, 0x71, 0x72, 0xa8].map((code) => [code, EMPTY_BOX] as const),
    ...[0x78, 0xfd, 0xfe].map((code) => [code, TICKED_BOX] as const),
  ]),
  'wingdings 2': new Map([
    ...[0x2a, 0xa3].map((code) => [code, EMPTY_BOX] as const),
    ...[0x51, 0x52, 0x53, 0x54].map((code) => [code, TICKED_BOX] as const),
  ]),
};

/** The box that a symbol (`w:sym`) shows. */
export function boxOf(symbol: XmlElement): string | undefined {
  const font = attributeOf(symbol, 'w:font')?.toLowerCase() ?? '';
  return BOXES[font]?.get(Number.parseInt(attributeOf(symbol, 'w:char') ?? '', 16) % 0x100);
}

/** Words in a font of symbols as symbols: an "o" of Wingdings is a box. */
export function symbolsOf(run: XmlElement, properties: XmlElement | undefined): XmlElement {
  const font = attributeOf(childOf(properties, 'w:rFonts'), 'w:ascii') ?? '';
  if (!SYMBOL_FONT.test(font)) return run;
  const toSymbol = (letter: string): XmlNode => {
    const code = letter.codePointAt(0) ?? 0;
    const isOfFont = code > 0x20 && (code < 0x100 || (code >= 0xf0_00 && code <= 0xf0_ff));
    if (!isOfFont) return createText(letter);
    const char = (0xf0_00 + (code % 0x100)).toString(16).toUpperCase();
    return createElement('w:sym', { 'w:font': font, 'w:char': char });
  };
  const children = run.children.flatMap((child): XmlNode[] =>
    typeof child !== 'string' && child.name === 'w:t' ? Array.from(wordsOf(child), toSymbol) : [child],
  );
  return { ...run, children };
}

/** What a content control shows; a box with its state, whatever sign the document draws for it. */
export function contentOfControl(control: XmlElement): XmlElement | undefined {
  const content = childOf(control, 'w:sdtContent');
  const box = childOf(control, 'w:sdtPr', 'w14:checkbox');
  if (box === undefined || content === undefined) return content;
  const state = childOf(box, 'w14:checked');
  const isTicked = state !== undefined && isOn(attributeOf(state, 'w14:val') ?? '1');
  const [first] = descendantsOf(content, 'w:t', 'w:sym');
  const sign = createText(isTicked ? TICKED_BOX : EMPTY_BOX);
  if (first === undefined) return { ...content, children: [createElement('w:r', {}, [sign])] };
  return withSign(content, first, sign);
}

/** Whether a control still shows what asks for its content. */
export function isPlaceholder(control: XmlElement): boolean {
  const shown = childOf(control, 'w:sdtPr', 'w:showingPlcHdr');
  return shown !== undefined && isOn(attributeOf(shown, 'w:val') ?? '1');
}

function withSign(element: XmlElement, place: XmlElement, sign: XmlElement): XmlElement {
  const children = element.children.map((child) => {
    if (typeof child === 'string') return child;
    if (child === place) return sign;
    // A box in a font of symbols would be read as a symbol once more.
    return child.name === 'w:rFonts' ? '' : withSign(child, place, sign);
  });
  return { ...element, children };
}
