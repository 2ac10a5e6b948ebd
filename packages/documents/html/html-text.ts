import type { parseHTML } from 'linkedom';

/** The part of the DOM interface that is used here. */
export interface PageNode {
  readonly nodeType: number;
  nodeValue: string | null;
  readonly textContent: string | null;
  readonly firstChild: PageNode | null;
  readonly previousSibling: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly parentNode: PageNode | null;
}

interface PageElement extends PageNode {
  readonly tagName: string;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** Elements that browsers do not show. */
const UNSEEN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'SVG', 'IFRAME', 'OBJECT']);
const HIDING_STYLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size)\s*:\s*0(?![.\d])|(?:left|top|text-indent)\s*:\s*-\d{3}/i;
/** Inline elements. */
const INLINE = new Set(
  [
    'A ABBR B BDI BDO CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK MATH Q S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME',
    'TT U VAR WBR',
  ].flatMap((line) => line.split(' ')),
);

type Page = ReturnType<typeof parseHTML>['document'];

type ParsedElement = Page['documentElement'];

/** Elements whose text is no content. */
const NO_CONTENT: ReadonlySet<string> = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'SVG', 'OBJECT']);
/** Their text is read as part of a word ("2⁶⁰", "x^(n)") or apart from it, as a note is. */
const RAISED: ReadonlySet<string> = new Set(['SUP', 'SUB']);
/** Between a word and a superscript or subscript next to it. */
const JOINT = '\u2060';
const LISTED = new Intl.ListFormat('en-GB');
const WORD = /[\p{L}\p{N}\u2060]+/gu;

/** What could keep words from being read. */
type Place = 'menu' | 'hidden' | 'other';

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

/** All visible words of an element, one paragraph per block. Works at any nesting depth. */
export function visibleText(root: PageNode): string {
  const parts: string[] = [];
  walk(root, (node, _depth, isEnd) => {
    if (node.nodeType === TEXT_NODE) parts.push((node.nodeValue ?? '').replaceAll(/\s+/g, ' '));
    if (!isElement(node)) return true;
    if (!isInline(node)) parts.push('\n');
    // What is still raised marks a note: "45" with the note 1 is not 451.
    if (node.tagName.toUpperCase() === 'SUP') parts.push(isEnd ? ']' : '[^');
    return isEnd || !isUnseen(node);
  });
  const lines = joinStruck(parts.join('')).split('\n');
  return lines
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n\n')
    .toWellFormed();
}

/** Two struck stretches without anything between them are one. */
export function joinStruck(text: string): string {
  return text.replace(/(?<=[^\s~])~~~~(?=[^\s~])/g, '');
}

/** The deepest nesting of elements. */
export function depthOf(root: PageNode): number {
  let deepest = 0;
  walk(root, (_, depth) => {
    deepest = Math.max(deepest, depth);
    return true;
  });
  return deepest;
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

function isElement(node: PageNode): node is PageElement {
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

/** Hidden until somebody does something: tabs, and what a program finds. Text for screen readers alone is on the page for all. */
export function isHidden(element: ParsedElement): boolean {
  if (element.getAttribute('hidden') === 'until-found') return false;
  return isUnseen(element) && element.tagName !== 'NOSCRIPT' && element.tagName !== 'IFRAME' && !isForEyesOnly(element);
}

/** `aria-hidden` hides text from ears alone. */
function isForEyesOnly(element: ParsedElement): boolean {
  const isMarked = element.getAttribute('aria-hidden') === 'true';
  return isMarked && !element.hasAttribute('hidden') && (element.getAttribute('style') ?? '') === '';
}

/** A navigation with nothing but links: every page of a site repeats it, and it names what other pages say. */
export function isMenu(element: ParsedElement): boolean {
  if (element.tagName !== 'NAV' && element.getAttribute('role') !== 'navigation') return false;
  const linked = [...element.querySelectorAll('a')].map(({ textContent }) => textContent).join(' ');
  return wordsIn(element.textContent).length <= wordsIn(linked).length;
}

/**
 * Remembers the words of a page before it is read, which changes it.
 */
export function createOmissions(page: Page, isOfWeb: boolean): (text: string) => Omissions {
  const paragraphs = paragraphsOf(page);
  const surroundings = isOfWeb ? 'what surrounds the article' : 'text that could not be converted';
  return (text) => {
    const shown = wordsIn(text);
    const read = new Set(shown);
    const isRead = (word: string): boolean =>
      read.has(word.replaceAll(JOINT, '')) || word.split(JOINT).every((part) => part === '' || read.has(part));
    const missing = paragraphs.filter((paragraph) => !wordsIn(paragraph.text).every(isRead));
    const words = countWords(missing);
    const isMostRead = countWords(missing.filter((paragraph) => paragraph.place !== 'menu')) <= shown.length;
    const has = (place: Place): boolean => missing.some((paragraph) => paragraph.place === place);
    const kinds = [
      ...(has('menu') ? ['menus'] : []),
      ...(has('hidden') ? ['hidden text'] : []),
      ...(has('other') ? [surroundings] : []),
    ];
    const note = `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'} not read: ${LISTED.format(kinds)}`;
    const isUsual = isOfWeb && isMostRead;
    return {
      leftOut: missing.map((paragraph) => paragraph.text.replaceAll(JOINT, '')),
      problem: words === 0 || isUsual ? null : note,
      ...(words > 0 && isUsual && { trimmed: note }),
    };
  };
}

function paragraphsOf(page: Page): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const places: Place[] = [];
  let [open, place]: [string, Place] = ['', 'other'];
  const close = (): void => {
    const text = open.replaceAll(/\s+/g, ' ').trim();
    if (text !== '') paragraphs.push({ place, text });
    open = '';
  };
  walk(page.documentElement, (node, depth, isEnd) => {
    const inherited = places[depth - 1] ?? 'other';
    if (node.nodeType === TEXT_NODE) {
      if (place !== inherited) close();
      place = inherited;
      open += node.nodeValue ?? '';
    }
    if (!isElement(node)) return true;
    open += RAISED.has(node.tagName.toUpperCase()) ? JOINT : ' ';
    if (!isInline(node)) close();
    if (!isEnd) places[depth] = inherited === 'other' ? placeOf(node as ParsedElement) : inherited;
    return !isEnd && !NO_CONTENT.has(node.tagName.toUpperCase());
  });
  close();
  return paragraphs;
}

function placeOf(element: ParsedElement): Place {
  if (isHidden(element)) return 'hidden';
  return isMenu(element) ? 'menu' : 'other';
}

function countWords(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((count, { text }) => count + wordsIn(text).length, 0);
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .replaceAll(/\\?[\^_]\(?/g, '')
      .toLowerCase()
      .match(WORD) ?? []
  );
}
