import { crc32, deflateSync } from 'node:zlib';

/** A picture in shades of grey, from 0 for black to 255 for white, row after row. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const PNG = '\x89PNG\r\n\x1A\n';
const DARK = 128;
/** Of a picture that was evened out: rules of any colour are darker. */
export const FAINT = 225;
/** A picture without pixels that are darker than this is an empty page; the grain of paper would be read for minutes. */
const INK = 170;
/** Smallest share of such pixels on a page with words: a line of ten letters on a large page has more. */
const LEAST_INK = 0.00005;
/** Shortest rules of tables, in inches: longer than the strokes of large letters. */
const RULE = { vertical: 0.35, horizontal: 0.7, thickness: 0.04 };
const THIN_SHARE = 0.8;
/** Pixels of a side of the parts of a picture that have a ground each, and how many shades are told apart there. */
const [BLOCK, SHADES] = [12, 16];
const CONTRAST = 1.5;

export function isEmptyPage({ pixels }: GreyImage): boolean {
  let ink = 0;
  for (const pixel of pixels) if (pixel < INK) ink += 1;
  return ink < pixels.length * LEAST_INK;
}

/** Erases long thin lines: recognition takes the rules of tables for letters, and joins the figures beside them. */
export function eraseRules({ width, height, pixels }: GreyImage, dotsPerInch: number, dark = DARK): void {
  const thickness = Math.ceil(RULE.thickness * dotsPerInch);
  const vertical = { lines: width, length: height, across: 1, along: width, shortest: RULE.vertical * dotsPerInch };
  const horizontal = { lines: height, length: width, across: width, along: 1, shortest: RULE.horizontal * dotsPerInch };
  // Both are found before one is erased, because they cross.
  const rules = [vertical, horizontal].flatMap((direction) => findRules(pixels, direction, thickness, dark));
  for (const { start, end, along } of rules) for (let place = start; place < end; place += along) pixels[place] = 255;
}

/** Ink on white, whatever was drawn on what: words in dark and coloured boxes are recognised as others are. */
export function evenOut({ width, height, pixels }: GreyImage): void {
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const counts = new Uint16Array(columns * rows * SHADES);
  const blockAt = (at: number): number => Math.floor(at / width / BLOCK) * columns + Math.floor((at % width) / BLOCK);
  for (const [at, pixel] of pixels.entries()) counts[blockAt(at) * SHADES + (pixel >> 4)]! += 1;
  const around = (block: number, far: number): number[] => {
    const [x, y] = [block % columns, Math.floor(block / columns)];
    const found: number[] = [];
    for (let row = Math.max(0, y - far); row <= Math.min(rows - 1, y + far); row++)
      for (let column = Math.max(0, x - far); column <= Math.min(columns - 1, x + far); column++)
        found.push(row * columns + column);
    return found;
  };
  const grounds = Array.from({ length: columns * rows }, (_, block) => {
    const near = around(block, 2);
    let [most, ground] = [0, 255];
    for (let shade = 0; shade < SHADES; shade++) {
      const count = near.reduce((sum, one) => sum + (counts[one * SHADES + shade] ?? 0), 0);
      if (count > most) [most, ground] = [count, shade * SHADES + SHADES / 2];
    }
    return ground;
  });
  const groundsNear = grounds.map((_, block) => [...new Set(around(block, 1).map((one) => grounds[one] ?? 255))]);
  for (const [at, pixel] of pixels.entries()) {
    let ink = 255;
    for (const ground of groundsNear[blockAt(at)] ?? []) ink = Math.min(ink, Math.abs(pixel - ground));
    pixels[at] = 255 - Math.min(255, ink * CONTRAST);
  }
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

function findRules(pixels: Uint8Array, direction: Direction, thickness: number, darkest: number): DarkRun[] {
  const { lines, length, across, along, shortest } = direction;
  const rules: DarkRun[] = [];
  for (let line = 0; line < lines; line++) {
    let run = 0;
    for (let at = 0; at <= length; at++) {
      const end = line * across + at * along;
      if (at < length && (pixels[end] ?? 255) < darkest) run += 1;
      else {
        const rule = { start: end - run * along, end, along };
        if (run >= shortest && isRule(pixels, rule, across, thickness, darkest)) rules.push(rule);
        run = 0;
      }
    }
  }
  return rules;
}

/** Thin nearly everywhere: other rules cross it, and letters touch it. */
function isRule(
  pixels: Uint8Array,
  { start, end, along }: DarkRun,
  across: number,
  thickness: number,
  darkest: number,
): boolean {
  let thin = 0;
  for (let place = start; place < end; place += along) {
    let dark = 1;
    for (const step of [-across, across])
      for (let next = place + step; dark <= thickness && (pixels[next] ?? 255) < darkest; next += step) dark += 1;
    if (dark <= thickness) thin += 1;
  }
  return thin * along >= (end - start) * THIN_SHARE;
}

export function greyShade(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** As PNG. */
export function encodeImage({ width, height, pixels }: GreyImage): Uint8Array {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const part = (name: string, data: Uint8Array): Buffer => {
    const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)]);
    framed.writeUInt32BE(data.length);
    framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
    return framed;
  };
  const packed = part('IDAT', deflateSync(rows, { level: 1 }));
  return Buffer.concat([Buffer.from(PNG, 'latin1'), part('IHDR', head), packed, part('IEND', Buffer.alloc(0))]);
}
