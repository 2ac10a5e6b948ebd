import type { parseHTML } from 'linkedom';
import { isHidden } from './html-omissions.ts';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = Page['documentElement'];

const ARTICLE = 'article, main, [role="main"]';
/** What the extraction of main content may take for something around it, by its name. */
const DOUBTED =
  'aside, dialog, header, footer, nav, button, label, noscript, iframe[srcdoc], [class], [id], [role], [hidden], [aria-hidden]';
const WARNING =
  '.warning, .caution, .danger, .important, .notice, .note, .tip, .hint, .admonition, .alert, .callout, [role="note"], [role="alert"]';
const BLOCK = /^(?:ASIDE|DIALOG|HEADER|FOOTER|NAV|BUTTON|LABEL|NOSCRIPT|IFRAME|DIV|SECTION|P)$/;
const CONTROLS = 'button, input, select, textarea, form, h1';
const AROUND =
  /cookie|consent|newsletter|subscri|shar(?:e|ing)|social|advert|sponsor|promo|comments|author|byline|breadcrumb/i;
const RIGHTS = /©|all rights reserved/i;
const SHORTEST_SENTENCE = 5;
const MOST_LINKED = 1 / 3;

/**
 * Takes the names and the kind of element from what says something within an article: warnings, notes, remarks at its
 * end. By these, the extraction of main content would drop them. Links, forms, and what surrounds an article keep them.
 */
export function keepContent(page: Page): void {
  for (const element of page.querySelectorAll(DOUBTED)) {
    if (!BLOCK.test(element.tagName) || element.matches(ARTICLE) || element.querySelector(ARTICLE) !== null) continue;
    const isInside = element.closest(ARTICLE) !== null || element.matches(WARNING);
    if (!isInside || isHidden(element) || !saysSomething(element)) continue;
    const plain = page.createElement(element.tagName === 'P' ? 'p' : 'div');
    plain.innerHTML = element.getAttribute('srcdoc') ?? element.innerHTML;
    element.replaceWith(plain);
  }
}

function saysSomething(element: PageElement): boolean {
  const name = ['class', 'id', 'role'].map((attribute) => element.getAttribute(attribute) ?? '').join(' ');
  if (AROUND.test(name) || element.querySelector(CONTROLS) !== null) return false;
  const words = (element.getAttribute('srcdoc')?.replaceAll(/<[^<>]*>/g, ' ') ?? element.textContent).trim();
  const linked = [...element.querySelectorAll('a')].reduce((length, { textContent }) => length + textContent.length, 0);
  return hasSentence(words) && !RIGHTS.test(words) && linked <= words.length * MOST_LINKED;
}

function hasSentence(text: string): boolean {
  const sentences = text.split(/(?<=[.!?])\s/);
  return sentences.some((one) => /[.!?]$/.test(one) && one.trim().split(/\s+/).length >= SHORTEST_SENTENCE);
}
