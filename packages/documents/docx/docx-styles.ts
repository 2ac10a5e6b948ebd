import { attributeOf, childOf, descendantsOf, type XmlElement } from '../text/xml-elements.ts';

/** How words look, as far as it decides whether a reader sees them. Undefined: not said here. */
export interface WordLook {
  readonly isStruck?: boolean;
  readonly isHidden?: boolean;
  readonly color?: string;
  /** In half points. */
  readonly size?: number;
  readonly isShaded?: boolean;
}

export interface NumberedPlace {
  readonly list: string;
  readonly level: number;
}

export interface WordStyles {
  /** @param id undefined for paragraphs without a style of their own */
  paragraphLook(id: string | undefined): WordLook;
  /** What a style of words adds to the look of their paragraph. */
  wordLook(id: string | undefined): WordLook;
  numberingOf(id: string): NumberedPlace | undefined;
  /** Whether a style of tables colours something. */
  hasShading(id: string | undefined): boolean;
  /** 1 to 6; null for other paragraphs. */
  headingLevelOf(id: string | undefined): number | null;
}

interface WordStyle {
  readonly look: WordLook;
  readonly headingLevel: number | undefined;
  readonly isShading: boolean;
  readonly numbering: Partial<NumberedPlace>;
}

const NO_STYLE: WordStyle = { look: {}, headingLevel: undefined, isShading: false, numbering: {} };
/** Chains of styles are short; a circle of them ends here. */
const LONGEST_CHAIN = 20;
const NEARLY_WHITE = /^(?:F[A-F]){3}$/i;
const TINY = 2;

/** @param root of `word/styles.xml` */
export function readStyles(root: XmlElement | undefined): WordStyles {
  const all = root === undefined ? [] : descendantsOf(root, 'w:style');
  const isUsual = (style: XmlElement): boolean =>
    attributeOf(style, 'w:type') === 'paragraph' && isOn(attributeOf(style, 'w:default') ?? '0');
  const usual = attributeOf(all.find(isUsual), 'w:styleId');
  const defaults = lookIn(childOf(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'));
  const styleOf = createStyleResolver(all);
  return {
    paragraphLook: (id) => ({ ...defaults, ...styleOf(id ?? usual)?.look }),
    wordLook: (id) => styleOf(id)?.look ?? {},
    numberingOf: (id) => {
      const { list, level = 0 } = styleOf(id)?.numbering ?? {};
      return list === undefined ? undefined : { list, level };
    },
    hasShading: (id) => styleOf(id)?.isShading === true,
    headingLevelOf: (id) => {
      const style = styleOf(id);
      const level = style === undefined ? headingLevelIn(id ?? '') : style.headingLevel;
      return level === undefined || level > 6 ? null : level;
    },
  };
}

/** Styles with all that they take from the styles they are based on. */
function createStyleResolver(styles: readonly XmlElement[]): (id: string | undefined) => WordStyle | undefined {
  const byId = new Map(styles.map((style) => [attributeOf(style, 'w:styleId') ?? '', style]));
  const resolved = new Map<string, WordStyle>();
  const resolve = (id: string, depth: number): WordStyle | undefined => {
    const style = byId.get(id);
    const known = resolved.get(id);
    if (style === undefined || known !== undefined || depth > LONGEST_CHAIN) return known;
    const baseId = attributeOf(childOf(style, 'w:basedOn'), 'w:val');
    const read = readStyle(style, (baseId === undefined ? undefined : resolve(baseId, depth + 1)) ?? NO_STYLE);
    resolved.set(id, read);
    return read;
  };
  return (id) => (id === undefined ? undefined : resolve(id, 0));
}

function readStyle(style: XmlElement, base: WordStyle): WordStyle {
  const outline = attributeOf(childOf(style, 'w:pPr', 'w:outlineLvl'), 'w:val');
  const named = headingLevelIn(attributeOf(childOf(style, 'w:name'), 'w:val') ?? '');
  const isShading = descendantsOf(style, 'w:tblPr', 'w:tcPr').some((one) => shadingIn(one).isShaded === true);
  return {
    look: { ...base.look, ...shadingIn(childOf(style, 'w:pPr')), ...lookIn(childOf(style, 'w:rPr')) },
    headingLevel: named ?? (outline === undefined ? base.headingLevel : Number(outline) + 1),
    isShading: base.isShading || isShading,
    numbering: { ...base.numbering, ...numberingIn(childOf(style, 'w:pPr', 'w:numPr')) },
  };
}

function headingLevelIn(name: string): number | undefined {
  const level = /^heading ?(\d)$/i.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** @param properties `w:numPr` */
export function numberingIn(properties: XmlElement | undefined): Partial<NumberedPlace> {
  const list = attributeOf(childOf(properties, 'w:numId'), 'w:val');
  const level = attributeOf(childOf(properties, 'w:ilvl'), 'w:val');
  return { ...(list !== undefined && { list }), ...(level !== undefined && { level: Number(level) }) };
}

/** @param properties `w:rPr` */
export function lookIn(properties: XmlElement | undefined): WordLook {
  const strokes = ['w:strike', 'w:dstrike'].flatMap((name) => childOf(properties, name) ?? []);
  const hiding = childOf(properties, 'w:vanish');
  const color = attributeOf(childOf(properties, 'w:color'), 'w:val');
  const size = attributeOf(childOf(properties, 'w:sz'), 'w:val');
  const highlight = attributeOf(childOf(properties, 'w:highlight'), 'w:val') ?? 'none';
  return {
    ...shadingIn(properties),
    ...(highlight !== 'none' && { isShaded: true }),
    ...(strokes.length > 0 && { isStruck: strokes.some(isSwitchedOn) }),
    ...(hiding !== undefined && { isHidden: isSwitchedOn(hiding) }),
    ...(color !== undefined && { color }),
    ...(size !== undefined && { size: Number(size) }),
  };
}

/** @param properties of a paragraph, a cell or words */
export function shadingIn(properties: XmlElement | undefined): Pick<WordLook, 'isShaded'> {
  const shading = childOf(properties, 'w:shd');
  if (shading === undefined) return {};
  const fill = attributeOf(shading, 'w:fill') ?? 'auto';
  const pattern = attributeOf(shading, 'w:val') ?? 'clear';
  return { isShaded: !/^(?:auto|FFFFFF)$/i.test(fill) || !/^(?:clear|nil)$/.test(pattern) };
}

/** Whether a reader cannot see words of this look. @param isOnColour something coloured may lie behind them */
export function isUnseenLook({ isHidden, color, size, isShaded }: WordLook, isOnColour: boolean): boolean {
  const isWhite = color !== undefined && NEARLY_WHITE.test(color) && isShaded !== true && !isOnColour;
  return isHidden === true || isWhite || (size !== undefined && size <= TINY);
}

function isSwitchedOn(element: XmlElement): boolean {
  return isOn(attributeOf(element, 'w:val') ?? '1');
}

/** A switch of Word ([ECMA-376] 17.17.4). */
export function isOn(value: string): boolean {
  return !/^(?:0|false|off)$/.test(value);
}
