import { attributeOf, childOf, descendantsOf, type XmlElement } from '../text/xml-elements.ts';

/** What a style of OpenDocument says that changes what words say; a style inherits from its parent. */
interface OdfStyle {
  readonly isStruck: boolean;
  readonly isRaised: boolean;
  readonly isLowered: boolean;
  readonly isHidden: boolean;
}

const PLAIN: OdfStyle = { isStruck: false, isRaised: false, isLowered: false, isHidden: false };
const LONGEST_DESCENT = 10;

export interface OdfStyles {
  readonly styleOf: (name: string | undefined) => OdfStyle;
  /** The numbered levels of styles of lists: "L1 2". */
  readonly lists: ReadonlySet<string>;
}

/** @param parts roots of the parts that define styles */
export function odfStyles(parts: readonly (XmlElement | undefined)[]): OdfStyles {
  const numbered = parts
    .flatMap((part) => descendantsOf(part, 'text:list-style'))
    .flatMap((style) =>
      descendantsOf(style, 'text:list-level-style-number')
        .filter((level) => (attributeOf(level, 'style:num-format') ?? '') !== '')
        .map((level) => `${attributeOf(style, 'style:name')} ${attributeOf(level, 'text:level')}`),
    );
  return { styleOf: styleFinder(parts), lists: new Set(numbered) };
}

function styleFinder(parts: readonly (XmlElement | undefined)[]): OdfStyles['styleOf'] {
  const defined = new Map(
    parts
      .flatMap((part) => descendantsOf(part, 'style:style'))
      .map((style) => [attributeOf(style, 'style:name') ?? '', style] as const),
  );
  return (name) => {
    let style = defined.get(name ?? '');
    let found: Partial<OdfStyle> = {};
    for (let steps = 0; style !== undefined && steps < LONGEST_DESCENT; steps += 1) {
      found = { ...statedBy(style), ...found };
      style = defined.get(attributeOf(style, 'style:parent-style-name') ?? '');
    }
    return { ...PLAIN, ...found };
  };
}

/** Only what the style itself states. */
function statedBy(style: XmlElement): Partial<OdfStyle> {
  const text = childOf(style, 'style:text-properties');
  const page = childOf(style, 'style:drawing-page-properties');
  const section = childOf(style, 'style:section-properties');
  const stroke = attributeOf(text, 'style:text-line-through-style');
  const position = attributeOf(text, 'style:text-position');
  const display = attributeOf(text, 'text:display') ?? attributeOf(section, 'text:display');
  const visibility = attributeOf(page, 'presentation:visibility');
  return {
    ...(stroke !== undefined && { isStruck: stroke !== 'none' }),
    ...(position !== undefined && {
      isRaised: /^(?:super|[1-9])/.test(position),
      isLowered: /^(?:sub|-)/.test(position),
    }),
    ...((display !== undefined || visibility !== undefined) && {
      isHidden: display === 'none' || visibility === 'hidden',
    }),
  };
}
