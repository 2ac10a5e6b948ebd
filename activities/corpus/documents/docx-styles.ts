import { attributeOf, childOf, descendantsOf, type XmlElement } from './docx-xml.ts';

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
  /** 1 to 6; null for other paragraphs. */
  headingLevelOf(id: string | undefined): number | null;
}

interface WordStyle {
  readonly look: WordLook;
  readonly name: string;
  readonly base: string | undefined;
  readonly numbering: Partial<NumberedPlace>;
}

/** Chains of styles are short; a circle of them ends here. */
const LONGEST_CHAIN = 20;
const NEARLY_WHITE = /^(?:F[A-F]){3}$/i;
const TINY = 2;

/** @param root of `word/styles.xml` */
export function readStyles(root: XmlElement | undefined): WordStyles {
  const styles = new Map(
    (root === undefined ? [] : descendantsOf(root, 'w:style')).map((style) => [
      attributeOf(style, 'w:styleId') ?? '',
      style,
    ]),
  );
  const known = new Map([...styles].map(([id, style]) => [id, readStyle(style)]));
  const isDefault = (style: XmlElement): boolean =>
    attributeOf(style, 'w:type') === 'paragraph' && isOn(attributeOf(style, 'w:default') ?? '0');
  const usual = [...styles].find(([, style]) => isDefault(style))?.[0];
  const defaults = lookIn(childOf(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'));

  const chainOf = (id: string | undefined): WordStyle[] => {
    const chain: WordStyle[] = [];
    for (let style = known.get(id ?? ''); style !== undefined && chain.length < LONGEST_CHAIN;) {
      chain.push(style);
      style = known.get(style.base ?? '');
    }
    return chain;
  };
  const lookOf = (id: string | undefined): WordLook =>
    Object.assign(
      {},
      ...chainOf(id)
        .map(({ look }) => look)
        .toReversed(),
    );
  return {
    paragraphLook: (id) => ({ ...defaults, ...lookOf(id ?? usual) }),
    wordLook: lookOf,
    numberingOf: (id) => {
      const { list, level } = Object.assign(
        {},
        ...chainOf(id)
          .map(({ numbering }) => numbering)
          .toReversed(),
      );
      return list === undefined ? undefined : { list, level: level ?? 0 };
    },
    headingLevelOf: (id) => {
      const named = /^heading ?([1-6])$/i.exec(known.get(id ?? '')?.name ?? id ?? '')?.[1];
      return named === undefined ? null : Number(named);
    },
  };
}

function readStyle(style: XmlElement): WordStyle {
  return {
    look: { ...shadingIn(childOf(style, 'w:pPr')), ...lookIn(childOf(style, 'w:rPr')) },
    name: attributeOf(childOf(style, 'w:name'), 'w:val') ?? '',
    base: attributeOf(childOf(style, 'w:basedOn'), 'w:val'),
    numbering: numberingIn(childOf(style, 'w:pPr', 'w:numPr')),
  };
}

/** @param properties `w:numPr` */
export function numberingIn(properties: XmlElement | undefined): Partial<NumberedPlace> {
  const list = attributeOf(childOf(properties, 'w:numId'), 'w:val');
  const level = attributeOf(childOf(properties, 'w:ilvl'), 'w:val');
  return { ...(list !== undefined && { list }), ...(level !== undefined && { level: Number(level) }) };
}

/** @param properties `w:rPr` */
export function lookIn(properties: XmlElement | undefined): WordLook {
  const strokes = ['w:strike', 'w:dstrike']
    .map((name) => childOf(properties, name))
    .filter((stroke) => stroke !== undefined);
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
