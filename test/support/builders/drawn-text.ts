import { crc32, deflateSync } from 'node:zlib';

/** Seven rows of five dots for each letter. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110e',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191915131311',
  O: '0e11111111110e',
  P: '1e11111e101010',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '11111115151b11',
  Y: '11110a04040404',
  '0': '0e11111111110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
};
const [COLUMNS, ROWS, GAP, SPACE] = [5, 7, 1.4, 4];

/** A scanned page: grey, one byte a pixel, row after row. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export interface DrawnStyle {
  /** Pixels of a dot. */
  readonly dot?: number;
  readonly ink?: number;
}

/** Draws lines of capitals and digits. */
export function drawText(lines: readonly string[], { dot = 4, ink = 0 }: DrawnStyle = {}): DrawnPage {
  const margin = dot * 12;
  const width = margin * 2 + Math.max(...lines.map((line) => endOf(line, dot)));
  const height = margin * 2 + lines.length * ROWS * dot * 2;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [row, line] of lines.entries())
    for (const [column, letter] of Array.from(line).entries()) {
      const left = margin + endOf(line.slice(0, column), dot);
      drawGlyph({ width, height, pixels }, GLYPHS[letter] ?? '', left, margin + row * ROWS * dot * 2, { dot, ink });
    }
  // Corners of dots look like serifs until they are rounded.
  return { width, height, pixels: blur(blur(pixels, dot, 1), dot, width) };
}

function endOf(line: string, dot: number): number {
  const spaces = line.split(' ').length - 1;
  return Math.ceil(((line.length - spaces) * (COLUMNS + GAP) + spaces * SPACE) * dot);
}

/** @param step 1 along rows, the width down columns */
function blur(pixels: Uint8Array, size: number, step: number): Uint8Array {
  const half = Math.floor(size / 2);
  return pixels.map((_, at) => {
    let sum = 0;
    for (let by = -half; by <= half; by++) sum += pixels[at + by * step] ?? 255;
    return sum / (2 * half + 1);
  });
}

function drawGlyph(
  page: DrawnPage,
  glyph: string,
  left: number,
  top: number,
  { dot, ink }: Required<DrawnStyle>,
): void {
  for (let y = 0; y < ROWS * dot; y++) {
    const bits = Number.parseInt(glyph.slice(Math.floor(y / dot) * 2, Math.floor(y / dot) * 2 + 2) || '0', 16);
    for (let x = 0; x < COLUMNS * dot; x++)
      if ((bits >> (COLUMNS - 1 - Math.floor(x / dot))) & 1) page.pixels[(top + y) * page.width + left + x] = ink;
  }
}

/** As a portable grey map. */
export function pgmOf({ width, height, pixels }: DrawnPage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
}

/** Forms of a pixel in PNG: how many samples of how many bits, and the type of colour. */
const PNG_FORMS = {
  grey: { type: 0, depth: 8, bytesOf: (shade: number) => [shade] },
  deep: { type: 0, depth: 16, bytesOf: (shade: number) => [shade, 0] },
  colour: { type: 2, depth: 8, bytesOf: (shade: number) => [shade, shade, shade] },
  palette: { type: 3, depth: 8, bytesOf: (shade: number) => [shade] },
  clear: { type: 6, depth: 8, bytesOf: (shade: number) => [0, 0, 0, 255 - shade] },
} as const;

/** @param filter of all rows: 0 none, 1 left, 2 up */
export function pngOf({ width, height, pixels }: DrawnPage, form: keyof typeof PNG_FORMS = 'grey', filter = 0): Buffer {
  const { type, depth, bytesOf } = PNG_FORMS[form];
  const rows: Buffer[] = [];
  const above = (row: Buffer | undefined, at: number): number => row?.[at] ?? 0;
  let last: Buffer | undefined;
  for (let y = 0; y < height; y++) {
    const row = Buffer.from([...pixels.subarray(y * width, (y + 1) * width)].flatMap((shade) => [...bytesOf(shade)]));
    const step = row.length / width;
    const differences = row.map(
      (byte, at) => byte - (filter === 1 ? above(row, at - step) : filter === 2 ? above(last, at) : 0),
    );
    rows.push(Buffer.from([filter]), Buffer.from(differences));
    last = row;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, type], 8);
  const palette = Buffer.from(Array.from({ length: 256 }, (_, shade) => [shade, shade, shade]).flat());
  const parts = [
    pngPart('IHDR', head),
    ...(type === 3 ? [pngPart('PLTE', palette)] : []),
    pngPart('IDAT', deflateSync(Buffer.concat(rows))),
    pngPart('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), ...parts]);
}

function pngPart(name: string, content: Buffer): Buffer {
  const part = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(part));
  return Buffer.concat([length, part, checksum]);
}

/** An image on a page of a PDF. */
export interface PlacedImage {
  readonly page: DrawnPage;
  /** In points; of the lower left corner, and the size. */
  readonly at?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Stored as black bits that cover nothing else, as fax machines do. */
  readonly isMask?: boolean;
}

/** Drawing operators for `pdfOfDrawings`. By default 200 dots per inch, at the upper edge. */
export function imageOperators({ page, isMask = false, at = placeOf(page) }: PlacedImage): string {
  const { width, height, pixels } = page;
  const form = isMask ? '/IM true /BPC 1' : '/BPC 8 /CS /G';
  const bytes = Buffer.from(isMask ? bitsOf(page) : pixels).toString('hex');
  return `q ${at.width} 0 0 ${at.height} ${at.x} ${at.y} cm BI /W ${width} /H ${height} ${form} /F /AHx ID ${bytes}> EI Q`;
}

function placeOf({ width, height }: DrawnPage): Required<PlacedImage>['at'] {
  const [wide, high] = [(width * 72) / 200, (height * 72) / 200];
  return { x: 36, y: 760 - high, width: wide, height: high };
}

/** A bit that is not set paints. */
function bitsOf({ width, height, pixels }: DrawnPage): Uint8Array {
  const bytesPerRow = Math.ceil(width / 8);
  const bits = new Uint8Array(bytesPerRow * height);
  for (const [at, pixel] of pixels.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (pixel > 128) bits[y * bytesPerRow + (x >> 3)]! |= 128 >> (x & 7);
  }
  return bits;
}

/** Rows from `from` to `to`. */
export function rowsOf({ width, pixels }: DrawnPage, from: number, to: number): DrawnPage {
  return { width, height: to - from, pixels: pixels.slice(from * width, to * width) };
}

/** Turned by a quarter against the clock. */
export function turned({ width, height, pixels }: DrawnPage): DrawnPage {
  const own = new Uint8Array(pixels.length);
  for (const [at, pixel] of pixels.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    own[(width - 1 - x) * height + y] = pixel;
  }
  return { width: height, height: width, pixels: own };
}

const TIFF_ENTRY_BYTES = 12;

/** Grey pictures, one after the other, without compression. */
export function tiffOf(pages: readonly DrawnPage[]): Uint8Array {
  const parts: Buffer[] = [];
  let length = 8;
  for (const [index, { width, height, pixels }] of pages.entries()) {
    const entries = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, length],
      [277, 1],
      [278, height],
      [279, pixels.length],
    ] as const;
    const directory = Buffer.alloc(2 + entries.length * TIFF_ENTRY_BYTES + 4);
    directory.writeUInt16LE(entries.length);
    for (const [at, [tag, value]] of entries.entries()) {
      const place = 2 + at * TIFF_ENTRY_BYTES;
      directory.writeUInt16LE(tag, place);
      directory.writeUInt16LE(4, place + 2);
      directory.writeUInt32LE(1, place + 4);
      directory.writeUInt32LE(value, place + 8);
    }
    const end = length + pixels.length + directory.length;
    if (index < pages.length - 1)
      directory.writeUInt32LE(end + (pages[index + 1]?.pixels.length ?? 0), directory.length - 4);
    parts.push(Buffer.from(pixels), directory);
    length = end;
  }
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(8 + (pages[0]?.pixels.length ?? 0), 4);
  return Buffer.concat([header, ...parts]);
}
