import type { parseHTML } from 'linkedom';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = Page['documentElement'];

const BOXES = 'input[type], [role="checkbox"], [role="radio"]';
const [OPEN, TICKED] = ['☐', '☒'];

/** Writes the boxes of a page as ☐ and ☒ in front of their words, and the options of a list like boxes. */
export function writeBoxes(page: Page): void {
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
