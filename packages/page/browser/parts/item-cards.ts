import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Card } from '@plumbline/contracts/answers/catalogue';
import { h, type JSX } from 'preact';
import { isWebAddress } from '../models/evidence.ts';
import { Facts, list } from './lists.ts';
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
    list(
      cards,
      ({ title, subtitle, fields, citation, url }) => [
        h('strong', {}, url !== null && isWebAddress(url) ? h('a', { href: url, rel: 'noreferrer' }, title) : title),
        citation === null ? null : cite(citation),
        subtitle === '' ? null : h('p', { class: 'quiet' }, subtitle),
        h(Facts, { facts: fields.map(({ label, value }) => [label, value] as const) }),
      ],
      { class: 'cards' },
    ),
    map === null ? null : h(MapFigure, { map }),
  );
}

/** A plan to scale. Its streets are behind its marks: no server of maps is asked, or told what was asked, before a person goes there. */
function MapFigure({ map: { width, height, points, scale } }: { readonly map: ItemMap }): JSX.Element {
  const words = useWords().sessions;
  const end = 12 + scale.length;
  return h(
    'figure',
    { class: 'item-map' },
    h(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words.mapOf(points.map(({ title }) => title)) },
      points.map(({ x, y, title, mark, streets }) =>
        h(
          'a',
          { key: title, href: streets, rel: 'noreferrer' },
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

/** Places of items on a plan, north at the top, in the units of its width and height. */
interface ItemMap {
  readonly width: number;
  readonly height: number;
  /** With the address of the place on a map with streets. */
  readonly points: readonly Readonly<Record<'title' | 'mark' | 'streets', string> & Record<'x' | 'y', number>>[];
  readonly scale: { readonly length: number; readonly label: string };
}

const WIDTH = 480;
const HEIGHT = 240;
/** Around the points, for their circles and the scale. */
const MARGIN = 36;
const EARTH_RADIUS_METRES = 6_371_000;
/** Items nearer to each other than this are drawn as if they were so far apart. */
const SMALLEST_METRES = 100;
/** Share of the width that the scale has at most. */
const SCALE_SHARE = 0.3;

/**
 * A plan of the items that have a position, by an equirectangular projection around their middle, which is true enough for
 * a town or a country; null where fewer than two have one.
 */
function mapOf(cards: readonly Card[]): ItemMap | null {
  const placed = cards.flatMap(({ position, title, citation }, index) =>
    position === undefined ? [] : [{ ...position, title, mark: String(citation ?? index + 1) }],
  );
  if (placed.length < 2) return null;
  const middle = (range: readonly number[]) => (Math.min(...range) + Math.max(...range)) / 2;
  const latitude = middle(placed.map((place) => place.latitude));
  const longitude = middle(placed.map((place) => place.longitude));
  const metres = (degrees: number) => ((degrees * Math.PI) / 180) * EARTH_RADIUS_METRES;
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  const plane = placed.map((place) => ({
    ...place,
    east: metres(place.longitude - longitude) * narrowing,
    south: metres(latitude - place.latitude),
  }));
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const unitsPerMetre = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(SMALLEST_METRES, spread(plane.map(({ east }) => east))),
    (HEIGHT - 2 * MARGIN) / Math.max(SMALLEST_METRES, spread(plane.map(({ south }) => south))),
  );
  const points = plane.map(({ east, south, title, mark, ...place }) => ({
    x: Math.round(WIDTH / 2 + east * unitsPerMetre),
    y: Math.round(HEIGHT / 2 + south * unitsPerMetre),
    title,
    mark,
    streets: `https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=16/${place.latitude}/${place.longitude}`,
  }));
  return { width: WIDTH, height: HEIGHT, points, scale: scaleOf(unitsPerMetre) };
}

/** The longest round distance that the scale has room for. */
function scaleOf(unitsPerMetre: number): ItemMap['scale'] {
  const most = (WIDTH * SCALE_SHARE) / unitsPerMetre;
  const power = 10 ** Math.floor(Math.log10(most));
  const distance = [5, 2, 1].map((digit) => digit * power).find((round) => round <= most) ?? power;
  const label = distance >= 1_000 ? `${distance / 1_000} km` : `${distance} m`;
  return { length: Math.round(distance * unitsPerMetre), label };
}
