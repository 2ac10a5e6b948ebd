import { childNamed, elementsNamed, type XmlElement } from './xml-parts.ts';

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
  readonly styleOf: (name: string | null) => OdfStyle;
  /** The numbered levels of styles of lists: "L1 2". */
  readonly lists: ReadonlySet<string>;
}

/** @param parts roots of the parts that define styles */
export function odfStyles(parts: readonly (XmlElement | null)[]): OdfStyles {
  const numbered = parts
    .flatMap((part) => elementsNamed(part, 'text:list-style'))
    .flatMap((style) =>
      elementsNamed(style, 'text:list-level-style-number')
        .filter((level) => (level.getAttribute('style:num-format') ?? '') !== '')
        .map((level) => `${style.getAttribute('style:name')} ${level.getAttribute('text:level')}`),
    );
  return { styleOf: styleFinder(parts), lists: new Set(numbered) };
}

function styleFinder(parts: readonly (XmlElement | null)[]): OdfStyles['styleOf'] {
  const defined = new Map(
    parts
      .flatMap((part) => elementsNamed(part, 'style:style'))
      .map((style) => [style.getAttribute('style:name') ?? '', style] as const),
  );
  return (name) => {
    let style = defined.get(name ?? '');
    let found: Partial<OdfStyle> = {};
    for (let steps = 0; style !== undefined && steps < LONGEST_DESCENT; steps += 1) {
      found = { ...statedBy(style), ...found };
      style = defined.get(style.getAttribute('style:parent-style-name') ?? '');
    }
    return { ...PLAIN, ...found };
  };
}

/** Only what the style itself states. */
function statedBy(style: XmlElement): Partial<OdfStyle> {
  const text = childNamed(style, 'style:text-properties');
  const page = childNamed(style, 'style:drawing-page-properties');
  const section = childNamed(style, 'style:section-properties');
  const stroke = text?.getAttribute('style:text-line-through-style') ?? null;
  const position = text?.getAttribute('style:text-position') ?? null;
  const display = text?.getAttribute('text:display') ?? section?.getAttribute('text:display') ?? null;
  const visibility = page?.getAttribute('presentation:visibility') ?? null;
  return {
    ...(stroke !== null && { isStruck: stroke !== 'none' }),
    ...(position !== null && { isRaised: /^(?:super|[1-9])/.test(position), isLowered: /^(?:sub|-)/.test(position) }),
    ...((display !== null || visibility !== null) && { isHidden: display === 'none' || visibility === 'hidden' }),
  };
}
