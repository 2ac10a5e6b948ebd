import { h, type JSX } from 'preact';
import type { AnswerResult } from '../../../workflows/contracts/answers/answer.ts';
import { type ItemMap, mapOf } from '../models/item-map.ts';
import { useWords } from './words-context.ts';

interface CardsProps {
  readonly cards: AnswerResult['cards'];
  readonly cite: (number: number) => JSX.Element;
}

/** The items of a catalogue that an answer shows, and where they are. */
export function ItemCards({ cards, cite }: CardsProps): JSX.Element | null {
  if (cards.length === 0) return null;
  const map = mapOf(cards);
  return h(
    'div',
    {},
    h(
      'ul',
      { class: 'cards' },
      cards.map(({ itemId, title, subtitle, fields, citation, url }) =>
        h(
          'li',
          { key: itemId },
          h('strong', {}, url === null ? title : h('a', { href: url, rel: 'noreferrer', target: '_blank' }, title)),
          citation === null ? null : cite(citation),
          subtitle === '' ? null : h('p', { class: 'quiet' }, subtitle),
          h(
            'dl',
            { class: 'facts' },
            fields.map(({ label, value }) => h('div', { key: label }, h('dt', {}, label), h('dd', {}, value))),
          ),
        ),
      ),
    ),
    map === null ? null : h(MapFigure, { map }),
  );
}

/** A plan without streets: nothing is asked of a server of maps. */
function MapFigure({ map: { width, height, points, scale } }: { readonly map: ItemMap }): JSX.Element {
  const words = useWords().sessions;
  const end = 12 + scale.length;
  return h(
    'figure',
    { class: 'item-map' },
    h(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words.mapOf(points.map(({ title }) => title)) },
      points.map(({ x, y, title, mark }) =>
        h(
          'g',
          { key: title },
          h('title', {}, title),
          h('circle', { cx: x, cy: y, r: 11 }),
          h('text', { x, y: y + 4 }, mark),
        ),
      ),
      h('path', { d: `M12 ${height - 16}v6h${scale.length}v-6` }),
      h('text', { class: 'scale', x: end + 6, y: height - 10 }, scale.label),
    ),
    h('figcaption', { class: 'quiet' }, words.mapCaption),
  );
}
