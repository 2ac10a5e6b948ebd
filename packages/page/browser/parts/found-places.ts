import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { FoundPlace, FoundPlaces as Found } from '@plumbline/contracts/report/found-place';
import type { Citation } from '@plumbline/contracts/report/report';
import { Fragment, h, type JSX } from 'preact';
import { excerptOf } from '../models/certainty.ts';
import { passageBlocks } from '../models/document-text.ts';
import { useFolded } from './certainty.ts';
import { Blocks } from './prose.ts';
import { useWords } from './words-context.ts';

interface PlacesProps {
  readonly found: Found;
  readonly citations: AnswerResult['citations'];
  readonly cite: (number: number) => JSX.Element;
}

/** What a search found, place by place, and what it knows of its words. */
export function FoundPlaces({ found, citations, cite }: PlacesProps): JSX.Element {
  const byTask = [...Map.groupBy(found.places, ({ task }) => task)];
  const place = (one: FoundPlace) =>
    h(
      'li',
      { key: one.number, class: 'claim passage' },
      [one.number, ...one.others].map((number) =>
        h(
          Fragment,
          { key: number },
          h('span', { class: 'quiet' }, `${placeOf(number, citations)} `),
          cite(number),
          ' ',
        ),
      ),
      h(FoldedPassage, one),
    );
  return h(
    'div',
    { class: 'answer-text' },
    found.remarks.map((remark) => h('p', { class: 'quiet' }, remark)),
    byTask.map(([task, places]) =>
      h(Fragment, {}, task === '' ? null : h('h3', {}, task), h('ul', { class: 'places' }, places.map(place))),
    ),
    h(Further, { further: found.further }),
  );
}

/** Other passages with all words, a line each. */
function Further({ further }: Pick<Found, 'further'>): JSX.Element | null {
  const words = useWords().sessions;
  if (further === null) return null;
  const { count, isAtLeast, lines } = further;
  return h(
    'details',
    {},
    h('summary', {}, words.further(count, isAtLeast)),
    h(
      'ul',
      { class: 'quiet' },
      lines.map((line) => h('li', { key: line }, line)),
    ),
  );
}

/** `Harbour rules › Oil · 2025-05-01`, and the page. */
export function placeOf(number: number, citations: readonly Citation[]): string {
  const citation = citations.find((one) => one.number === number);
  if (citation === undefined) return '';
  const { title, publishedAt, headingPath, page } = citation;
  const headings = headingPath[0] === title ? headingPath : [title, ...headingPath];
  const date = publishedAt === undefined ? [] : [publishedAt.slice(0, 10)];
  return [headings.join(' › '), ...date, ...(page === null ? [] : [`p. ${page}`])].join(' · ');
}

/** A passage around its best match, until its reader wants all of it. */
export function FoldedPassage({ pieces, excerpt }: Pick<FoundPlace, 'pieces' | 'excerpt'>): JSX.Element {
  const shownAs = (parts: FoundPlace['pieces']) =>
    h('div', { class: 'said' }, h(Blocks, { blocks: passageBlocks(parts) }));
  const part = excerptOf(pieces, excerpt);
  const { shown, button } = useFolded<JSX.Element>(shownAs(pieces), part === null ? null : shownAs([...part]));
  return h(Fragment, {}, shown, button);
}
