import type { ReportFigures } from '@plumbline/contracts/report/report-figures';
import { type ComponentChildren, Fragment, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type Bars,
  FUNNEL_STEPS,
  funnelBars,
  measureOf,
  spendingSteps,
  type Steps,
  thinned,
  type TimeUnit,
} from '../models/pictures.ts';
import { useApi } from './api-context.ts';
import type { AxisWords } from './chart-drawing.ts';
import { Awaited, messageOf, useLoaded } from './loading.ts';
import { Table } from './table.ts';
import { useWords } from './words-context.ts';

const PLAIN: AxisWords = { x: String, y: String };

/** Rows of the table: enough to follow the line. */
const MOST_ROWS = 40;

const ID = 'section-pictures';

interface PicturesProps {
  readonly researchId: string;
  /** Pictures that need no figures of the run. */
  readonly children?: ComponentChildren;
}

/** A finished run in pictures; nothing is loaded until they are unfolded. */
export function Pictures({ researchId, children }: PicturesProps): JSX.Element {
  const { pictures } = useWords();
  const [isWanted, setIsWanted] = useState(false);
  return h(
    'section',
    { id: ID, class: 'pictures', 'aria-labelledby': `${ID}-heading` },
    h('h2', { id: `${ID}-heading` }, pictures.heading),
    h(
      'details',
      { onToggle: () => setIsWanted(true) },
      h('summary', {}, pictures.show),
      isWanted ? [h(Fragment, { key: 'own' }, children), h(AllPictures, { key: 'all', researchId })] : null,
    ),
  );
}

function AllPictures({ researchId }: { readonly researchId: string }): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(researchId, () => api.readFigures(researchId));
  return h(Awaited<ReportFigures>, {
    loaded,
    again,
    show: (figures) => [h(Funnel, { key: 'funnel', figures }), h(Spending, { key: 'spending', figures })],
  });
}

/** Of all sources. */
function citationsOf({ sources }: ReportFigures): number {
  return sources.reduce((sum, { citations }) => sum + citations, 0);
}

/** How many passages came from one step of the retrieval to the next. */
function Funnel({ figures }: { readonly figures: ReportFigures }): JSX.Element {
  const { language, pictures } = useWords();
  const { funnel } = pictures;
  const { count } = numbersIn(language);
  const { found, read, stated } = figures.funnel;
  return h(Picture, {
    heading: funnel.heading,
    told: funnel.told(count(found), count(read), count(stated), citationsOf(figures)),
    picture: funnelBars(figures, funnel.steps, count),
    columns: [funnel.step, funnel.passages],
    rows: FUNNEL_STEPS.map((step) => [`${funnel.steps[step]}: ${funnel.meanings[step]}`, count(figures.funnel[step])]),
  });
}

/** What the run had spent at each moment. */
function Spending({ figures }: { readonly figures: ReportFigures }): JSX.Element {
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

/** How the page writes numbers in its language. */
interface Numbers {
  readonly count: (number: number) => string;
  /** US dollars. */
  readonly money: (dollars: number) => string;
  /** A moment, ISO 8601. */
  readonly time: (moment: string) => string;
  /** `12 min` */
  readonly duration: (amount: number, unit: TimeUnit) => string;
}

function numbersIn(language: string): Numbers {
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumSignificantDigits: 3 });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' });
  return {
    count: (number) => plain.format(number),
    money: (amount) => dollars.format(amount),
    time: (iso) => moment.format(new Date(iso)),
    duration: (amount, unit) => `${plain.format(amount)} ${unit}`,
  };
}

interface PictureProps {
  readonly heading: string;
  /** What the picture shows, in a sentence: also its name for who does not see it. */
  readonly told: string;
  /** Null: there is nothing to draw. */
  readonly picture: Bars | Steps | null;
  readonly axes?: AxisWords;
  readonly columns: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly children?: ComponentChildren;
}

/** A picture with its heading, a sentence, and a table of the same figures. */
export function Picture({ heading, told, picture, axes, columns, rows, children }: PictureProps): JSX.Element {
  const { pictures } = useWords();
  return h(
    'figure',
    { class: 'picture' },
    h('h3', {}, heading),
    h('p', { class: 'told' }, told),
    children,
    picture === null ? null : h(Drawing, { picture, name: told, axes: axes ?? PLAIN }),
    rows.length === 0
      ? null
      : h('details', {}, h('summary', {}, pictures.table), h(Table, { caption: heading, columns, rows })),
  );
}

/** The library is loaded with the first picture. */
function Drawing({
  picture,
  name,
  axes,
}: {
  readonly picture: Bars | Steps;
  readonly name: string;
  readonly axes: AxisWords;
}): JSX.Element {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    let isShown = true;
    let remove = (): void => undefined;
    import('./chart-drawing.ts').then(
      ({ draw }) => {
        if (isShown && place.current !== null) remove = draw(place.current, picture, axes);
      },
      (error: unknown) => isShown && setFault(messageOf(error)),
    );
    return () => {
      isShown = false;
      remove();
    };
  }, [name]);
  if (fault !== '') return h('p', { class: 'quiet', role: 'alert' }, words.failed(fault));
  return h('div', { ref: place, class: `drawing ${picture.form}`, role: 'img', 'aria-label': name });
}
