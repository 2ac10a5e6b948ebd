import type { parseHTML } from 'linkedom';
import { isElement, isUnseen, TEXT_NODE, walk } from './html-text.ts';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = Page['documentElement'];

/** Elements whose text is no content. */
const NO_CONTENT: ReadonlySet<string> = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'SVG', 'OBJECT']);
/** Their text is read as part of a word ("2⁶⁰", "x^(n)") or apart from it, as a note is. */
const RAISED: ReadonlySet<string> = new Set(['SUP', 'SUB']);
/** Between a word and a superscript or subscript next to it. */
const JOINT = '\u2060';
const WORD = /[\p{L}\p{N}\u2060]+/gu;

/** Words of a page, by what could keep them from being read. */
export type PageWords = Readonly<Record<'hidden' | 'menu' | 'other', ReadonlySet<string>>>;

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

/** Before reading, which changes the page. */
export function wordsOf(page: Page): PageWords {
  const texts = { hidden: '', menu: '', other: '' };
  const places: (keyof typeof texts)[] = [];
  walk(page.documentElement, (node, depth, isEnd) => {
    const inherited = places[depth - 1] ?? 'other';
    if (node.nodeType === TEXT_NODE) texts[inherited] += node.nodeValue ?? '';
    else texts[inherited] += isElement(node) && RAISED.has(node.tagName.toUpperCase()) ? JOINT : ' ';
    if (isEnd || !isElement(node)) return true;
    places[depth] = inherited === 'other' ? placeOf(node as PageElement) : inherited;
    return !NO_CONTENT.has(node.tagName.toUpperCase());
  });
  return {
    hidden: new Set(wordsIn(texts.hidden)),
    menu: new Set(wordsIn(texts.menu)),
    other: new Set(wordsIn(texts.other)),
  };
}

function placeOf(element: PageElement): keyof PageWords {
  if (isHidden(element)) return 'hidden';
  return isMenu(element) ? 'menu' : 'other';
}

/** What of a page's words is missing in the text that was read; null if nothing is. */
export function leftOutOf(words: PageWords, text: string): string | null {
  const read = new Set(wordsIn(text));
  const isRead = (word: string): boolean =>
    read.has(word.replaceAll(JOINT, '')) || word.split(JOINT).every((part) => part === '' || read.has(part));
  const isMissing = (place: keyof PageWords): boolean => [...words[place]].some((word) => !isRead(word));
  const parts = [
    ...(isMissing('menu') ? ['menus'] : []),
    ...(isMissing('hidden') ? ['hidden text'] : []),
    ...(isMissing('other') ? ['some text that could not be converted'] : []),
  ];
  return parts.length === 0 ? null : `read without ${parts.join(' and ')}`;
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .replaceAll(/[\^_]\(?/g, '')
      .toLowerCase()
      .match(WORD) ?? []
  );
}
