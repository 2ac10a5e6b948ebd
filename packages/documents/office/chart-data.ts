import { attributeOf, childOf, descendantsOf, textOf, wordsOf, type XmlElement } from '../text/xml-elements.ts';

/** The values that a document keeps for a chart, as a table: a row for each category, a column for each series. */
export function chartData(chart: XmlElement) {
  const series = descendantsOf(chart, 'c:ser').map((one) => ({
    name: valuesOf(childOf(one, 'c:tx')).get(0) ?? '',
    categories: valuesOf(childOf(one, 'c:cat') ?? childOf(one, 'c:xVal')),
    values: valuesOf(childOf(one, 'c:val') ?? childOf(one, 'c:yVal')),
  }));
  const categories = new Map(series.flatMap((one) => [...one.categories]));
  const places = new Set(series.flatMap(({ values }) => [...values.keys()]));
  const titles = descendantsOf(chart, 'c:title').map((title) => descendantsOf(title, 'a:p').map(wordsOf).join(' '));
  return {
    titles: titles.filter((title) => title.trim() !== ''),
    head: ['', ...series.map(({ name }) => name)],
    rows: [...places]
      .sort((one, other) => one - other)
      .map((place) => [categories.get(place) ?? '', ...series.map(({ values }) => values.get(place) ?? '')]),
  };
}

/** Values by their place. */
function valuesOf(data: XmlElement | undefined): ReadonlyMap<number, string> {
  const points = data === undefined ? [] : descendantsOf(data, 'c:pt');
  return new Map(points.map((point) => [Number(attributeOf(point, 'idx') ?? 0), textOf(childOf(point, 'c:v'))]));
}
