import type { parseHTML } from 'linkedom';
import { MathMLToLaTeX } from 'mathml-to-latex';
import { TEXT_NODE } from './html-text.ts';

type Page = ReturnType<typeof parseHTML>['document'];

type PageElement = Page['documentElement'];

/** Styles that change what words say, and the elements that say the same. */
const STYLED: readonly (readonly [style: RegExp, name: string])[] = [
  [/text-decoration(?:-line)?\s*:[^;}]*line-through/i, 'del'],
  [/vertical-align\s*:\s*super/i, 'sup'],
  [/vertical-align\s*:\s*sub(?!\p{L})/iu, 'sub'],
];
/** Rules of a style sheet, also within `@media`. */
const RULE = /([^{}@;]{1,300})\{([^{}]{0,2000})\}/g;
const MOST_RULES = 2_000;

const SOURCE = 'script[type^="math/tex"]';
/** What programs draw from the source beside it. */
const DRAWN = '.MathJax_Preview, .MathJax, .MathJax_Display, .MathJax_SVG, .MathJax_CHTML';
const FORMULA = `.katex-display, .katex, mjx-container, .mwe-math-element, ${DRAWN}, math`;

/** Puts words that a style strikes out, raises or lowers into elements that do: the extraction drops styles. */
export function writeStyles(page: Page): void {
  const sheets = [...page.querySelectorAll('style')].map(({ textContent }) => textContent);
  const rules = sheets.flatMap((sheet) => [...sheet.matchAll(RULE)].slice(0, MOST_RULES));
  for (const [pattern, name] of STYLED) {
    const own = [...page.querySelectorAll('[style]')].filter((each) => pattern.test(each.getAttribute('style') ?? ''));
    const ruled = rules.flatMap(([, selector = '', style = '']) =>
      pattern.test(style) ? select(page, selector.trim()) : [],
    );
    for (const text of [...own, ...ruled].flatMap(textsIn)) {
      const marked = page.createElement(name);
      text.replaceWith(marked);
      marked.append(text);
    }
  }
}

/** Texts with words. */
function textsIn(element: PageElement): PageElement[] {
  if (element.nodeType === TEXT_NODE) return element.textContent.trim() === '' ? [] : [element];
  return [...element.childNodes].flatMap((node) => textsIn(node as PageElement));
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

/** Writes every formula once, as `$…$` in LaTeX: pages hold it as source, as MathML and drawn. */
export function writeFormulas(page: Page): void {
  for (const source of page.querySelectorAll(SOURCE)) {
    while (source.previousElementSibling?.matches(DRAWN) === true) source.previousElementSibling.remove();
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
