import { escapeUTF8 } from 'entities';
import { chartData } from './chart-data.ts';
import { attributeOf, childOf, descendantsOf, elementsOf, wordsOf, type XmlElement } from './xml-elements.ts';
import { markedRun, type Relationship, targetOf } from './xml-parts.ts';

/** The role of a shape, such as `title`, `body`, `ftr`; `body` where it states none; null for a free text box. */
export function placeholderOf(shape: XmlElement): string | null {
  const [placeholder] = descendantsOf(shape, 'p:ph');
  return placeholder === undefined ? null : (attributeOf(placeholder, 'type') ?? 'body');
}

export function isTitle(shape: XmlElement): boolean {
  return /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? '');
}

/** The words of a shape in one line. */
export function lineOf(shape: XmlElement): string {
  return descendantsOf(shape, 'a:p').map(wordsOf).join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Paragraphs and lists of a text. @param placeholder see {@link placeholderOf}; the text of a body is a list */
export function paragraphsOf(
  body: XmlElement | undefined,
  relations: readonly Relationship[],
  placeholder: string | null,
): string {
  const html: string[] = [];
  const open: string[] = [];
  const closeTo = (depth: number): void => {
    while (open.length > depth) html.push(`</li></${open.pop() ?? 'ul'}>`);
  };
  for (const paragraph of elementsOf(body).filter(({ name }) => name === 'a:p')) {
    const words = runsOf(paragraph, relations);
    if (words.trim() === '') continue;
    const kind = listKind(childOf(paragraph, 'a:pPr'), placeholder);
    if (kind === null) {
      closeTo(0);
      html.push(`<p>${words}</p>`);
      continue;
    }
    const depth = Math.min(Number(attributeOf(childOf(paragraph, 'a:pPr'), 'lvl') ?? 0), open.length) + 1;
    closeTo(depth);
    if (open.length === depth) html.push('</li><li>', words);
    else {
      open.push(kind);
      html.push(`<${kind}><li>`, words);
    }
  }
  closeTo(0);
  return html.join('');
}

function listKind(properties: XmlElement | undefined, placeholder: string | null): 'ul' | 'ol' | null {
  const has = (name: string): boolean => childOf(properties, name) !== undefined;
  if (has('a:buAutoNum')) return 'ol';
  return has('a:buChar') || (placeholder === 'body' && !has('a:buNone')) ? 'ul' : null;
}

/** The words of a paragraph as HTML. */
export function runsOf(paragraph: XmlElement, relations: readonly Relationship[]): string {
  const written = elementsOf(paragraph).map((run) => {
    if (run.name === 'a:br') return '<br>';
    // Of alternatives for older programs only the first counts.
    if (run.name === 'mc:AlternateContent') return escapeUTF8(wordsOf(childOf(run, 'mc:Choice')));
    if (!/^a:(?:r|fld)$|^a14:m$/.test(run.name)) return '';
    const properties = childOf(run, 'a:rPr');
    const baseline = Number(attributeOf(properties, 'baseline') ?? 0);
    return markedRun(escapeUTF8(wordsOf(run)), {
      isStruck: /^(?:sng|dbl)Strike$/.test(attributeOf(properties, 'strike') ?? ''),
      isRaised: baseline > 0,
      isLowered: baseline < 0,
      link: targetOf(relations, attributeOf(childOf(properties, 'a:hlinkClick'), 'r:id')),
    });
  });
  return written.join('');
}

/** A table of a slide as HTML, with its merged cells. */
export function slideTable(table: XmlElement, relations: readonly Relationship[]): string {
  const rows = descendantsOf(table, 'a:tr').map((row, index) => {
    const tag = index === 0 ? 'th' : 'td';
    const isMerged = (cell: XmlElement): boolean =>
      ['hMerge', 'vMerge'].some((direction) => attributeOf(cell, direction) === '1');
    const cells = elementsOf(row).filter((cell) => cell.name === 'a:tc' && !isMerged(cell));
    const written = cells.map((cell) => {
      const words = descendantsOf(cell, 'a:p').map((paragraph) => runsOf(paragraph, relations));
      return `<${tag}${spanOf(cell, 'gridSpan', 'colspan')}${spanOf(cell, 'rowSpan', 'rowspan')}>${words.join('<br>')}</${tag}>`;
    });
    return `<tr>${written.join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function spanOf(cell: XmlElement, name: string, attribute: string): string {
  const span = Number(attributeOf(cell, name) ?? 1);
  return span > 1 ? ` ${attribute}="${span}"` : '';
}

/** The data that a chart shows, as a table below its titles. */
export function chartTable(chart: XmlElement): string {
  const { titles, head, rows } = chartData(chart);
  if (titles.length + rows.length === 0) return '';
  const rowOf = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeUTF8(cell)}</${tag}>`).join('')}</tr>`;
  const table = [rowOf(head, 'th'), ...rows.map((cells) => rowOf(cells, 'td'))].join('');
  const caption = `<p>${escapeUTF8(`Chart: ${titles.join('; ')}`.trim())}</p>`;
  return rows.length === 0 ? caption : `${caption}<table>${table}</table>`;
}

/** The words of a diagram (SmartArt) as a list. */
export function diagramList(diagram: XmlElement): string {
  const points = descendantsOf(diagram, 'dgm:pt').map((point) =>
    descendantsOf(point, 'a:p')
      .map((paragraph) => runsOf(paragraph, []))
      .join('<br>'),
  );
  const items = points.filter((words) => words.trim() !== '').map((words) => `<li>${words}</li>`);
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}
