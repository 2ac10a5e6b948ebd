import type { ReportFigures } from '@plumbline/contracts/report/report-figures';
import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { durationIn } from '../models/times.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { Table } from '../parts/table.ts';
import { useWords } from '../parts/words-context.ts';

/** Rows of a table: enough to follow what was spent. */
const MOST_ROWS = 40;
const ID = 'section-figures';
const STEPS = ['found', 'scored', 'read', 'quoted', 'stated'] as const;

/** A finished run in figures; nothing is loaded until they are unfolded. */
export function Figures({ researchId }: { readonly researchId: string }): JSX.Element {
  const { figures: words } = useWords();
  const [isWanted, setIsWanted] = useState(false);
  return h(
    'section',
    { id: ID, class: 'figures', 'aria-labelledby': `${ID}-heading` },
    h('h2', { id: `${ID}-heading` }, words.heading),
    h(
      'details',
      { onToggle: () => setIsWanted(true) },
      h('summary', {}, words.show),
      isWanted ? h(AllFigures, { researchId }) : null,
    ),
  );
}

function AllFigures({ researchId }: { readonly researchId: string }): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(researchId, () => api.readFigures(researchId));
  return h(Awaited<ReportFigures>, {
    loaded,
    again,
    show: (figures) => [h(Funnel, { key: 'funnel', figures }), h(Spending, { key: 'spending', figures })],
  });
}

interface FiguresProps {
  readonly figures: ReportFigures;
}

/** How many passages came from one step of the retrieval to the next. */
function Funnel({ figures: { funnel, sources } }: FiguresProps): JSX.Element {
  const { figures: words, language } = useWords();
  const { count } = numbersIn(language);
  const { found, read, stated } = funnel;
  const citations = sources.reduce((sum, source) => sum + source.citations, 0);
  return h(
    'div',
    {},
    h('h3', {}, words.funnel.heading),
    h('p', {}, words.funnel.told(count(found), count(read), count(stated), citations)),
    h(Table, {
      caption: words.funnel.heading,
      columns: [words.funnel.step, words.funnel.passages],
      rows: STEPS.map((step) => [`${words.funnel.steps[step]}: ${words.funnel.meanings[step]}`, count(funnel[step])]),
    }),
  );
}

/** What the run had spent at each moment. */
function Spending({ figures: { spending } }: FiguresProps): JSX.Element {
  const { figures, language } = useWords();
  const words = figures.spending;
  const { points, isWhole } = spending;
  const { count, dollars } = numbersIn(language);
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' });
  const every = Math.ceil(points.length / MOST_ROWS);
  const shown = points.filter((_, index) => index % every === 0 || index === points.length - 1);
  const rows = shown.map(({ at, requests, tokens, money }) => [
    time.format(new Date(at)),
    count(requests),
    count(tokens),
    dollars(money),
  ]);
  const columns = [words.time, words.requests, words.tokens, words.money];
  return h(
    'div',
    {},
    h('h3', {}, words.heading),
    h(Spent, { spending }),
    isWhole ? null : h('p', { class: 'quiet' }, words.notWhole),
    rows.length === 0 ? null : h(Table, { caption: words.heading, columns, rows }),
  );
}

function Spent({ spending: { points, isWhole } }: Pick<ReportFigures, 'spending'>): JSX.Element | null {
  const { figures, language } = useWords();
  const { none, told } = figures.spending;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return isWhole ? h('p', {}, none) : null;
  const { count, dollars } = numbersIn(language);
  const took = durationIn(language, (Date.parse(last.at) - Date.parse(first.at)) / 1_000);
  const money = last.money > 0 ? dollars(last.money) : '';
  return h('p', {}, told(money, last.tokens > 0 ? count(last.tokens) : '', count(last.requests), took));
}

function numbersIn(language: string) {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumSignificantDigits: 3 });
  return {
    count: (number: number) => number.toLocaleString(language),
    dollars: (amount: number) => format.format(amount),
  };
}
