import { decodeXML, escapeUTF8 } from 'entities';
import { childNamed, elementsNamed, isXmlElement, markedRun, type Relation, type XmlElement } from './xml-parts.ts';

/** The role of a shape, such as `title`, `body`, `ftr`; `body` where it states none; null for a free text box. */
export function placeholderOf(shape: XmlElement): string | null {
  const [placeholder] = elementsNamed(shape, 'p:ph');
  return placeholder === undefined ? null : (placeholder.getAttribute('type') ?? 'body');
}

export function isTitle(shape: XmlElement): boolean {
  return /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? '');
}

/** The words of a shape in one line. */
export function textOf(shape: XmlElement): string {
  const lines = elementsNamed(shape, 'a:p').map((paragraph) => runsOf(paragraph, new Map()));
  return decodeXML(lines.join(' ').replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Paragraphs and lists of a text. @param placeholder see {@link placeholderOf}; the text of a body is a list */
export function paragraphsOf(
  body: XmlElement | null,
  relations: ReadonlyMap<string, Relation>,
  placeholder: string | null,
): string {
  const html: string[] = [];
  const open: string[] = [];
  const closeTo = (depth: number): void => {
    while (open.length > depth) html.push(`</li></${open.pop() ?? 'ul'}>`);
  };
  for (const paragraph of [...(body?.children ?? [])].filter(({ tagName }) => tagName === 'a:p')) {
    const words = runsOf(paragraph, relations);
    if (words.trim() === '') continue;
    const kind = listKind(childNamed(paragraph, 'a:pPr'), placeholder);
    if (kind === null) {
      closeTo(0);
      html.push(`<p>${words}</p>`);
      continue;
    }
    const depth = Math.min(Number(childNamed(paragraph, 'a:pPr')?.getAttribute('lvl') ?? 0), open.length) + 1;
    closeTo(depth);
    if (open.length === depth) html.push('</li><li>', words);
    else {
      open.push(kind);
      html.push(`<${kind}><li>`, words);
    }
  }
  closeTo(0);
  return html.join('');
}

function listKind(properties: XmlElement | null, placeholder: string | null): 'ul' | 'ol' | null {
  if (childNamed(properties, 'a:buAutoNum') !== null) return 'ol';
  if (childNamed(properties, 'a:buChar') !== null) return 'ul';
  return placeholder === 'body' && childNamed(properties, 'a:buNone') === null ? 'ul' : null;
}

/** The words of a paragraph as HTML. */
export function runsOf(paragraph: XmlElement, relations: ReadonlyMap<string, Relation>): string {
  return [...paragraph.childNodes]
    .filter(isXmlElement)
    .map((run) => {
      if (run.tagName === 'a:br') return '<br>';
      if (run.tagName === 'mc:AlternateContent')
        return escapeUTF8(
          elementsNamed(childNamed(run, 'mc:Choice'), 'm:t')
            .map((each) => each.textContent)
            .join(''),
        );
      if (!/^a:(?:r|fld)$|^a14:m$/.test(run.tagName)) return '';
      const properties = childNamed(run, 'a:rPr');
      const words = elementsNamed(run, 'a:t', 'm:t')
        .map((each) => each.textContent)
        .join('');
      const baseline = Number(properties?.getAttribute('baseline') ?? 0);
      return markedRun(escapeUTF8(words), {
        isStruck: /^(?:sng|dbl)Strike$/.test(properties?.getAttribute('strike') ?? ''),
        isRaised: baseline > 0,
        isLowered: baseline < 0,
        link: relations.get(childNamed(properties, 'a:hlinkClick')?.getAttribute('r:id') ?? '')?.target,
      });
    })
    .join('');
}
