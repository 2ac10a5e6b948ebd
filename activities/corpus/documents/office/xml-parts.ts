import { escapeUTF8 } from 'entities';
import { DOMParser } from 'linkedom';
import type { CheckedZip } from '../files/zip-reading.ts';

/** The part of the DOM interface that is used here. */
export interface XmlElement {
  /** With its prefix: `a:t`. */
  readonly tagName: string;
  readonly textContent: string;
  readonly childNodes: Iterable<XmlElement | XmlText>;
  readonly children: Iterable<XmlElement>;
  getAttribute(name: string): string | null;
}

interface XmlText {
  readonly nodeType: number;
  readonly textContent: string;
}

/** The root of a part of a packed document; null when it is missing. */
export async function xmlPart(zip: CheckedZip, name: string): Promise<XmlElement | null> {
  const xml = new TextDecoder().decode(await zip.unpack(name));
  if (xml.trim() === '') return null;
  return new DOMParser().parseFromString(xml, 'text/xml').documentElement as unknown as XmlElement | null;
}

export function isXmlElement(node: XmlElement | XmlText): node is XmlElement {
  return 'tagName' in node;
}

/** All elements of a name below an element, in their order. */
export function elementsNamed(root: XmlElement | null, ...names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (names.includes(child.tagName)) found.push(child);
      visit(child);
    }
  };
  if (root !== null) visit(root);
  return found;
}

/** The child of a name, or that of a path of names. */
export function childNamed(element: XmlElement | null | undefined, ...path: readonly string[]): XmlElement | null {
  let found = element ?? null;
  for (const name of path) {
    if (found === null) return null;
    found = [...found.children].find(({ tagName }) => tagName === name) ?? null;
  }
  return found;
}

/** The name of a part that another one names relative to its folder. */
export function resolvedIn(folder: string, target: string): string {
  return decodeURI(new URL(target, `file:///${folder}`).pathname).slice(1);
}

export interface RunMarks {
  readonly isStruck?: boolean;
  readonly isRaised?: boolean;
  readonly isLowered?: boolean;
  readonly link?: string | undefined;
}

/** Words with the marks that change what they say. @param html the words */
export function markedRun(html: string, { isStruck, isRaised, isLowered, link }: RunMarks): string {
  if (html.trim() === '') return html;
  const raised = isRaised === true ? `<sup>${html}</sup>` : isLowered === true ? `<sub>${html}</sub>` : html;
  const struck = isStruck === true ? `<s>${raised}</s>` : raised;
  const isLink = link !== undefined && /^https?:/i.test(link);
  return isLink ? `<a href="${escapeUTF8(link)}">${struck}</a>` : struck;
}
