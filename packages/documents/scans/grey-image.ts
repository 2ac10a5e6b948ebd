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
const THIN_SHARE = 0.8;

export function isEmptyPage({ pixels }: GreyImage): boolean {
  let ink = 0;
  for (const pixel of pixels) if (pixel < INK) ink += 1;
  return ink < pixels.length * LEAST_INK;
}

/** Erases long thin lines: recognition takes the rules of tables for letters, and joins the figures beside them. */
export function eraseRules({ width, height, pixels }: GreyImage, dotsPerInch: number): void {
  const thickness = Math.ceil(RULE.thickness * dotsPerInch);
  const vertical = { lines: width, length: height, across: 1, along: width, shortest: RULE.vertical * dotsPerInch };
  const horizontal = { lines: height, length: width, across: width, along: 1, shortest: RULE.horizontal * dotsPerInch };
  // Both are found before one is erased, because they cross.
  const rules = [vertical, horizontal].flatMap((direction) => findRules(pixels, direction, thickness));
  for (const { start, end, along } of rules) for (let place = start; place < end; place += along) pixels[place] = 255;
}

/** Columns or rows of a picture; steps are in places of its pixels. */
interface Direction {
  readonly lines: number;
  /** Pixels of a line. */
  readonly length: number;
  readonly across: number;
  readonly along: number;
  readonly shortest: number;
}

interface DarkRun {
  readonly start: number;
  readonly end: number;
  readonly along: number;
}

function findRules(pixels: Uint8Array, direction: Direction, thickness: number): DarkRun[] {
  const { lines, length, across, along, shortest } = direction;
  const rules: DarkRun[] = [];
  for (let line = 0; line < lines; line++) {
    let run = 0;
    for (let at = 0; at <= length; at++) {
      const end = line * across + at * along;
      if (at < length && (pixels[end] ?? 255) < DARK) run += 1;
      else {
        const rule = { start: end - run * along, end, along };
        if (run >= shortest && isRule(pixels, rule, across, thickness)) rules.push(rule);
        run = 0;
      }
    }
  }
  return rules;
}

/** Thin nearly everywhere: other rules cross it, and letters touch it. */
function isRule(pixels: Uint8Array, { start, end, along }: DarkRun, across: number, thickness: number): boolean {
  let thin = 0;
  for (let place = start; place < end; place += along) {
    let dark = 1;
    for (const step of [-across, across])
      for (let next = place + step; dark <= thickness && (pixels[next] ?? 255) < DARK; next += step) dark += 1;
    if (dark <= thickness) thin += 1;
  }
  return thin * along >= (end - start) * THIN_SHARE;
}

/** As a portable grey map (PGM). */
export function encodeImage({ width, height, pixels }: GreyImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
}
