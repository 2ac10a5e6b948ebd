import { h, type JSX } from 'preact';
import type { ReportFigures } from '../../../workflows/contracts/report-figures.ts';
import { sourceBars } from '../models/pictures.ts';
import { useWords } from '../parts/words-context.ts';
import { numbersIn } from './numbers.ts';
import { Picture } from './picture.ts';

/** Which sources the claims rest on. */
export function Sources({ figures }: { readonly figures: ReportFigures }): JSX.Element {
  const words = useWords();
  const { sources } = words.pictures;
  const { count } = numbersIn(words.language);
  const [first] = figures.sources;
  const name = first === undefined ? '' : first.title || first.locator;
  return h(Picture, {
    heading: sources.heading,
    told: first === undefined ? sources.none : sources.told(figures.sources.length, name, count(first.claims)),
    picture: first === undefined ? null : sourceBars(figures),
    columns: [sources.source, sources.claims, sources.citations],
    rows: figures.sources.map(({ title, locator, claims, citations }) => [
      title === '' || title === locator ? locator : `${title} (${locator})`,
      count(claims),
      count(citations),
    ]),
  });
}
