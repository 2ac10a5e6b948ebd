import type { Card } from '../../../workflows/contracts/answers/catalogue.ts';

/** Places of items on a plan, north at the top, in the units of its width and height. */
export interface ItemMap {
  readonly width: number;
  readonly height: number;
  readonly points: readonly { readonly x: number; readonly y: number; readonly title: string; readonly mark: string }[];
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
export function mapOf(cards: readonly Card[]): ItemMap | null {
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
  const points = plane.map(({ east, south, title, mark }) => ({
    x: Math.round(WIDTH / 2 + east * unitsPerMetre),
    y: Math.round(HEIGHT / 2 + south * unitsPerMetre),
    title,
    mark,
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
