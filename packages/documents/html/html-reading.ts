import { Defuddle, type DefuddleOptions } from 'defuddle/node';
import { DOMParser, parseHTML } from 'linkedom';
import { withRepeatedHeaders } from '../tables/table-text.ts';
import { datesOf } from '../text/document-dates.ts';
import { NO_PAGES, type ReadText } from '../text/file-format.ts';
import { createOmissions, depthOf, isHidden, isMenu, isUnseen, joinStruck, visibleText } from './html-text.ts';
import { writeFormulas, writePageMarks } from './page-marks.ts';
import { holdRows, writeTables } from './page-tables.ts';

/** Extracting the main content takes time cubic in the nesting depth; ordinary pages stay far below this. */
const MAX_DEPTH = 200;
/** Main content shorter than this (in characters) counts as a mistake when the page has more text. */
const LITTLE_TEXT = 200;

/** An invisible separator, after which the extraction takes a heading neither for the title nor for one without text. */
const END = '\u2063';
const BEFORE_WORDS = /^(?:[^\p{L}[]|\[picture:[^\]]*\])*/u;
const TITLE_HEADING = /^#+ (.*)\u2063$/m;

type Page = ReturnType<typeof parseHTML>['document'];

type PageElement = Page['documentElement'];

/** Everything in the body is content. */
const WHOLE: DefuddleOptions = {
  contentSelector: 'body',
  removeExactSelectors: false,
  removePartialSelectors: false,
  removeLowScoring: false,
  removeContentPatterns: false,
};

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
  if (isOtherXml(html)) return readXml(html);
  const page = openPage(html);
  const isDeep = depthOf(page.documentElement) > MAX_DEPTH;
  const isOfWeb = /^https?:\/\//i.test(locator);
  const omissionsOf = createOmissions(page, isOfWeb);
  const readWith = isOfWeb ? readMainContent : readWhole;
  const read = isDeep ? readVisible(page, titleOf(page)) : await readWith(page, html, locator);
  return { ...read, ...omissionsOf(read.text) };
}

async function readMainContent(page: Page, html: string, address: string): Promise<ReadText> {
  keepContent(page);
  const read = await toMarkdown(page, address, {});
  // Reading changes the page.
  return read.text.length < LITTLE_TEXT ? orMore(read, (await readWhole(openPage(html))).text) : read;
}

async function readWhole(page: Page): Promise<ReadText> {
  for (const frame of page.querySelectorAll('iframe[srcdoc]'))
    asDivision(page, frame, frame.getAttribute('srcdoc') ?? '');
  for (const fallback of page.querySelectorAll('noscript')) asDivision(page, fallback, fallback.innerHTML);
  const all = visibleText(page.documentElement);
  for (const element of page.querySelectorAll('[hidden], nav, [role="navigation"]'))
    if (isHidden(element) || isMenu(element)) element.remove();
  // A page of nothing but menus is a list of links.
  const words = visibleText(page.documentElement) || all;
  return orMore(await toMarkdown(page, undefined, WHOLE), words);
}

/** Another reading of the page where almost nothing is left, and that has more words. */
function orMore(read: ReadText, other: string): ReadText {
  const isLess = read.text.length < LITTLE_TEXT && lettersIn(read.text) < lettersIn(other);
  return isLess ? { ...read, text: other } : read;
}

function lettersIn(text: string): number {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

function readVisible(page: Page, title: string | null): ReadText {
  return { ...NO_PAGES, text: visibleText(page.documentElement), title, publishedAt: null };
}

function asDivision(page: Page, element: Page['documentElement'], html: string): void {
  const division = page.createElement('div');
  division.innerHTML = html;
  element.replaceWith(division);
}

/** A page that is all content, like a converted document. Its title is the heading of the class `title`, or one over all. */
export async function readContentHtml(html: string): Promise<ReadText> {
  const page = openPage(html);
  const title = headingOverAll(page);
  if (depthOf(page.documentElement) > MAX_DEPTH) return readVisible(page, title);
  // The extraction removes headings at the end.
  const end = page.createElement('p');
  end.textContent = END;
  page.body.append(end);
  return toMarkdown(page, undefined, WHOLE, title);
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

/** @param knownTitle when left out, what the page states, or its first heading */
async function toMarkdown(
  page: Page,
  address: string | undefined,
  options: DefuddleOptions,
  knownTitle?: string | null,
): Promise<ReadText> {
  for (const element of page.querySelectorAll('[style]')) if (isUnseen(element)) element.remove();
  joinTerms(page);
  const [first] = headingsOf(page, 'h1, h2');
  const heading = first?.textContent.trim();
  const stated = datesOf(page);
  const withRows = holdRows(page);
  // The extraction removes a heading equal to the title, but the page shows it.
  if (heading !== undefined && titleOf(page) === null) page.title = heading;
  first?.append(END);
  const found = await Defuddle(page, address, { ...options, markdown: true, useAsync: false });
  const [written, { published }] = [withRows(found.content), found];
  const title = knownTitle === undefined ? found.title.replaceAll(END, '').trim() : (knownTitle ?? '');
  const isTitled = title !== '' && heading === title && first?.tagName === 'H1';
  const isHeadingLost = title !== '' && heading === title && !TITLE_HEADING.test(written);
  const content = (isTitled ? written.replace(TITLE_HEADING, '# $1') : written).replaceAll(END, '').trim();
  return {
    ...NO_PAGES,
    text: withRepeatedHeaders(joinStruck(isHeadingLost ? `# ${title}\n\n${content}` : content)).toWellFormed(),
    title: title || null,
    // A page is dated by its last change where it does not say when it was published.
    publishedAt: [stated.published, published, stated.changed].map(isoDate).find((date) => date !== null) ?? null,
  };
}

function isoDate(date: string): string | null {
  return Number.isNaN(Date.parse(date)) ? null : new Date(date).toISOString();
}

/**
 * Markdown has no definition lists: they become lists with entries "**term**: definition". Inner lists are converted
 * first.
 */
function joinTerms(page: Page): void {
  for (const list of [...page.querySelectorAll('dl')].toReversed()) {
    const entries: string[] = [];
    let previous = '';
    for (const { tagName, innerHTML } of list.querySelectorAll('dt, dd')) {
      const last = entries.at(-1);
      const words = tagName === 'DT' ? `<strong>${innerHTML}</strong>` : innerHTML;
      if (last === undefined || (tagName === 'DT' && previous !== 'DT')) entries.push(words);
      else entries[entries.length - 1] = `${last}${tagName === 'DT' ? ', ' : ': '}${words}`;
      previous = tagName;
    }
    const items = page.createElement('ul');
    items.innerHTML = entries.map((entry) => `<li>${entry}</li>`).join('');
    if (entries.length > 0) list.replaceWith(items);
  }
}

function openPage(html: string): Page {
  // A fragment would become the page's root itself.
  const page = parseHTML(/<(?:html|body)\b/i.test(html) ? html : `<html><body>${html}</body></html>`).document;
  writeFormulas(page);
  writePageMarks(page);
  writeBoxes(page);
  writeTables(page);
  return page;
}

function titleOf(page: Page): string | null {
  return page.querySelector('title')?.textContent.trim() || null;
}

/** Whether the content is XML other than XHTML, such as a feed. */
function isOtherXml(text: string): boolean {
  return /^\s*(?:<\?xml\b|<(?:rss|feed|rdf:RDF)\b)/i.test(text) && !/<html\b/i.test(text.slice(0, 2_000));
}

/** The words of every innermost element as a paragraph; feeds embed HTML in them. */
function readXml(xml: string): ReadText {
  const root = new DOMParser().parseFromString(xml, 'text/xml');
  const leaves = [...root.querySelectorAll('*')].filter((element) => element.children.length === 0);
  const texts = leaves.map(({ textContent }) =>
    /<[a-z][^>]*>/i.test(textContent) ? visibleText(openPage(textContent).documentElement) : textContent.trim(),
  );
  const text = texts.filter((part) => part !== '').join('\n\n');
  return { ...NO_PAGES, text: text.toWellFormed(), title: titleOf(root), publishedAt: null };
}

/** Writes the boxes of a page as ☐ and ☒ in front of their words, and the options of a list like boxes. */
function writeBoxes(page: Page): void {
  const labelOf = createLabelFinder(page);
  for (const box of page.querySelectorAll(BOXES)) {
    const isInput = box.tagName === 'INPUT';
    if (isInput && !/^(?:checkbox|radio)$/i.test(box.getAttribute('type') ?? '')) continue;
    const isTicked = isInput ? box.hasAttribute('checked') : box.getAttribute('aria-checked') === 'true';
    const mark = page.createTextNode(`${isTicked ? TICKED : OPEN} `);
    const named = isInput ? labelOf(box) : box;
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

/** Finds the label with the words of a box: around it, or named for it. */
function createLabelFinder(page: Page) {
  const labels = new Map([...page.querySelectorAll('label[for]')].map((label) => [label.getAttribute('for'), label]));
  return (box: PageElement): PageElement => box.closest('label') ?? labels.get(box.getAttribute('id')) ?? null;
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
  return hasSentence(words) && !RIGHTS.test(words) && linked <= words.length * MOST_LINKED;
}

function hasSentence(text: string): boolean {
  const sentences = text.split(/(?<=[.!?])\s/);
  return sentences.some((one) => /[.!?]$/.test(one) && one.trim().split(/\s+/).length >= SHORTEST_SENTENCE);
}
