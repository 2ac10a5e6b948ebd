import { decodeXML, escapeUTF8 } from 'entities';

export type XmlNode = XmlElement | string;

/** An element of a packed document. Its text and attributes are as written, still escaped. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: string;
  readonly children: readonly XmlNode[];
}

/** Characters that no text has ("noncharacters" of Unicode) and that Markdown keeps: reading marks places with them. */
const RESERVED = /[\uFDD0-\uFDEF]|&#x0*fd[de][0-9a-f];|&#0*6(?:497[6-9]|49[89]\d|500[0-7]);/gi;

/**
 * The root of a part. A tree of its own, because a document is read much faster without what the DOM adds to each node.
 *
 * @throws {Error} when the part breaks off
 */
export function parseXml(xml: string): XmlElement {
  const root: OpenElement = { name: '', attributes: '', children: [] };
  const open = [root];
  const source = xml.replace(RESERVED, '');
  let at = source.indexOf('<');
  while (at !== -1) {
    const end = markupEnd(source, at);
    readMarkup(source.slice(at, end), open);
    at = source.indexOf('<', end);
    if (at > end) open.at(-1)?.children.push(source.slice(end, at));
  }
  const first = root.children.find((child) => typeof child !== 'string');
  if (first === undefined || open.length > 1) throw new Error('a part of it breaks off');
  return first;
}

export function writeXml(node: XmlNode): string {
  const parts: string[] = [];
  write(node, parts);
  return parts.join('');
}

/** @param attributes by name, not escaped */
export function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly XmlNode[] = [],
): XmlElement {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeUTF8(value)}"`);
  return { name, attributes: written.join(''), children };
}

/** Words in a run. @param text not escaped */
export function createText(text: string): XmlElement {
  return createElement('w:t', { 'xml:space': 'preserve' }, [escapeUTF8(text)]);
}

export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  if (element === undefined || !element.attributes.includes(name)) return undefined;
  const [, double, single] = patternOf(name).exec(element.attributes) ?? [];
  const value = double ?? single;
  return value?.includes('&') === true ? decodeXML(value) : value;
}

const attributePatterns = new Map<string, RegExp>();

function patternOf(name: string): RegExp {
  const known = attributePatterns.get(name) ?? new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`);
  attributePatterns.set(name, known);
  return known;
}

export function elementsOf(element: XmlElement | undefined): XmlElement[] {
  return element?.children.filter((child) => typeof child !== 'string') ?? [];
}

/** The first element of these names, each a child of the one before. */
export function childOf(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of names)
    found = found?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name);
  return found;
}

/** All elements of some names inside an element, in order. */
export function descendantsOf(element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (children: readonly XmlNode[]): void => {
    for (const child of children) {
      if (typeof child === 'string') continue;
      if (names.includes(child.name)) found.push(child);
      visit(child.children);
    }
  };
  visit(element?.children ?? []);
  return found;
}

const TEXTS: ReadonlySet<string> = new Set(['w:t', 'w:delText', 'm:t', 'a:t']);
const GAPS: ReadonlySet<string> = new Set(['w:tab', 'w:br', 'w:cr', 'w:ptab', 'a:br']);

/** The words of all texts inside an element. */
export function wordsOf(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  if (TEXTS.has(element.name)) return textOf(element);
  if (GAPS.has(element.name)) return ' ';
  let words = '';
  for (const child of element.children) if (typeof child !== 'string') words += wordsOf(child);
  return words;
}

/** All that is written inside an element. */
export function textOf(element: XmlElement | undefined): string {
  return (
    element?.children.map((child) => (typeof child === 'string' ? decodeXML(child) : textOf(child))).join('') ?? ''
  );
}

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

function readMarkup(markup: string, open: OpenElement[]): void {
  if (markup.startsWith('</')) {
    if (open.length > 1) open.pop();
  } else if (markup.startsWith('<![CDATA[')) open.at(-1)?.children.push(escapeUTF8(markup.slice(9, -3)));
  else if (!/^<[?!]/.test(markup)) {
    const isEmpty = markup.endsWith('/>');
    const inside = markup.slice(1, isEmpty ? -2 : -1);
    const name = /^\S*/.exec(inside)?.[0] ?? '';
    const element = { name, attributes: inside.slice(name.length).trimEnd(), children: [] };
    open.at(-1)?.children.push(element);
    if (!isEmpty) open.push(element);
  }
}

function markupEnd(xml: string, start: number): number {
  if (xml.startsWith('<!--', start)) return endAfter(xml, '-->', start);
  if (xml.startsWith('<![CDATA[', start)) return endAfter(xml, ']]>', start);
  const mark = /[>"']/g;
  mark.lastIndex = start;
  for (let found = mark.exec(xml); found !== null; found = mark.exec(xml)) {
    if (found[0] === '>') return mark.lastIndex;
    mark.lastIndex = endAfter(xml, found[0], mark.lastIndex);
  }
  throw new Error('a part of it breaks off');
}

function endAfter(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at === -1) throw new Error('a part of it breaks off');
  return at + mark.length;
}

function write(node: XmlNode, parts: string[]): void {
  if (typeof node === 'string') parts.push(node);
  else if (node.children.length === 0) parts.push(`<${node.name}${node.attributes}/>`);
  else {
    parts.push(`<${node.name}${node.attributes}>`);
    for (const child of node.children) write(child, parts);
    parts.push(`</${node.name}>`);
  }
}
