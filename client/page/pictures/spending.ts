import { h, type JSX } from 'preact';
import type { ReportFigures } from '../../../workflows/contracts/report-figures.ts';
import { measureOf, spendingSteps, thinned } from '../models/pictures.ts';
import { useWords } from '../parts/words-context.ts';
import { numbersIn } from './numbers.ts';
import { Picture } from './picture.ts';

/** Rows of the table: enough to follow the line. */
const MOST_ROWS = 40;

/** What the run had spent at each moment. */
export function Spending({ figures }: { readonly figures: ReportFigures }): JSX.Element {
  const { language, pictures } = useWords();
  const { spending } = pictures;
  const { count, money, time, duration } = numbersIn(language);
  const { points, isWhole } = figures.spending;
  const steps = spendingSteps(points);
  const last = points.at(-1);
  const measure = measureOf(points);
  const told =
    last === undefined
      ? ''
      : spending.told(
          last.money > 0 ? money(last.money) : '',
          last.tokens > 0 ? count(last.tokens) : '',
          count(last.requests),
          duration(steps.points.at(-1)?.x ?? 0, steps.unit),
        );
  return h(
    Picture,
    {
      heading: spending.heading,
      told: last === undefined && isWhole ? spending.none : told,
      picture: last === undefined ? null : steps,
      axes: { x: (x) => duration(x, steps.unit), y: measure === 'money' ? money : count },
      columns: [spending.time, spending.requests, spending.tokens, spending.money],
      rows: thinned(points, MOST_ROWS).map((point) => [
        time(point.at),
        count(point.requests),
        count(point.tokens),
        money(point.money),
      ]),
    },
    isWhole ? null : h('p', { class: 'quiet' }, spending.notWhole),
    last === undefined ? null : h('p', { class: 'quiet measure' }, spending.measures[measure]),
  );
}
