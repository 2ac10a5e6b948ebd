import { h, type JSX } from 'preact';
import type { ReportComparison } from '../../../workflows/contracts/report/report-comparison.ts';
import { comparedCosts, comparedScores, settingText } from '../models/comparison.ts';
import { Table } from '../parts/table.ts';
import { useWords } from '../parts/words-context.ts';

interface Compared {
  readonly comparison: ReportComparison;
}

/** Costs and quality of both. */
export function ComparedFigures({ comparison }: Compared): JSX.Element {
  const { compare, scores, language } = useWords();
  const { a, b } = comparison;
  const write = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const percent = (score: number | null): string => (score === null ? '–' : `${score} %`);
  return h(
    'section',
    { 'aria-labelledby': 'compared-figures' },
    h('h2', { id: 'compared-figures' }, compare.figures),
    h(Table, {
      caption: compare.figures,
      columns: [compare.figure, compare.side('a'), compare.side('b')],
      rows: [
        [compare.engine, compare.engines[a.engine], compare.engines[b.engine]],
        [compare.outcome, compare.outcomes[a.outcome], compare.outcomes[b.outcome]],
        ...comparedCosts(comparison).map((row) => [compare.costs[row.name], write.format(row.a), write.format(row.b)]),
        ...comparedScores(comparison).map((row) => [scores[row.name], percent(row.a), percent(row.b)]),
      ],
    }),
  );
}

/** What was asked for otherwise. */
export function ComparedSettings({ comparison: { settings } }: Compared): JSX.Element {
  const { compare } = useWords();
  return h(
    'section',
    { 'aria-labelledby': 'compared-settings' },
    h('h2', { id: 'compared-settings' }, compare.settings),
    settings.length === 0
      ? h('p', { class: 'quiet' }, compare.noneSettings)
      : h(Table, {
          caption: compare.settings,
          columns: [compare.setting, compare.side('a'), compare.side('b')],
          rows: settings.map(({ name, a, b }) => [
            name,
            settingText(a, compare.notSet),
            settingText(b, compare.notSet),
          ]),
        }),
  );
}
