import { h, type JSX } from 'preact';
import type { ReportFigures } from '../../../workflows/contracts/report-figures.ts';
import { countOfStep, FUNNEL_STEPS, funnelBars } from '../models/pictures.ts';
import { useWords } from '../parts/words-context.ts';
import { numbersIn } from './numbers.ts';
import { Picture } from './picture.ts';

/** How many passages came from one step of the retrieval to the next. */
export function Funnel({ figures }: { readonly figures: ReportFigures }): JSX.Element {
  const { language, pictures } = useWords();
  const { funnel } = pictures;
  const { count } = numbersIn(language);
  const { found, read, stated } = figures.funnel;
  return h(Picture, {
    heading: funnel.heading,
    told: funnel.told(count(found), count(read), count(stated)),
    picture: funnelBars(figures, funnel.steps, count),
    columns: [funnel.step, funnel.passages],
    rows: FUNNEL_STEPS.map((step) => [
      `${funnel.steps[step]}: ${funnel.meanings[step]}`,
      countOfStep(figures.funnel, step, count),
    ]),
  });
}
