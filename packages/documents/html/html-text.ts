import type { parseHTML } from 'linkedom';

type Page = ReturnType<typeof parseHTML>['document'];

/** The part of the DOM interface that is used here of any node. */
export interface PageNode {
  readonly nodeType: number;
  nodeValue: string | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<PageNode>;
  readonly firstChild: PageNode | null;
  readonly previousSibling: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly parentNode: PageNode | null;
  readonly parentElement: PageElement | null;
}

export interface PageElement extends PageNode {
  readonly tagName: string;
  readonly textContent: string;
  readonly children: ArrayLike<PageElement>;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
  matches(selector: string): boolean;
  closest(selector: string): PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  normalize(): void;
}

const ELEMENT_NODE = 1;
export const TEXT_NODE = 3;

/** Elements that browsers do not show. */
const UNSEEN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'SVG', 'IFRAME', 'OBJECT']);
const HIDING_STYLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size)\s*:\s*0(?![.\d])|(?:left|top|text-indent)\s*:\s*-\d{3}/i;
/** Inline elements. */
const INLINE = new Set(
  [
    'A ABBR B BDI BDO CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK MATH Q S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME',
    'TT U VAR WBR ACRONYM BIG BR BUTTON IMG INPUT NOBR OUTPUT PICTURE PROGRESS RP RT RUBY TEXTAREA',
  ].flatMap((line) => line.split(' ')),
);

/** Elements whose text is no content. */
export const NO_CONTENT: ReadonlySet<string> = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'SVG', 'OBJECT']);
/** Between words in elements of a line: they are read as parts of one word ("2⁶⁰") or apart, as a note is. */
const JOINT = '\u2060';
const APART = /^(?:A|BR|BUTTON|INPUT)$/i;
const LISTED = new Intl.ListFormat('en-GB');
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\u2060]*/gu;

/** What could keep words from being read. */
type Place = 'menu' | 'hidden' | 'other';

const NAMES = [
  ['menu', 'menus'],
  ['hidden', 'hidden text'],
];

interface Paragraph {
  readonly place: Place;
  readonly text: string;
}

/** What of a page was not read. */
interface Omissions {
  /** Paragraphs with words that the text does not have, in the order of the page. */
  readonly leftOut: readonly string[];
  /** How many words they have, and what they are; null if there are none, or `trimmed` says it. */
  readonly problem: string | null;
  /** The same of a web page whose main content is most of its words, menus aside. */
  readonly trimmed?: string;
}

/** The words of an element that a browser shows, one paragraph per block. Works at any nesting depth. @param place whose */
export function wordsShown(root: PageNode, place: Place = 'other'): string {
  const paragraphs = paragraphsOf(root).filter((paragraph) => paragraph.place === place);
  return joinStruck(paragraphs.map(({ text }) => text.replaceAll(JOINT, '')).join('\n\n')).toWellFormed();
}

/** Two struck stretches without anything between them are one. */
export function joinStruck(text: string): string {
  return text.replace(/(?<=[^\s~])~~~~(?=[^\s~])/g, '');
}

const MAX_DEPTH = 200;

/** Whether what asks each element for those around it takes too much work, which is cubic in the depth; ordinary pages stay far below. */
export function isDeep(root: PageNode): boolean {
  let isBeyond = false;
  walk(root, (_, depth) => !(isBeyond ||= depth > MAX_DEPTH));
  return isBeyond;
}

/** Visits every node at its start, and at its end when it has children; `visit` says whether to go into it. */
export function walk(root: PageNode, visit: (node: PageNode, depth: number, isEnd: boolean) => boolean): void {
  let node: PageNode | null = root;
  let depth = 0;
  while (node !== null) {
    const goesIn = visit(node, depth, false);
    const child: PageNode | null = goesIn ? node.firstChild : null;
    if (child !== null) {
      node = child;
      depth += 1;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode;
      depth -= 1;
      if (node !== null) visit(node, depth, true);
    }
    node = node === null || node === root ? null : node.nextSibling;
  }
}

/** Whether a node is an element within a line. */
export function isInline(node: PageNode): boolean {
  return isElement(node) && INLINE.has(node.tagName.toUpperCase());
}

export function isElement(node: PageNode): node is PageElement {
  return node.nodeType === ELEMENT_NODE;
}

/** Whether the element's own attributes hide it; style sheets are not read. */
export function isUnseen(element: PageElement): boolean {
  return (
    UNSEEN.has(element.tagName.toUpperCase()) ||
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    HIDING_STYLE.test(element.getAttribute('style') ?? '')
  );
}

/** Hidden until somebody does something, as tabs are. Text that a search opens or that only ears miss is on the page for all. */
export function isHidden(element: PageElement): boolean {
  const isForEyes = element.getAttribute('aria-hidden') === 'true' && !element.hasAttribute('hidden');
  if (element.getAttribute('hidden') === 'until-found' || /^(?:NOSCRIPT|IFRAME)$/.test(element.tagName)) return false;
  return isUnseen(element) && !(isForEyes && (element.getAttribute('style') ?? '') === '');
}

/** A navigation with nothing but links: every page of a site repeats it, and it names what other pages say. */
export function isMenu(element: PageElement): boolean {
  if (element.tagName !== 'NAV' && element.getAttribute('role') !== 'navigation') return false;
  const linked = Array.from(element.querySelectorAll('a'), ({ textContent }) => textContent).join(' ');
  return wordsIn(element.textContent).length <= wordsIn(linked).length;
}

/**
 * Remembers the words of a page before it is read, which changes it.
 */
export function createOmissions(page: Page, isOfWeb: boolean): (text: string) => Omissions {
  const paragraphs = paragraphsOf(page.documentElement);
  const surroundings = isOfWeb ? 'what surrounds the article' : 'text that could not be converted';
  return (text) => {
    const shown = wordsIn(text);
    const read = new Set(shown);
    const isRead = (word: string): boolean =>
      read.has(word.replaceAll(JOINT, '')) || word.split(JOINT).every((part) => part === '' || read.has(part));
    const missing = paragraphs.filter((paragraph) => !wordsIn(paragraph.text).every(isRead));
    const words = countWords(missing);
    const isMostRead = countWords(missing.filter((paragraph) => paragraph.place !== 'menu')) <= shown.length;
    const kinds = [...NAMES, ['other', surroundings]].flatMap(([place, name = '']) =>
      missing.some((paragraph) => paragraph.place === place) ? [name] : [],
    );
    const note = `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'} not read: ${LISTED.format(kinds)}`;
    const isUsual = isOfWeb && isMostRead;
    return {
      leftOut: missing.map((paragraph) => paragraph.text.replaceAll(JOINT, '')),
      problem: words === 0 || isUsual ? null : note,
      ...(words > 0 && isUsual && { trimmed: note }),
    };
  };
}

function paragraphsOf(root: PageNode): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const places: Place[] = [];
  let [open, place]: [string, Place] = ['', 'other'];
  const close = (): void => {
    const text = open.replaceAll(/\s+/g, ' ').trim();
    if (text.replaceAll(JOINT, '').trim() !== '') paragraphs.push({ place, text });
    open = '';
  };
  walk(root, (node, depth, isEnd) => {
    const inherited = places[depth - 1] ?? 'other';
    if (node.nodeType === TEXT_NODE) {
      if (place !== inherited) close();
      place = inherited;
      open += node.nodeValue ?? '';
    }
    if (!isElement(node)) return true;
    open += isInline(node) && !APART.test(node.tagName) ? JOINT : ' ';
    if (!isInline(node)) close();
    if (!isEnd) places[depth] = inherited === 'other' && depth <= MAX_DEPTH ? placeOf(node) : inherited;
    return !isEnd && !NO_CONTENT.has(node.tagName.toUpperCase());
  });
  close();
  return paragraphs;
}

function placeOf(element: PageElement): Place {
  if (isHidden(element)) return 'hidden';
  return isMenu(element) ? 'menu' : 'other';
}

function countWords(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((count, { text }) => count + wordsIn(text).length, 0);
}

function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(/\\?[\^_]\(?/g, '');
  return plain.toLowerCase().match(WORD) ?? [];
}
