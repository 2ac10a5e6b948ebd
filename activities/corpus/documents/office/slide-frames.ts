import { escapeUTF8 } from 'entities';
import { runsOf } from './slide-text.ts';
import { childNamed, elementsNamed, type Relation, type XmlElement } from './xml-parts.ts';

/** A table of a slide as HTML, with its merged cells. */
export function slideTable(table: XmlElement, relations: ReadonlyMap<string, Relation>): string {
  const rows = elementsNamed(table, 'a:tr').map((row, index) => {
    const tag = index === 0 ? 'th' : 'td';
    const cells = [...row.children].filter(
      (cell) => cell.tagName === 'a:tc' && cell.getAttribute('hMerge') !== '1' && cell.getAttribute('vMerge') !== '1',
    );
    const written = cells.map((cell) => {
      const words = elementsNamed(cell, 'a:p').map((paragraph) => runsOf(paragraph, relations));
      return `<${tag}${spanOf(cell, 'gridSpan', 'colspan')}${spanOf(cell, 'rowSpan', 'rowspan')}>${words.join('<br>')}</${tag}>`;
    });
    return `<tr>${written.join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function spanOf(cell: XmlElement, name: string, attribute: string): string {
  const span = Number(cell.getAttribute(name) ?? 1);
  return span > 1 ? ` ${attribute}="${span}"` : '';
}

/** The data that a chart shows, as a table: a row for each category, a column for each series. */
export function chartTable(chart: XmlElement): string {
  const [heading] = elementsNamed(chart, 'c:title');
  const title = elementsNamed(heading ?? null, 'a:t')
    .map(({ textContent }) => textContent)
    .join('');
  const series = elementsNamed(chart, 'c:ser').map((each) => ({
    name: pointsOf(childNamed(each, 'c:tx')).get(0) ?? '',
    categories: pointsOf(childNamed(each, 'c:cat') ?? childNamed(each, 'c:xVal')),
    values: pointsOf(childNamed(each, 'c:val') ?? childNamed(each, 'c:yVal')),
  }));
  const places = [...new Set(series.flatMap(({ values }) => [...values.keys()]))].sort(
    (first, second) => first - second,
  );
  const names = series.map(({ name }) => `<th>${escapeUTF8(name)}</th>`).join('');
  const rows = places.map((at) => {
    const category = series.find(({ categories }) => categories.has(at))?.categories.get(at) ?? '';
    return `<tr><td>${escapeUTF8(category)}</td>${series.map(({ values }) => `<td>${escapeUTF8(values.get(at) ?? '')}</td>`).join('')}</tr>`;
  });
  const caption = `<p>${escapeUTF8(title === '' ? 'Chart:' : `Chart: ${title}`)}</p>`;
  return rows.length === 0
    ? title === ''
      ? ''
      : caption
    : `${caption}<table><tr><th></th>${names}</tr>${rows.join('')}</table>`;
}

/** Cached values by their index. */
function pointsOf(reference: XmlElement | null): ReadonlyMap<number, string> {
  return new Map(
    elementsNamed(reference, 'c:pt').map((point) => [
      Number(point.getAttribute('idx')),
      childNamed(point, 'c:v')?.textContent ?? '',
    ]),
  );
}

/** The words of a diagram (SmartArt) as a list. */
export function diagramList(diagram: XmlElement): string {
  const points = elementsNamed(diagram, 'dgm:pt').map((point) =>
    elementsNamed(point, 'a:p')
      .map((paragraph) => runsOf(paragraph, new Map()))
      .join('<br>'),
  );
  const items = points.filter((words) => words.trim() !== '').map((words) => `<li>${words}</li>`);
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}
