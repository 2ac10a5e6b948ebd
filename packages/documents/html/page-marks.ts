import { writeLowered, writeRaised } from '@plumbline/text/powers';
import type { parseHTML } from 'linkedom';
import { MathMLToLaTeX } from 'mathml-to-latex';
import { isInline, type PageNode, walk } from './html-text.ts';

type Page = ReturnType<typeof parseHTML>['document'];

type PageElement = Page['documentElement'];

const STRUCK = 'del, s, strike';
const STRUCK_STYLE = /text-decoration(?:-line)?\s*:[^;}]*line-through/i;
const RAISED_STYLE = /vertical-align\s*:\s*super/i;
const LOWERED_STYLE = /vertical-align\s*:\s*sub(?!\p{L})/iu;
/** Rules of a style sheet, also within `@media`. */
const RULE = /([^{}@;]{1,300})\{([^{}]{0,2000})\}/g;
const MOST_RULES = 2_000;
const TEXT_NODE = 3;
const CONTEXT = 48;

const SOURCE = 'script[type^="math/tex"]';
/** What programs draw from the source beside it. */
const DRAWN = '.MathJax_Preview, .MathJax, .MathJax_Display, .MathJax_SVG, .MathJax_CHTML';
const FORMULA = `.katex-display, .katex, mjx-container, .mwe-math-element, ${DRAWN}, math`;

/**
 * Writes the marks that change what words say into the text of a page: `~~` around struck text, powers and indices as
 * characters. They then survive all further processing. Marks of notes stay as they are.
 */
export function writePageMarks(page: Page): void {
  const rules = rulesOf(page);
  const styled = (pattern: RegExp, selector: string): Set<PageElement> => {
    const own = [...page.querySelectorAll('[style]')].filter((each) => pattern.test(each.getAttribute('style') ?? ''));
    const ruled = rules.filter(({ style }) => pattern.test(style)).flatMap((rule) => select(page, rule.selector));
    return new Set([...select(page, selector), ...own, ...ruled]);
  };
  for (const element of styled(RAISED_STYLE, 'sup')) writeMark(page, element, writeRaised);
  for (const element of styled(LOWERED_STYLE, 'sub')) writeMark(page, element, writeLowered);
  const struck = styled(STRUCK_STYLE, STRUCK);
  for (const texts of struckTexts(struck)) strike(page, texts);
  // The conversion to Markdown would mark these once more.
  for (const element of select(page, STRUCK)) element.replaceWith(...element.childNodes);
}

interface StyleRule {
  readonly selector: string;
  readonly style: string;
}

function rulesOf(page: Page): StyleRule[] {
  const sheets = [...page.querySelectorAll('style')].map(({ textContent }) => textContent);
  const rules = sheets.flatMap((sheet) => [...sheet.matchAll(RULE)].slice(0, MOST_RULES));
  return rules
    .map(([, selector = '', style = '']) => ({ selector: selector.trim(), style }))
    .filter(({ style }) => /line-through|vertical-align/i.test(style));
}

/** The elements of a selector; none if it is unreadable or depends on more than the page. */
function select(page: Page, selector: string): PageElement[] {
  if (selector.includes(':')) return [];
  try {
    return [...page.querySelectorAll(selector)];
  } catch {
    return [];
  }
}

function writeMark(page: Page, element: PageElement, write: typeof writeRaised): void {
  const words = element.textContent.trim();
  if (words === '' || element.querySelector('a, sup, sub') !== null || element.closest('a') !== null) return;
  const written = write(words, textBefore(element), textAfter(element).slice(0, 1));
  if (written !== '') element.replaceWith(page.createTextNode(written));
}

/** The words in front of an element within its paragraph. */
function textBefore(element: PageNode): string {
  let text = '';
  let node: PageNode | null = element;
  while (node !== null && text.length < CONTEXT) {
    const previous: PageNode | null = node.previousSibling;
    if (previous === null) node = node.parentNode;
    else text = `${wordsOf(previous)}${text}`;
    if (previous !== null) node = previous;
    if (node !== null && node.nodeType !== TEXT_NODE && !isInline(node)) break;
  }
  return text.slice(-CONTEXT);
}

function textAfter({ nextSibling }: PageNode): string {
  return nextSibling === null ? '' : wordsOf(nextSibling);
}

function wordsOf(node: PageNode): string {
  return node.nodeType === TEXT_NODE || isInline(node) ? (node.textContent ?? '') : '';
}

/** The texts of struck elements, grouped by element: emphasis begins and ends outside of the marks. */
function struckTexts(struck: ReadonlySet<PageElement>): PageNode[][] {
  const seen = new Set<PageNode>();
  const stretches: PageNode[][] = [];
  for (const element of struck) {
    if (seen.has(element)) continue;
    walk(element, (node) => {
      const goesIn = !seen.has(node);
      seen.add(node);
      if (!goesIn || node.nodeType !== TEXT_NODE || (node.nodeValue ?? '').trim() === '') return goesIn;
      const open = stretches.at(-1);
      if (open?.at(-1) !== undefined && open.at(-1) === node.previousSibling) open.push(node);
      else stretches.push([node]);
      return goesIn;
    });
  }
  return stretches;
}

/** Puts the marks around the words, within spaces at their ends. Code keeps them outside. */
function strike(page: Page, texts: readonly PageNode[]): void {
  const [first, last] = [texts[0], texts.at(-1)];
  if (first === undefined || last === undefined) return;
  const code = first.parentNode;
  if (code !== null && isCode(code)) {
    code.before(page.createTextNode('~~'));
    code.after(page.createTextNode('~~'));
  } else {
    first.nodeValue = (first.nodeValue ?? '').replace(/^\s*/, (space) => `${space}~~`);
    const words = (last.nodeValue ?? '').trimEnd();
    last.nodeValue = `${words}~~${(last.nodeValue ?? '').slice(words.length)}`;
  }
}

function isCode(node: PageNode): node is PageNode & Pick<PageElement, 'before' | 'after'> {
  return 'tagName' in node && /^code$/i.test(String(node.tagName));
}

/** Writes every formula once, as `$…$` in LaTeX: pages hold it as source, as MathML and drawn. */
export function writeFormulas(page: Page): void {
  for (const source of page.querySelectorAll(SOURCE)) {
    for (
      let drawn = source.previousElementSibling;
      drawn?.matches(DRAWN) === true;
      drawn = source.previousElementSibling
    )
      drawn.remove();
    source.replaceWith(formulaOf(page, source.textContent));
  }
  for (const element of page.querySelectorAll(FORMULA)) {
    const isWritten = element.parentElement === null || element.hasAttribute('data-latex');
    const latex = isWritten ? '' : latexOf(element);
    if (latex !== '' && element.parentElement?.closest(FORMULA) === null) element.replaceWith(formulaOf(page, latex));
  }
}

function latexOf(element: PageElement): string {
  const stated = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent.trim() ?? '';
  if (stated !== '') return stated;
  const math = element.tagName === 'MATH' ? element : element.querySelector('math');
  try {
    return math === null ? '' : MathMLToLaTeX.convert(math.outerHTML).trim();
  } catch {
    // Its words are read as they are.
    return '';
  }
}

/** The extraction of main content reads such an element as a formula. */
function formulaOf(page: Page, latex: string): PageElement {
  const formula = page.createElement('math');
  formula.setAttribute('data-latex', latex.trim());
  formula.textContent = `$${latex.trim()}$`;
  return formula;
}
