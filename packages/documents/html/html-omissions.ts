import type { parseHTML } from 'linkedom';
import { isElement, isInline, isUnseen, TEXT_NODE, walk } from './html-text.ts';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = Page['documentElement'];

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
export interface Omissions {
  /** Paragraphs with words that the text does not have, in the order of the page. */
  readonly leftOut: readonly string[];
  /** How many words they have, and what they are; null if there are none, or `trimmed` says it. */
  readonly problem: string | null;
  /** The same of a web page whose main content is most of its words, menus aside. */
  readonly trimmed?: string;
}

/** Hidden until somebody does something: tabs, and what a program finds. Text for screen readers alone is on the page for all. */
export function isHidden(element: PageElement): boolean {
  if (element.getAttribute('hidden') === 'until-found') return false;
  return isUnseen(element) && element.tagName !== 'NOSCRIPT' && element.tagName !== 'IFRAME' && !isForEyesOnly(element);
}

/** `aria-hidden` hides text from ears alone. */
function isForEyesOnly(element: PageElement): boolean {
  const isMarked = element.getAttribute('aria-hidden') === 'true';
  return isMarked && !element.hasAttribute('hidden') && (element.getAttribute('style') ?? '') === '';
}

/** A navigation with nothing but links: every page of a site repeats it, and it names what other pages say. */
export function isMenu(element: PageElement): boolean {
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
    if (!isEnd) places[depth] = inherited === 'other' ? placeOf(node as PageElement) : inherited;
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
  return (
    text
      .normalize('NFKC')
      .replaceAll(/\\?[\^_]\(?/g, '')
      .toLowerCase()
      .match(WORD) ?? []
  );
}
