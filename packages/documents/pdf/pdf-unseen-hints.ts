import { constants, inflateSync } from 'node:zlib';

/** Longest dictionary in front of a stream, in bytes. */
const DICTIONARY_LENGTH = 600;
const MOST_BYTES_UNPACKED = 4 * 1_024 ** 2;
/** All drawings of a large file; with more, it is looked at as if it hid words. */
const MOST_BYTES = 128 * 1_024 ** 2;

const NO_DRAWING =
  /\/(?:Image|XRef|ObjStm|Length[123]|Metadata|FontFile|Type1C|CIDFontType0C|OpenType|FunctionType|N \d)\b/;
const STRING = /\((?:[^()\\]|\\[\s\S])*\)/g;
/** Colours of areas, how letters are painted, areas, and letters. */
const MARK =
  /(?<![^\s\])>])(?:(q|Q)|((?:[\d.-]+\s+){1,4})(?:g|rg|k|scn?|cs)|([0-7])\s+Tr|(-?[\d.]+)\s+(-?[\d.]+)\s+re\s+(?:f\*?|b\*?|B\*?)|(T[jJ]|['"]))(?![^\s/[(<])/g;

/**
 * Whether the drawing of a page may hide words: white letters, letters without paint, an area that is painted after letters.
 * To look at the bytes is far cheaper than to let pdf.js list how each page is drawn; a hint may be wrong.
 */
export function mayHideWords(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let unpacked = 0;
  for (let at = file.indexOf('stream'); at !== -1; at = file.indexOf('stream', at + 6)) {
    const before = file.toString('latin1', Math.max(0, at - DICTIONARY_LENGTH), at);
    const dictionary = before.slice(before.lastIndexOf(' obj'));
    if (before.endsWith('end') || NO_DRAWING.test(dictionary)) continue;
    const start = file[at + 6] === 13 ? at + 8 : at + 7;
    const end = file.indexOf('endstream', start);
    if (end === -1) return false;
    const drawing = contentOf(file.subarray(start, end), dictionary);
    if (drawing === null) return true;
    unpacked += drawing.length;
    if (unpacked > MOST_BYTES || hidesWords(drawing)) return true;
    at = end + 3;
  }
  return false;
}

/** Null if it is packed in another way than usual, or encrypted. */
function contentOf(stream: Buffer, dictionary: string): string | null {
  if (!dictionary.includes('/Filter')) return stream.toString('latin1');
  if (!/\/Filter[\s[]{0,8}\/(?:FlateDecode|Fl)\b/.test(dictionary))
    return /DCT|JPX|CCITT|JBIG2/.test(dictionary) ? '' : null;
  try {
    const unpacked = inflateSync(stream, { maxOutputLength: MOST_BYTES_UNPACKED, finishFlush: constants.Z_SYNC_FLUSH });
    return unpacked.toString('latin1');
  } catch {
    return null;
  }
}

function hidesWords(drawing: string): boolean {
  if (!/T[jJ]/.test(drawing)) return false;
  const saved: boolean[] = [];
  let isWhite = false;
  let hasLetters = false;
  for (const [, stack, colour, mode, width, height, letters] of drawing.replace(STRING, '()').matchAll(MARK)) {
    if (stack === 'q') saved.push(isWhite);
    else if (stack === 'Q') isWhite = saved.pop() ?? false;
    else if (colour !== undefined) isWhite = isWhiteColour(colour.trim().split(/\s+/).map(Number));
    else if (mode === '3' || mode === '7') return true;
    else if (letters !== undefined && isWhite) return true;
    else if (letters !== undefined) hasLetters = true;
    else if (width !== undefined && hasLetters && Math.abs(Number(width)) > 8 && Math.abs(Number(height)) > 5)
      return true;
  }
  return false;
}

/** Grey, red, green and blue, or four inks. */
function isWhiteColour(parts: readonly number[]): boolean {
  return parts.length === 4 ? parts.every((part) => part < 0.05) : parts.every((part) => part > 0.95);
}
