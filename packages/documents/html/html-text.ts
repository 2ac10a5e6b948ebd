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

export interface PageElement extends PageNode {
  readonly tagName: string;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
}

const ELEMENT_NODE = 1;
export const TEXT_NODE = 3;

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

export function isElement(node: PageNode): node is PageElement {
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
