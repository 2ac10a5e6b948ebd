import type { OdfStyles } from './odf-styles.ts';
import { asHtml, childNamed, elementsNamed, isXmlElement, markedRun, type XmlElement } from './xml-parts.ts';

/** Cells and rows that stand for many are written as often as this at most: a sheet repeats the empty ones to its edge. */
const MOST_REPEATED = 50;

interface Omitted {
  /** In words. */
  readonly hidden: readonly string[];
  readonly pictures: number;
  /** Formulas and other objects with a file of their own. */
  readonly formulas: number;
}

export interface OdfWriter {
  /** The words below an element as HTML, with the notes behind them. */
  write(root: XmlElement): string;
  /** What was left out so far. */
  omitted(): Omitted;
}

/** Elements without words of the text: what was deleted is written where it was. */
const SKIPPED = new Set([
  'text:tracked-changes',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'text:table-of-content',
  'office:forms',
  'presentation:footer-decl',
  'presentation:date-time-decl',
  'svg:title',
  'svg:desc',
]);

/** @param changes the tracked changes of the text */
export function createOdfWriter({ styleOf, lists }: OdfStyles, changes: readonly XmlElement[]): OdfWriter {
  const deletions = new Map(
    changes.flatMap((change) => {
      const deleted = childNamed(change, 'text:deletion');
      return deleted === null
        ? []
        : [[change.getAttribute('text:id') ?? change.getAttribute('xml:id') ?? '', deleted] as const];
    }),
  );
  const notes: string[] = [];
  const comments: string[] = [];
  const hidden: string[] = [];
  /** Styles of the lists around an element, and how many entries the last list of a style had. */
  const open: string[] = [];
  const counts = new Map<string, number>();
  let [pictures, formulas, slides] = [0, 0, 0];

  const inside = (element: XmlElement): string =>
    [...element.childNodes].map((node) => (isXmlElement(node) ? write(node) : asHtml(node.textContent))).join('');

  const styled = (element: XmlElement, html: string): string => {
    const style = styleOf(element.getAttribute('text:style-name'));
    if (!style.isHidden) return markedRun(html, style);
    if (html.trim() !== '' && !hidden.includes('hidden text was not read')) hidden.push('hidden text was not read');
    return '';
  };

  const slide = (page: XmlElement): string => {
    slides += 1;
    if (styleOf(page.getAttribute('draw:style-name')).isHidden) {
      hidden.push(`the hidden slide ${slides} was not read`);
      return '';
    }
    const titles = [...page.children].filter((frame) => frame.getAttribute('presentation:class') === 'title');
    const title = titles.map(({ textContent }) => textContent.trim()).join(' ');
    const others = [...page.children].filter((frame) => !titles.includes(frame)).map(write);
    return `<h2>Slide ${slides}${title === '' ? '' : `: ${asHtml(title)}`}</h2>${others.join('')}${comments.splice(0).join('')}`;
  };

  const table = (element: XmlElement): string => {
    const headed = elementsNamed(childNamed(element, 'table:table-header-rows'), 'table:table-row');
    const rows = rowsOf(element).flatMap((row, index) => {
      const tag = headed.includes(row) || (headed.length === 0 && index === 0) ? 'th' : 'td';
      const cells = [...row.children].flatMap((cell) => {
        if (cell.tagName !== 'table:table-cell') return [];
        const html = `<${tag}${spanOf(cell, 'columns', 'colspan')}${spanOf(cell, 'rows', 'rowspan')}>${inOneBlock(inside(cell))}</${tag}>`;
        return Array.from({ length: repeatsOf(cell, 'table:number-columns-repeated') }, () => html);
      });
      return Array.from({ length: repeatsOf(row, 'table:number-rows-repeated') }, () => `<tr>${cells.join('')}</tr>`);
    });
    return `<table>${rows.join('')}</table>`;
  };

  const note = (element: XmlElement): string => {
    const mark = asHtml(childNamed(element, 'text:note-citation')?.textContent ?? String(notes.length + 1));
    const body = childNamed(element, 'text:note-body');
    notes.push(`<p>[^${mark}]: ${body === null ? '' : asHtml(body.textContent.trim())}</p>`);
    return `[^${mark}]`;
  };

  const WRITERS: Readonly<Record<string, (element: XmlElement) => string>> = {
    'text:h': (element) => {
      const level = Math.min(6, Number(element.getAttribute('text:outline-level') ?? 1));
      return `<h${level}>${styled(element, inside(element))}</h${level}>`;
    },
    'text:p': (element) => `<p>${styled(element, inside(element))}</p>${comments.splice(0).join('')}`,
    'text:span': (element) => styled(element, inside(element)),
    'text:a': (element) => markedRun(inside(element), { link: element.getAttribute('xlink:href') ?? undefined }),
    'text:s': (element) => ' '.repeat(Math.min(20, Number(element.getAttribute('text:c') ?? 1))),
    'text:tab': () => ' ',
    'text:line-break': () => '<br>',
    'text:list': list,
    'text:section': (element) => (element.getAttribute('text:display') === 'none' ? hiddenSection() : inside(element)),
    'text:hidden-text': () => hiddenSection(),
    'text:hidden-paragraph': () => '',
    'text:note': note,
    'text:change': (element) => deleted(deletions.get(element.getAttribute('text:change-id') ?? '')),
    'office:annotation': (element) => {
      const words = elementsNamed(element, 'text:p')
        .map(({ textContent }) => textContent)
        .join(' ');
      comments.push(`<p>Comment: ${asHtml(words)}</p>`);
      return '';
    },
    'table:table': table,
    'draw:page': slide,
    'presentation:notes': (element) => {
      const html = inside(element);
      return html.replaceAll(/<[^<>]*>/g, '').trim() === '' ? '' : `<p>Notes:</p>${html}`;
    },
    'draw:image': () => {
      pictures += 1;
      return '';
    },
    'draw:object': () => {
      formulas += 1;
      return '';
    },
    'draw:frame': frame,
    'draw:page-thumbnail': () => '',
  };

  /** A list within a list continues the entry above it. */
  function list(element: XmlElement): string {
    const name = element.getAttribute('text:style-name') ?? open.at(-1) ?? '';
    open.push(name);
    const tag = lists.has(`${name} ${open.length}`) ? 'ol' : 'ul';
    const before = element.getAttribute('text:continue-numbering') === 'true' ? (counts.get(name) ?? 0) : 0;
    const items: string[] = [];
    let above = '';
    for (const item of element.children) {
      const isInner = [...item.children].every(({ tagName }) => tagName === 'text:list');
      if (!isInner) items.push(inside(item));
      else if (items.length > 0) items.push(`${items.pop() ?? ''}${inside(item)}`);
      else above += inside(item);
    }
    open.pop();
    counts.set(name, before + items.length);
    if (items.length === 0) return above;
    const written = items.map((item) => `<li>${item}</li>`).join('');
    return `${above}<${tag}${before > 0 ? ` start="${before + 1}"` : ''}>${written}</${tag}>`;
  }

  function hiddenSection(): string {
    if (!hidden.includes('hidden text was not read')) hidden.push('hidden text was not read');
    return '';
  }

  /** An object has a picture of itself beside it; a text box in a paragraph stays apart from its words. */
  function frame(element: XmlElement): string {
    const object = childNamed(element, 'draw:object');
    if (object !== null) return write(object);
    const [first] = element.children;
    return first?.tagName === 'draw:image' ? write(first) : inside(element);
  }

  function deleted(change: XmlElement | undefined): string {
    const words = elementsNamed(change ?? null, 'text:p', 'text:h').map((each) =>
      markedRun(asHtml(each.textContent), { isStruck: true }),
    );
    return words.join(' ');
  }

  function write(element: XmlElement): string {
    return SKIPPED.has(element.tagName) ? '' : (WRITERS[element.tagName] ?? inside)(element);
  }

  return {
    write: (root) => `${inside(root)}${comments.splice(0).join('')}${notes.splice(0).join('')}`,
    omitted: () => ({ hidden, pictures, formulas }),
  };
}

/** The paragraphs and list entries of a cell, line by line. */
function inOneBlock(html: string): string {
  if (html.includes('<table>')) return html;
  const lines = html.split(/<\/?(?:p|[uo]l|li)(?:\s[^<>]*)?>|<br>/);
  return lines.filter((line) => line.trim() !== '').join('<br>');
}

function rowsOf(table: XmlElement): XmlElement[] {
  return [...table.children].flatMap((child) => {
    if (child.tagName === 'table:table-row') return [child];
    return /^table:table-(?:header-rows|rows|row-group)$/.test(child.tagName) ? rowsOf(child) : [];
  });
}

function spanOf(cell: XmlElement, name: string, attribute: string): string {
  const span = Number(cell.getAttribute(`table:number-${name}-spanned`) ?? 1);
  return span > 1 ? ` ${attribute}="${span}"` : '';
}

function repeatsOf(element: XmlElement, name: string): number {
  return Math.min(MOST_REPEATED, Math.max(1, Number(element.getAttribute(name) ?? 1)));
}
