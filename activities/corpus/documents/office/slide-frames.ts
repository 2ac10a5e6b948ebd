import { escapeUTF8 } from 'entities';
import { chartData } from '../docx/chart-data.ts';
import type { Relationship } from '../docx/docx-parts.ts';
import { attributeOf, descendantsOf, elementsOf, type XmlElement } from '../docx/docx-xml.ts';
import { runsOf } from './slide-text.ts';

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
