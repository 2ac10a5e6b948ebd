import { greyShade, type GreyImage } from '../scans/grey-image.ts';
import type { PdfDocument } from './pdf-layer.ts';

type PdfPageProxy = Awaited<ReturnType<PdfDocument['getPage']>>;
/** `[a, b, c, d, e, f]` as in PDF: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [number, number, number, number, number, number];

/** A page as its images show it. */
export interface PageImage {
  readonly image: GreyImage;
  readonly dotsPerInch: number;
}

/** Operators of pdf.js. */
const OPERATOR = {
  save: 10,
  restore: 11,
  transform: 12,
  fillColour: 59,
  beginForm: 74,
  endForm: 75,
  mask: 83,
  image: 85,
  inlineImage: 86,
} as const;
const BLACK_AND_WHITE = 1;
const CHANNELS = { colours: 3, withOpacity: 4 } as const;

/** Resolution at which letters of books are recognised best; more takes longer. */
const DOTS_PER_INCH = { least: 200, most: 300 } as const;
const POINTS_PER_INCH = 72;
/** An A3 page at 300 dots per inch. */
const MOST_PIXELS = 18_000_000;
/** Pixels of an image to a pixel of the page: with fewer, the page is drawn between them. */
const BLURRED = 0.8;
/** More pixels of an image than these, squared, to a pixel of the page are not all looked at. */
const MOST_POINTS = 4;

/** Of the area of a figure: two square inches, and a share of the page, in square points. */
const [SMALLEST_FIGURE, LARGEST_FIGURE] = [2 * POINTS_PER_INCH ** 2, 0.85];

/** An image of the PDF as pdf.js decodes it. */
interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

/** An image and where it lies on the page; `opacity` is null where it covers everything. */
interface Painting extends GreyImage {
  readonly opacity: Uint8Array | null;
  /** From the unit square to the page. */
  readonly matrix: Matrix;
}

/** Paints the images of a page as it shows them, no letters or drawings; null: it has none. @param areFigures of their size */
export async function paintPage(page: PdfPageProxy, areFigures = false): Promise<PageImage | null> {
  const { width, height } = page.getViewport({ scale: 1 });
  const paintings = (await paintingsOf(page)).filter(({ matrix: [a, b, c, d] }) => {
    const area = Math.abs(a * d - b * c);
    return !areFigures || (area >= SMALLEST_FIGURE && area < width * height * LARGEST_FIGURE);
  });
  if (paintings.length === 0) return null;
  const sharpest = Math.max(...paintings.map(resolutionOf)) * POINTS_PER_INCH;
  const wanted = Math.min(Math.max(sharpest, DOTS_PER_INCH.least), DOTS_PER_INCH.most) / POINTS_PER_INCH;
  const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
  const viewport = page.getViewport({ scale });
  const [columns, rows] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const image = { width: columns, height: rows, pixels: new Uint8Array(columns * rows).fill(255) };
  const placed = paintings.map(({ matrix }) => multiply(viewport.transform as unknown as Matrix, matrix));
  const boxes = placed
    .map((matrix) => boundsOf(matrix, image))
    .filter((box) => box.left < box.right && box.top < box.bottom);
  if (areFigures && boxes.length === 0) return null;
  for (const [index, painting] of paintings.entries()) paint(image, painting, placed[index] ?? painting.matrix);
  return { image: areFigures ? around(image, boxes) : image, dotsPerInch: scale * POINTS_PER_INCH };
}

/** The part of a page that its images cover. @param boxes of those that lie on it, at least one */
function around(page: GreyImage, boxes: readonly ReturnType<typeof boundsOf>[]): GreyImage {
  const [left = 0, top = 0] = (['left', 'top'] as const).map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right = 0, bottom = 0] = (['right', 'bottom'] as const).map((side) =>
    Math.max(...boxes.map((box) => box[side])),
  );
  const rows = Array.from({ length: bottom - top }, (_, y) => (top + y) * page.width);
  const pixels = Buffer.concat(rows.map((start) => page.pixels.subarray(start + left, start + right)));
  return { width: right - left, height: bottom - top, pixels };
}

async function paintingsOf(page: PdfPageProxy): Promise<Painting[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const paintings: Painting[] = [];
  const before: { matrix: Matrix; colour: number }[] = [];
  let state: { matrix: Matrix; colour: number } = { matrix: [1, 0, 0, 1, 0, 0], colour: 0 };
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as readonly unknown[];
    if (operator === OPERATOR.save || operator === OPERATOR.beginForm) before.push(state);
    if (operator === OPERATOR.restore || operator === OPERATOR.endForm) state = before.pop() ?? state;
    if (operator === OPERATOR.transform)
      state = { ...state, matrix: multiply(state.matrix, args as unknown as Matrix) };
    if (operator === OPERATOR.beginForm && isMatrix(args[0]))
      state = { ...state, matrix: multiply(state.matrix, args[0]) };
    if (operator === OPERATOR.fillColour) state = { ...state, colour: greyOf(args[0]) };
    if (operator !== OPERATOR.mask && operator !== OPERATOR.image && operator !== OPERATOR.inlineImage) continue;
    const decoded = await decodedImage(page, args[0]);
    const shown =
      decoded === null ? null : operator === OPERATOR.mask ? maskOf(decoded, state.colour) : shadesOf(decoded);
    if (shown !== null) paintings.push({ ...shown, matrix: state.matrix });
  }
  return paintings;
}

function isMatrix(given: unknown): given is Matrix {
  return (Array.isArray(given) || given instanceof Float32Array) && given.length === 6;
}

/** @param named id of an image, an image, or a mask whose data may be an id */
async function decodedImage(page: PdfPageProxy, named: unknown): Promise<DecodedImage | null> {
  if (typeof named === 'string') {
    const store = named.startsWith('g_') ? page.commonObjs : page.objs;
    return new Promise((resolve) => void store.get(named, (image: DecodedImage | null) => resolve(image)));
  }
  const image = named as DecodedImage & { readonly data?: unknown };
  return typeof image.data === 'string' ? decodedImage(page, image.data) : image;
}

/** In a mask, bits that are not set paint the colour. */
function maskOf({ width, height, data }: DecodedImage, colour: number): Omit<Painting, 'matrix'> | null {
  if (data === undefined) return null;
  const opacity = bitsOf(width, height, data).map((bit) => 255 - bit);
  return { width, height, pixels: new Uint8Array(width * height).fill(colour), opacity };
}

function shadesOf({ width, height, kind, data }: DecodedImage): Omit<Painting, 'matrix'> | null {
  if (data === undefined) return null;
  if (kind === BLACK_AND_WHITE) return { width, height, pixels: bitsOf(width, height, data), opacity: null };
  const channels = data.length / (width * height);
  const hasOpacity = channels === CHANNELS.withOpacity;
  if (!hasOpacity && channels !== CHANNELS.colours) return null;
  const pixels = new Uint8Array(width * height);
  const opacity = hasOpacity ? new Uint8Array(width * height) : null;
  for (let at = 0, from = 0; at < pixels.length; at++, from += channels) {
    pixels[at] = greyShade(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0);
    if (opacity !== null) opacity[at] = data[from + CHANNELS.colours] ?? 255;
  }
  return { width, height, pixels, opacity };
}

/** 255 for each bit that is set; rows begin at whole bytes. */
function bitsOf(width: number, height: number, data: ArrayLike<number>): Uint8Array {
  const pixels = new Uint8Array(width * height);
  const bytesPerRow = Math.ceil(width / 8);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      pixels[at] = (((data[y * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) * 255;
  return pixels;
}

function greyOf(colour: unknown): number {
  const [, red = '0', green = '0', blue = '0'] = /^#(..)(..)(..)$/.exec(String(colour)) ?? [];
  return greyShade(Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16));
}

/** Pixels per point. */
function resolutionOf({ width, height, matrix: [a, b, c, d] }: Painting): number {
  return Math.min(width / Math.max(Math.hypot(a, b), 1), height / Math.max(Math.hypot(c, d), 1));
}

/** @param matrix from the unit square to the pixels of the page */
function paint(page: GreyImage, painting: Painting, matrix: Matrix): void {
  const inverse = invert(matrix);
  if (inverse === null) return;
  const [a, b, c, d, e, f] = inverse;
  const { left, right, top, bottom } = boundsOf(matrix, page);
  const { width, height } = painting;
  const fineness = Math.hypot(a * width, b * height);
  const shadeAt = fineness < BLURRED ? betweenPixels : nearestPixel;
  // The mean of so many points in each direction, where the image is finer than the page.
  const points = Math.min(MOST_POINTS, Math.max(1, Math.ceil(fineness - 0.1)));
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      let shade = 0;
      let cover = 0;
      for (let point = 0; point < points * points; point++) {
        const px = x + ((point % points) + 0.5) / points;
        const py = y + (Math.floor(point / points) + 0.5) / points;
        const column = (a * px + c * py + e) * width - 0.5;
        const row = (1 - (b * px + d * py + f)) * height - 0.5;
        if (column < -0.5 || row < -0.5 || column >= width - 0.5 || row >= height - 0.5) continue;
        const opacity = painting.opacity === null ? 255 : shadeAt(painting.opacity, painting, column, row);
        shade += shadeAt(painting.pixels, painting, column, row) * opacity;
        cover += opacity;
      }
      if (cover === 0) continue;
      const at = y * page.width + x;
      const share = cover / (255 * points * points);
      page.pixels[at] = Math.round((shade / cover) * share + (page.pixels[at] ?? 255) * (1 - share));
    }
  }
}

type Size = Pick<GreyImage, 'width' | 'height'>;

function nearestPixel(pixels: Uint8Array, { width }: Size, column: number, row: number): number {
  return pixels[Math.round(row) * width + Math.round(column)] ?? 255;
}

/** Of the four pixels around a point, by their distance. */
function betweenPixels(pixels: Uint8Array, { width, height }: Size, column: number, row: number): number {
  const x = Math.max(0, Math.floor(column));
  const y = Math.max(0, Math.floor(row));
  const right = Math.min(x + 1, width - 1);
  const below = Math.min(y + 1, height - 1);
  const u = Math.max(0, column - x);
  const v = Math.max(0, row - y);
  const upper = (pixels[y * width + x] ?? 0) * (1 - u) + (pixels[y * width + right] ?? 0) * u;
  const lower = (pixels[below * width + x] ?? 0) * (1 - u) + (pixels[below * width + right] ?? 0) * u;
  return upper * (1 - v) + lower * v;
}

function boundsOf([a, b, c, d, e, f]: Matrix, { width, height }: GreyImage) {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return {
    left: Math.max(0, Math.floor(Math.min(...xs))),
    right: Math.min(width, Math.ceil(Math.max(...xs))),
    top: Math.max(0, Math.floor(Math.min(...ys))),
    bottom: Math.min(height, Math.ceil(Math.max(...ys))),
  };
}

/** First `second`, then `first`. */
function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function invert([a, b, c, d, e, f]: Matrix): Matrix | null {
  const area = a * d - b * c;
  if (Math.abs(area) < 1e-9) return null;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}
