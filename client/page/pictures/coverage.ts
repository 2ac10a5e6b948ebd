import { h, type JSX } from 'preact';
import type { ReportFigures } from '../../../workflows/contracts/report-figures.ts';
import { coverageBars, coverageSums } from '../models/pictures.ts';
import { useWords } from '../parts/words-context.ts';
import { numbersIn } from './numbers.ts';
import { Picture } from './picture.ts';

/** How much of what each task found is in the report. */
export function Coverage({ figures }: { readonly figures: ReportFigures }): JSX.Element {
  const { language, pictures } = useWords();
  const { coverage } = pictures;
  const { count } = numbersIn(language);
  const sums = coverageSums(figures);
  return h(Picture, {
    heading: coverage.heading,
    told:
      sums.tasks === 0
        ? coverage.none
        : coverage.told(count(sums.cited), count(sums.findings), sums.tasks, sums.uncovered),
    picture: sums.tasks === 0 ? null : coverageBars(figures),
    parts: [coverage.cited, coverage.uncited],
    columns: [coverage.task, coverage.findings, coverage.cited, coverage.gaps],
    rows: figures.tasks.map(({ text, findings, cited, gaps }) => [text, count(findings), count(cited), count(gaps)]),
  });
}
