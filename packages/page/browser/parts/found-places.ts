import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { FoundPlace, FoundPlaces as Found } from '@plumbline/contracts/report/found-place';
import type { Citation } from '@plumbline/contracts/report/report';
import { Fragment, h, type JSX } from 'preact';
import { excerptOf } from '../models/certainty.ts';
import { passageBlocks } from '../models/document-text.ts';
import { useFolded } from './certainty.ts';
import { Folded } from './menu.ts';
import { Blocks } from './prose.ts';
import { useWords } from './words-context.ts';

interface PlacesProps {
  readonly found: Found;
  readonly citations: AnswerResult['citations'];
  readonly cite: (number: number) => JSX.Element;
}

/** Places that stand next to the deciding one; all further ones are behind a click. */
const NEXT = 2;

/** What a search found, the deciding place first and large, and what it knows of its words. */
export function FoundPlaces({ found, citations, cite }: PlacesProps): JSX.Element {
  const byTask = [...Map.groupBy(found.places, ({ task }) => task)];
  return h(
    'div',
    { class: 'answer-text' },
    found.remarks.map((remark) => h('p', { class: 'quiet' }, remark)),
    byTask.map(([task, places]) =>
      h(
        Fragment,
        {},
        task === '' ? null : h('h3', {}, task),
        h(Ranked, { places: places.map((place) => h(Place, { key: place.number, place, citations, cite })) }),
      ),
    ),
    h(Further, { further: found.further }),
  );
}

/** Places by their rank: one large, two smaller, the rest folded. */
export function Ranked({ places }: { readonly places: readonly JSX.Element[] }): JSX.Element {
  const words = useWords().sessions;
  const [first, ...others] = places;
  const [next, rest] = [others.slice(0, NEXT), others.slice(NEXT)];
  return h(
    'div',
    { class: 'places' },
    h('div', { class: 'deciding-place' }, first),
    next,
    rest.length === 0 ? null : h('details', {}, h('summary', {}, words.morePlaces(rest.length)), rest),
  );
}

/** A quotation with the documents that have it. */
function Place({ place, citations, cite }: Pick<PlacesProps, 'citations' | 'cite'> & { readonly place: FoundPlace }) {
  return h(
    'blockquote',
    { class: 'claim passage' },
    h(FoldedPassage, place),
    h(
      'p',
      { class: 'quiet' },
      [place.number, ...place.others].map((number) => [placeOf(number, citations), ' ', cite(number), ' ']),
    ),
  );
}

/** Other passages with all words, a line each. */
function Further({ further }: Pick<Found, 'further'>): JSX.Element | null {
  const words = useWords().sessions;
  if (further === null) return null;
  const { count, isAtLeast, lines } = further;
  return h(Folded, { summary: words.further(count, isAtLeast), entries: lines });
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
