import { Defuddle } from 'defuddle/node';
import { DOMParser, parseHTML } from 'linkedom';
import { figureText } from '../figures/figure-reading.ts';
import { withRepeatedHeaders } from '../tables/table-text.ts';
import { datesOf } from '../text/document-dates.ts';
import { NO_PAGES, type ReadText } from '../text/file-format.ts';
import { createOmissions, isDeep, isHidden, isMenu, isUnseen, joinStruck, wordsShown } from './html-text.ts';
import { writeMarkdown } from './markdown-writing.ts';
import { writeFormulas, writeStyles } from './page-marks.ts';

/** Main content shorter than this (in characters) counts as a mistake when the page has more text. */
const LITTLE_TEXT = 200;

const BEFORE_WORDS = /^(?:[^\p{L}[]|\[picture:[^\]]*\])*/u;

type Page = ReturnType<typeof parseHTML>['document'];

type PageElement = Page['documentElement'];

const BOXES = 'input[type], [role="checkbox"], [role="radio"]';
const [OPEN, TICKED] = ['☐', '☒'];

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
 * A page as Markdown. A web page is reduced to its main content, without navigation, banners and hidden text. A file in
 * a folder was chosen by somebody: it is read whole except for menus and hidden text. `problem` and `leftOut` say what
 * was omitted.
 *
 * @param locator path or address
 */
export async function readHtml(html: string, locator: string): Promise<ReadText> {
  const isXml = /^\s*(?:<\?xml\b|<(?:rss|feed|rdf:RDF)\b)/i.test(html);
  if (isXml && !/<html\b/i.test(html.slice(0, 2_000))) return readXml(html);
  const plain = openPlain(html);
  if (isDeep(plain.documentElement)) return { ...readDeep(plain), beside: html };
  const page = openPage(html);
  const isOfWeb = /^https?:\/\//i.test(locator);
  const omissionsOf = createOmissions(page, isOfWeb);
  const read = isOfWeb ? await readMainContent(page, html, locator) : readWhole(page);
  return { ...read, ...omissionsOf(read.text), beside: html };
}

/** Its words alone: all else asks each element for those around it. */
function readDeep(page: Page): ReadText {
  const read = readingOf(wordsShown(page.documentElement), page.title, Object.values(datesOf(page)));
  const { leftOut, problem } = createOmissions(page, false)(read.text);
  const notes = ['nested too deeply: read without its structure', ...(problem === null ? [] : [problem])];
  return { ...read, leftOut, problem: notes.join('; ') };
}

async function readMainContent(page: Page, html: string, address: string): Promise<ReadText> {
  const read = await extractContent(page, address);
  if (read.text.length >= LITTLE_TEXT) return read;
  // Reading changes the page.
  const { text } = readWhole(openPage(html));
  const lettersIn = (words: string): number => words.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
  return lettersIn(text) > lettersIn(read.text) ? { ...read, text } : read;
}

function readWhole(page: Page): ReadText {
  for (const element of page.querySelectorAll('iframe[srcdoc], noscript')) {
    const division = page.createElement('div');
    division.innerHTML = element.getAttribute('srcdoc') ?? element.innerHTML;
    element.replaceWith(division);
  }
  // A page of nothing but menus is a list of links.
  if (wordsShown(page.documentElement) === '')
    return readingOf(wordsShown(page.documentElement, 'menu'), titleOf(page), []);
  for (const element of page.querySelectorAll('[hidden], nav, [role="navigation"]'))
    if (isHidden(element) || isMenu(element)) element.remove();
  return writeWhole(page);
}

/** A page that is all content, like a converted document. Its title is the heading of the class `title`, or one over all. */
export function readContentHtml(html: string): ReadText {
  const page = openPage(html);
  return writeWhole(page, headingOverAll(page));
}

/** Other headings name a section. */
function headingOverAll(page: Page): string | null {
  const headings = headingsOf(page, 'h1, h2, h3, h4, h5, h6');
  const [first, ...others] = headings;
  const stated = headings.find(({ className }) => className === 'title') ?? first;
  if (first === undefined || stated === undefined) return null;
  const title = stated.textContent.trim();
  const isOverOthers = others.length > 0 && others.every(({ tagName }) => tagName > first.tagName);
  const isOpening = page.body.textContent.replace(BEFORE_WORDS, '').startsWith(title.replace(BEFORE_WORDS, ''));
  return stated.className === 'title' || isOverOthers || isOpening ? title : null;
}

/** Only with words: a picture may have the style of a heading. */
function headingsOf(page: Page, levels: string): PageElement[] {
  return [...page.querySelectorAll(levels)].filter(({ textContent }) => textContent.replace(BEFORE_WORDS, '') !== '');
}

/** A page that is all content. @param knownTitle when left out, what the page states, or its first heading */
function writeWhole(page: Page, knownTitle?: string | null): ReadText {
  for (const element of page.querySelectorAll('[style]')) if (isUnseen(element)) element.remove();
  const { published, changed } = datesOf(page);
  const title =
    knownTitle === undefined ? (titleOf(page) ?? headingsOf(page, 'h1, h2')[0]?.textContent.trim()) : knownTitle;
  const text = isDeep(page.documentElement) ? wordsShown(page.documentElement) : writeMarkdown(page.documentElement);
  return readingOf(text, title ?? null, [published, changed]);
}

function readingOf(markdown: string, title: string | null, dates: readonly string[]): ReadText {
  return {
    ...NO_PAGES,
    text: withRepeatedHeaders(joinStruck(markdown)).trim().toWellFormed(),
    title: title?.replaceAll(/\s+/g, ' ').trim() || null,
    publishedAt: dates.map(isoDate).find((date) => date !== null) ?? null,
  };
}

/** The main content of a page of the web. */
async function extractContent(page: Page, address: string): Promise<ReadText> {
  keepContent(page);
  for (const element of page.querySelectorAll('[style]')) if (isUnseen(element)) element.remove();
  const [first] = headingsOf(page, 'h1, h2');
  const heading = first?.textContent.trim() ?? '';
  const stated = datesOf(page);
  const named = titleOf(page) ?? heading;
  if (titleOf(page) === null) page.title = heading;
  // The extraction removes a heading that is the title, and what it takes for a byline beside it; the page shows both.
  const isTitle = first?.tagName === 'H1' ? named.includes(heading) : named === heading;
  if (isTitle) first?.remove();
  const found = await Defuddle(page, address, { useAsync: false });
  const content = writeMarkdown(openPlain(found.content).documentElement);
  // A page is dated by its last change where it does not say when it was published.
  const dates = [stated.published, found.published, stated.changed];
  return readingOf(isTitle && heading !== '' ? `# ${heading}\n\n${content}` : content, found.title, dates);
}

function isoDate(date: string): string | null {
  return Number.isNaN(Date.parse(date)) ? null : new Date(date).toISOString();
}

/** A fragment would become the page's root itself. */
function openPlain(html: string): Page {
  return parseHTML(/<(?:html|body)\b/i.test(html) ? html : `<html><body>${html}</body></html>`).document;
}

function openPage(html: string): Page {
  const page = openPlain(html);
  writeFormulas(page);
  writeStyles(page);
  writeBoxes(page);
  writeDrawings(page);
  return page;
}

function titleOf(page: Page): string | null {
  const titles = [...page.querySelectorAll('title')].filter((title) => title.closest('svg') === null);
  return titles[0]?.textContent.trim() || null;
}

/** The words of every innermost element as a paragraph; feeds embed HTML in them. */
function readXml(xml: string): ReadText {
  const root = new DOMParser().parseFromString(xml, 'text/xml');
  const leaves = [...root.querySelectorAll('*')].filter((element) => element.children.length === 0);
  const texts = leaves.map(({ textContent }) =>
    /<[a-z][^>]*>/i.test(textContent) ? wordsShown(openPage(textContent).documentElement) : textContent.trim(),
  );
  const text = texts.filter((part) => part !== '').join('\n\n');
  return { ...NO_PAGES, text: text.toWellFormed(), title: titleOf(root), publishedAt: null };
}

/** Writes the words of drawings, with what they belong to, in their place. */
function writeDrawings(page: Page): void {
  for (const drawing of page.querySelectorAll('svg')) {
    const rows = rowsOf(drawing).filter((line) => line.startsWith('- '));
    if (rows.length === 0 || drawing.parentElement?.closest('svg')) continue;
    const [figure, list] = [page.createElement('div'), page.createElement('ul')];
    for (const name of ['style', 'hidden'])
      if (drawing.hasAttribute(name)) figure.setAttribute(name, drawing.getAttribute(name) ?? '');
    for (const row of rows) list.appendChild(page.createElement('li')).textContent = row.slice(2);
    figure.append('Figure (drawn in the page):', list);
    drawing.replaceWith(figure);
  }
}

function rowsOf(drawing: PageElement): string[] {
  try {
    return figureText(drawing.outerHTML).split('\n');
  } catch {
    return [];
  }
}

/** Writes the boxes of a page as ☐ and ☒ in front of their words, and the options of a list like boxes. */
function writeBoxes(page: Page): void {
  const labels = new Map([...page.querySelectorAll('label[for]')].map((label) => [label.getAttribute('for'), label]));
  for (const box of page.querySelectorAll(BOXES)) {
    const isInput = box.tagName === 'INPUT';
    if (isInput && !/^(?:checkbox|radio)$/i.test(box.getAttribute('type') ?? '')) continue;
    const isTicked = isInput ? box.hasAttribute('checked') : box.getAttribute('aria-checked') === 'true';
    const mark = page.createTextNode(`${isTicked ? TICKED : OPEN} `);
    const named = isInput ? (box.closest('label') ?? labels.get(box.getAttribute('id')) ?? null) : box;
    if (named === null) box.replaceWith(mark);
    else {
      if (isInput) box.remove();
      named.prepend(mark);
    }
  }
  for (const list of page.querySelectorAll('select')) {
    const options = [...list.querySelectorAll('option')].map(
      (option) => `${option.hasAttribute('selected') ? TICKED : OPEN} ${option.textContent.trim()}`,
    );
    list.replaceWith(page.createTextNode(options.join(' ')));
  }
}

/**
 * Takes the names and the kind of element from what says something within an article: warnings, notes, remarks at its
 * end. By these, the extraction of main content would drop them. Links, forms, and what surrounds an article keep them.
 */
function keepContent(page: Page): void {
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
  const isSentence = (one: string): boolean => /[.!?]$/.test(one) && one.split(/\s+/).length >= SHORTEST_SENTENCE;
  const hasSentence = words.split(/(?<=[.!?])\s+/).some(isSentence);
  return hasSentence && !RIGHTS.test(words) && linked <= words.length * MOST_LINKED;
}
