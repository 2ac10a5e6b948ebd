/** A picture in shades of grey, from 0 for black to 255 for white, row after row. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const DARK = 128;
/** A picture without pixels that are darker than this is an empty page; the grain of paper would be read for minutes. */
const INK = 170;
/** Smallest share of such pixels on a page with words: a line of ten letters on a large page has more. */
const LEAST_INK = 0.00005;
/** Shortest rules of tables, in inches: longer than the strokes of large letters. */
const RULE = { vertical: 0.35, horizontal: 0.7, thickness: 0.04 };

export function isEmptyPage({ pixels }: GreyImage): boolean {
  let ink = 0;
  for (const pixel of pixels) if (pixel < INK) ink += 1;
  return ink < pixels.length * LEAST_INK;
}

/** Erases long thin lines: recognition takes the rules of tables for letters, and joins the figures beside them. */
export function eraseRules({ width, height, pixels }: GreyImage, dotsPerInch: number): void {
  const thickness = Math.ceil(RULE.thickness * dotsPerInch);
  const found: number[] = [];
  const search = (lines: number, length: number, step: number, along: number, shortest: number): void => {
    for (let line = 0; line < lines; line++) {
      let run = 0;
      for (let at = 0; at <= length; at++) {
        const place = line * step + at * along;
        if (at < length && (pixels[place] ?? 255) < DARK) {
          run += 1;
          continue;
        }
        if (run >= shortest)
          for (let back = 1; back <= run; back++) if (isThin(place - back * along, step)) found.push(place - back * along);
        run = 0;
      }
    }
  };
  const isThin = (place: number, across: number): boolean => {
    let dark = 1;
    for (const direction of [-across, across])
      for (let next = place + direction; (pixels[next] ?? 255) < DARK && dark <= thickness; next += direction) dark += 1;
    return dark <= thickness;
  };
  search(width, height, 1, width, RULE.vertical * dotsPerInch);
  search(height, width, width, 1, RULE.horizontal * dotsPerInch);
  for (const place of found) pixels[place] = 255;
}

/** As a portable grey map (PGM). */
export function encodeImage({ width, height, pixels }: GreyImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
}
