import { inflateSync } from 'node:zlib';
import { greyShade, PNG } from '../scans/grey-image.ts';
import { UnreadableFileError } from '../text/document-errors.ts';

/** A picture that is read has at most so many pixels: a photograph of a page has 12 million. */
const MOST_PIXELS = 24_000_000;
/** Letters on a screen are half the size at which they are recognised best. */
const MOST_ENLARGED = 2;
const PIXELS_READ = 4_000_000;
/** Pages are painted with so many dots per inch at least. */
const DOTS_PER_INCH = 200;
const POINTS_PER_INCH = 72;

/** Samples of a pixel by the type of colour; the last of an even number is its opacity. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
/** Start of a frame of JPEG: its size and number of colours. Others of this range are tables. */
const FRAME = /^[\xC0-\xC3\xC5-\xC7\xC9-\xCB\xCD-\xCF]$/;

interface Image {
  readonly width: number;
  readonly height: number;
  /** Of PDF. */
  readonly entries: string;
  readonly data: Uint8Array;
}

/**
 * A PNG or JPEG as a PDF of one page, on which it is enlarged until its letters can be recognised; null for GIF and WebP.
 *
 * @throws {UnreadableFileError} also for other formats
 */
export function pageOfPicture(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPng = file.subarray(0, 8).toString('latin1') === PNG;
  if (isPng) return pdfOf(readPng(file));
  if (file[0] === 0xff && file[1] === 0xd8) return pdfOf(readJpeg(file));
  if (file.length > 30 && file.toString('latin1', 0, 4) === 'GIF8') {
    requireSize(file.readUInt16LE(6), file.readUInt16LE(8));
    return null;
  }
  const isWebp = file.length > 30 && file.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebp) throw new UnreadableFileError('OCR reads PNG, JPEG, GIF and WebP');
  const form = file.toString('latin1', 12, 16);
  const packed = file.readUInt32LE(21);
  if (form === 'VP8X') requireSize(file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1);
  else if (form === 'VP8L') requireSize((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1);
  else requireSize(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
  return null;
}

/** @throws {UnreadableFileError} */
function requireSize(width: number, height: number): void {
  if (width * height > MOST_PIXELS) throw new UnreadableFileError(`a picture of ${width} × ${height} pixels`);
  if (!(width * height > 0)) throw new UnreadableFileError('a damaged picture');
}

function pdfOf({ width, height, entries, data }: Image): Uint8Array {
  const enlarged = Math.min(MOST_ENLARGED, Math.sqrt(PIXELS_READ / (width * height)));
  const [wide, high] = [width, height].map((size) => (size * enlarged * POINTS_PER_INCH) / DOTS_PER_INCH);
  const content = `${wide} 0 0 ${high} 0 0 cm /I Do`;
  const image = `<</Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8${entries}/Length ${data.length}>>`;
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `${image}stream\n`,
  ];
  let head = '%PDF-1.4\n';
  const places = parts.map((part, index) => {
    const place = String(head.length).padStart(10, '0');
    head += `${index + 1} 0 obj${part}${index < 4 ? 'endobj\n' : ''}`;
    return `${place} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer<</Size 6/Root 1 0 R>>`;
  const end = `\nendstream endobj\n`;
  const start = head.length + data.length + end.length;
  return Buffer.concat([Buffer.from(head), data, Buffer.from(`${end}${table}\nstartxref\n${start}\n%%EOF\n`)]);
}

/** The picture stays as it is: the reader of PDF decodes it. */
function readJpeg(file: Buffer): Image {
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    if (!FRAME.test(String.fromCharCode(file[at + 1] ?? 0))) continue;
    const [height, width, colours] = [file.readUInt16BE(at + 5), file.readUInt16BE(at + 7), file[at + 9]];
    requireSize(width, height);
    const space = colours === 1 ? 'DeviceGray' : colours === 4 ? 'DeviceCMYK/Decode[1 0 1 0 1 0 1 0]' : 'DeviceRGB';
    return { width, height, entries: `/ColorSpace/${space}/Filter/DCTDecode`, data: file };
  }
  throw new UnreadableFileError('a damaged picture');
}

/** In shades of grey, on white. */
function readPng(file: Buffer): Image {
  const parts = new Map<string, Buffer[]>();
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const part = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    const name = file.toString('latin1', at + 4, at + 8);
    parts.set(name, [...(name === 'IDAT' ? (parts.get(name) ?? []) : []), part]);
  }
  const head = parts.get('IHDR')?.[0] ?? Buffer.alloc(0);
  if (head.length < 13) throw new UnreadableFileError('a damaged picture');
  const [width, height, depth, type] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8] ?? 8, head[9] ?? 0];
  requireSize(width, height);
  if (head[12] !== 0) throw new UnreadableFileError('an interlaced PNG');
  const samples = SAMPLES[type] ?? 1;
  const [bytesOfRow, step] = [Math.ceil((width * samples * depth) / 8), Math.max(1, (samples * depth) / 8)];
  const packed = Buffer.concat(parts.get('IDAT') ?? []);
  const data = inflateSync(packed, { maxOutputLength: (bytesOfRow + 1) * height + 1 });
  if (data.length < (bytesOfRow + 1) * height) throw new UnreadableFileError('a damaged picture');
  const rows = unfilter(data, bytesOfRow, height, step);
  const shades = new Uint8Array(width * height);
  const shadeOf = tableOf(type, depth, parts.get('PLTE')?.[0]);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const [row, first] = [y * bytesOfRow, x * samples];
      const own = sampleAt(rows, row, first, depth);
      const [green, blue] =
        samples < 3 ? [0, 0] : [sampleAt(rows, row, first + 1, depth), sampleAt(rows, row, first + 2, depth)];
      const shade = samples < 3 ? (shadeOf[own] ?? 255) : greyShade(own, green, blue);
      const opacity = samples % 2 === 0 ? sampleAt(rows, row, first + samples - 1, depth) : 255;
      shades[at] = 255 - ((255 - shade) * opacity) / 255;
    }
  return { width, height, entries: '/ColorSpace/DeviceGray', data: shades };
}

/** What a sample is as a shade: an entry of the palette, or of so many shades. */
function tableOf(type: number, depth: number, palette: Uint8Array = new Uint8Array()): number[] {
  const most = depth >= 8 ? 255 : 2 ** depth - 1;
  return Array.from({ length: most + 1 }, (_, own) =>
    type === PALETTE
      ? greyShade(palette[own * 3] ?? 0, palette[own * 3 + 1] ?? 0, palette[own * 3 + 2] ?? 0)
      : (own * 255) / most,
  );
}

/** The first eight bits of a sample, or all of a smaller one. */
function sampleAt(rows: Uint8Array, row: number, index: number, depth: number): number {
  if (depth >= 8) return rows[row + (index * depth) / 8] ?? 0;
  const bit = index * depth;
  return ((rows[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

/** Each row says how its bytes differ from those before and above. */
function unfilter(data: Uint8Array, bytesOfRow: number, height: number, step: number): Uint8Array {
  const rows = new Uint8Array(bytesOfRow * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (bytesOfRow + 1)] ?? 0;
    for (let x = 0, at = y * bytesOfRow; x < bytesOfRow; x++, at++) {
      const left = x < step ? 0 : (rows[at - step] ?? 0);
      const above = rows[at - bytesOfRow] ?? 0;
      const corner = x < step ? 0 : (rows[at - bytesOfRow - step] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, filter === 4 ? nearest(left, above, corner) : 0][filter] ?? 0;
      rows[at] = (data[at + y + 1] ?? 0) + guess;
    }
  }
  return rows;
}

function nearest(left: number, above: number, corner: number): number {
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((one) => Math.abs(left + above - corner - one));
  if ((toLeft ?? 0) <= (toAbove ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toAbove ?? 0) <= (toCorner ?? 0) ? above : corner;
}
