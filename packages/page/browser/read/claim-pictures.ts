import type { ReadClaim, ReportReading } from '@plumbline/contracts/report/report-reading';
import { Fragment, type JSX, h } from 'preact';
import { claimsOf } from '../models/contents.ts';
import { namedDates, placeOfDate } from '../models/times.ts';
import { Picture } from '../parts/pictures.ts';
import { useWords } from '../parts/words-context.ts';

/** More claims than these are no picture any more; the table has all. */
const MOST_DRAWN = 40;
const WIDTH = 640;
const ROW = 24;
const LABEL = 230;
const MOST_LETTERS = 30;

interface PicturesProps {
  readonly reading: ReportReading;
}

/** Which claims rest on which sources, and which dates they name. */
export function ClaimPictures({ reading }: PicturesProps): JSX.Element {
  const blocks = reading.sections.flatMap(({ groups }) => groups.flatMap((group) => group.blocks));
  const claims = blocks.flatMap(claimsOf);
  return h(
    Fragment,
    {},
    h(ClaimMap, { reading, claims: claims.filter(({ citations }) => citations.length > 0) }),
    h(Timeline, { claims }),
  );
}

interface CitedSource {
  readonly sourceId: string;
  readonly name: string;
  /** Numbers of the claims that rest on it. */
  readonly claims: readonly number[];
}

function citedSources({ citations }: ReportReading, claims: readonly ReadClaim[]): CitedSource[] {
  return [...Map.groupBy(citations, ({ quote }) => quote.sourceId)]
    .map(([sourceId, own]) => {
      const numbers = new Set(own.map(({ number }) => number));
      const resting = claims.filter((claim) => claim.citations.some((number) => numbers.has(number)));
      const { title = '', locator = '' } = own[0] ?? {};
      return { sourceId, name: title || locator, claims: resting.map(({ number }) => number) };
    })
    .sort((a, b) => b.claims.length - a.claims.length);
}

/** Claims at the left, sources at the right, a line for each that rests on another. */
function ClaimMap({ reading, claims }: PicturesProps & { readonly claims: readonly ReadClaim[] }): JSX.Element | null {
  const { map } = useWords().pictures;
  const sources = citedSources(reading, claims);
  const [first] = sources;
  if (first === undefined) return null;
  const drawn = claims.slice(0, MOST_DRAWN);
  const told = map.told(claims.length, sources.length, first.name, first.claims.length);
  return h(
    Picture,
    {
      heading: map.heading,
      told,
      picture: null,
      columns: [map.source, map.claims],
      rows: sources.map(({ name, claims: numbers }) => [name, h(Numbers, { numbers })]),
    },
    drawn.length < claims.length ? h('p', { class: 'quiet' }, map.drawn(drawn.length, claims.length)) : null,
    h(Lines, { told, claims: drawn, sources }),
  );
}

function Numbers({ numbers }: { readonly numbers: readonly number[] }): JSX.Element {
  return h(
    Fragment,
    {},
    numbers.map((number) => [h('a', { key: number, href: `#claim-${number}` }, `${number}`), ' ']),
  );
}

interface LinesProps {
  readonly told: string;
  readonly claims: readonly ReadClaim[];
  readonly sources: readonly CitedSource[];
}

function Lines({ told, claims, sources }: LinesProps): JSX.Element {
  const shown = sources.filter((source) => claims.some(({ number }) => source.claims.includes(number)));
  const height = Math.max(claims.length, shown.length) * ROW + 8;
  const yOf = (index: number, count: number): number => ((index + 0.5) * height) / count;
  return h(
    'div',
    { class: 'wide', tabIndex: 0, role: 'group', 'aria-label': told },
    h(
      'svg',
      { class: 'claim-map', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': told },
      shown.flatMap(({ sourceId, claims: numbers }, place) =>
        claims.flatMap(({ number }, index) =>
          numbers.includes(number)
            ? [
                h('path', {
                  key: `${sourceId} ${number}`,
                  d: lineTo(yOf(index, claims.length), yOf(place, shown.length)),
                }),
              ]
            : [],
        ),
      ),
      claims.map(({ number, text }, index) =>
        h(
          'text',
          { key: number, x: LABEL - 6, y: yOf(index, claims.length) + 4, class: 'claim-name' },
          `${shortened(text)} ${number}`,
        ),
      ),
      shown.map(({ sourceId, name }, place) =>
        h('text', { key: sourceId, x: WIDTH - LABEL + 6, y: yOf(place, shown.length) + 4 }, shortened(name)),
      ),
    ),
  );
}

function lineTo(from: number, to: number): string {
  const [left, right, middle] = [LABEL, WIDTH - LABEL, WIDTH / 2];
  return `M${left} ${from} C${middle} ${from} ${middle} ${to} ${right} ${to}`;
}

function shortened(text: string): string {
  const plain = text.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ');
  return plain.length <= MOST_LETTERS ? plain : `${plain.slice(0, MOST_LETTERS - 1)}…`;
}

/** Only where two dates or more are named: one is no line. */
function Timeline({ claims }: { readonly claims: readonly ReadClaim[] }): JSX.Element | null {
  const { timeline } = useWords().pictures;
  const dates = namedDates(claims);
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined || first.date === last.date) return null;
  const told = timeline.told(new Set(dates.map(({ claim }) => claim)).size, first.date, last.date);
  const texts = new Map(claims.map(({ number, text }) => [number, text]));
  return h(
    Picture,
    {
      heading: timeline.heading,
      told,
      picture: null,
      columns: [timeline.date, timeline.claim],
      rows: dates.map(({ date, claim }) => [
        date,
        h('span', {}, h('a', { href: `#claim-${claim}` }, `${claim}`), ` ${shortened(texts.get(claim) ?? '')}`),
      ]),
    },
    h(Axis, { told, dates: [...new Set(dates.map(({ date }) => date))] }),
  );
}

function Axis({ told, dates }: { readonly told: string; readonly dates: readonly string[] }): JSX.Element {
  const [start, end] = [placeOfDate(dates[0] ?? ''), placeOfDate(dates.at(-1) ?? '')];
  const xOf = (date: string): number => 40 + ((placeOfDate(date) - start) / (end - start)) * (WIDTH - 80);
  // Names that would lie on each other are left to the table.
  let free = 0;
  return h(
    'div',
    { class: 'wide', tabIndex: 0, role: 'group', 'aria-label': told },
    h(
      'svg',
      { class: 'timeline', viewBox: `0 0 ${WIDTH} 56`, role: 'img', 'aria-label': told },
      h('path', { d: `M20 20 H${WIDTH - 20}` }),
      dates.map((date) => {
        const x = xOf(date);
        const isNamed = x >= free;
        if (isNamed) free = x + 78;
        return h(
          'g',
          { key: date },
          h('circle', { cx: x, cy: 20, r: 5 }),
          isNamed ? h('text', { x, y: 44, class: 'date' }, date) : null,
        );
      }),
    ),
  );
}
