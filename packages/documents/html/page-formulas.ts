import type { parseHTML } from 'linkedom';
import { MathMLToLaTeX } from 'mathml-to-latex';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = Page['documentElement'];

const SOURCE = 'script[type^="math/tex"]';
/** What programs draw from the source beside it. */
const DRAWN = '.MathJax_Preview, .MathJax, .MathJax_Display, .MathJax_SVG, .MathJax_CHTML';
const FORMULA = `.katex-display, .katex, mjx-container, .mwe-math-element, ${DRAWN}, math`;

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
