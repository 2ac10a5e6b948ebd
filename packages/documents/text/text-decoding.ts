import { isAscii, isUtf8 } from 'node:buffer';
import { counted } from '@plumbline/contracts/common/counted';
import { UnreadableFileError } from './document-errors.ts';
import { decodeAs, encodingBySigns, likelyEncodings } from './encoding-detection.ts';
import { joinProblems } from './file-format.ts';

const SNIFFED_BYTES = 8_192;
const XML_ENCODING = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]{2,40})/i;
const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i;
/** Encodings with a byte for each letter: their text outside ASCII is never UTF-8 by accident. */
const ONE_BYTE = /^(?:windows-|iso-8859-|koi8-|macintosh|x-mac|ibm866)/;
/** Of no use in text. */
const CONTROLS = /(?!\s)[\p{Cc}\p{Cn}]/u;
const MOST_GAPS = 0.02;
/** Escapes of ISO 2022 and HZ, and a letter of UTF-7: text outside ASCII in seven bits. */
const SEVEN_BIT = /\p{Cc}[$(][@-J]|~\{[!-w]|\+A[A-P][A-Za-z0-9+/]-/u;
/** In a file with more lines in another encoding, a line that looks like UTF-8 may be chance. */
const MOST_FOREIGN_LINES = 0.8;
/** Fewer bytes outside ASCII, beside lines in UTF-8, are damage and tell no encoding. */
const FEWEST_FOREIGN_BYTES = 3;
/** A file with fewer bytes outside ASCII can be read without them. */
const FEW_BYTES = 0.1;

export interface DecodedText {
  readonly text: string;
  /** In which encoding it was read where it does not state it, or what could not be decoded; null: neither. */
  readonly problem: string | null;
}

/**
 * Text of a file: by byte order mark, else UTF-8 if it is that, else in the encoding stated by its sender, or by the HTML
 * page or XML document itself, unless that makes no words of it, else in the one that is clearly the likeliest. Ignores unknown
 * encodings. What cannot be decoded becomes U+FFFD.
 *
 * @param charset stated by the sender, or null
 * @throws {UnreadableFileError} when the bytes are not text, or their encoding is unclear
 */
export function decodeText(bytes: Uint8Array, charset: string | null = null): DecodedText {
  const { text, problem } = decode(bytes, charset);
  const shown = text.includes('\0') ? text.replaceAll(/\0+/g, '\uFFFD') : text;
  const wrong = shown.split('\uFFFD').length - 1;
  const undecoded = wrong === 0 ? null : `${counted(wrong, 'character')} could not be decoded`;
  return { text: shown.toWellFormed(), problem: joinProblems([problem, undecoded]) };
}

function decode(bytes: Uint8Array, charset: string | null): DecodedText {
  const stated = charset === null ? undefined : knownEncoding(charset);
  const wide = encodingByMark(bytes) ?? (stated?.startsWith('utf-16') === true ? stated : undefined);
  if (wide !== undefined) return { text: decodeAs(bytes, wide), problem: null };
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0))
    return decodeWithGaps(bytes) ?? decodeBySigns(bytes) ?? refuseBinary();
  if (isUtf8(bytes) && (stated === undefined || stated === 'utf-8' || ONE_BYTE.test(stated))) {
    const read = decodeUtf8(bytes);
    return (SEVEN_BIT.test(read.text) ? decodeBySigns(bytes) : null) ?? read;
  }
  return decodeStated(bytes, stated ?? declaredEncoding(bytes)) ?? decodeUnstated(bytes);
}

/** Undefined for UTF-8, whose mark proves nothing about the rest. */
function encodingByMark(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  if (!(first === 0xff && second === 0xfe) && !(first === 0xfe && second === 0xff)) return undefined;
  if (first === 0xff && third === 0 && fourth === 0) return 'utf-32le';
  // The mark would make Chinese of plain text.
  if (bytes.length > 2 && isAscii(bytes.subarray(2)) && !bytes.includes(0)) return undefined;
  return first === 0xff ? 'utf-16le' : 'utf-16be';
}

function decodeBySigns(bytes: Uint8Array): DecodedText | null {
  const encoding = encodingBySigns(bytes);
  if (encoding === null) return null;
  const read = encoding === 'binary' ? null : readAs(bytes, encoding);
  return read === null || CONTROLS.test(read.text) ? refuseBinary() : read;
}

function refuseBinary(): never {
  throw new UnreadableFileError('binary file');
}

/** Text with bytes that were never written, as after a crash; null for UTF-16, which has more of them, and no text. */
function decodeWithGaps(bytes: Uint8Array): DecodedText | null {
  const read = decodeUtf8(bytes);
  const gaps = read.text.split(/\0+/).length - 1;
  return gaps > read.text.length * MOST_GAPS || CONTROLS.test(read.text.replaceAll('\0', '')) || !isNearlyUtf8(bytes)
    ? null
    : read;
}

function readAs(bytes: Uint8Array, encoding: string): DecodedText {
  return { text: decodeAs(bytes, encoding), problem: `states no encoding; read as ${encoding}` };
}

function decodeUtf8(bytes: Uint8Array): DecodedText {
  return { text: new TextDecoder().decode(bytes), problem: null };
}

/** The encoding that an HTML page or XML document names. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, SNIFFED_BYTES));
  const name = META_CHARSET.exec(head)?.[1] ?? XML_ENCODING.exec(head)?.[1];
  return name === undefined ? undefined : knownEncoding(name);
}

/** Null where the statement is wrong: UTF-16 would make the statement itself unreadable, and UTF-8 was tried. */
function decodeStated(bytes: Uint8Array, stated: string | undefined): DecodedText | null {
  if (stated === undefined || stated.startsWith('utf-')) return null;
  const read = (part: Uint8Array): string => new TextDecoder(stated).decode(part);
  if (isAscii(bytes)) return { text: read(bytes), problem: null };
  const { clear, allows } = likelyEncodings(bytes);
  if (clear === null || allows(read)) return { text: read(bytes), problem: null };
  return { text: decodeAs(bytes, clear), problem: `states ${stated}, but was read as ${clear}` };
}

/** Lines in UTF-8 and lines in another encoding, as in a log that two programs wrote, are read each in their own. */
function decodeUnstated(bytes: Uint8Array): DecodedText {
  const lines = linesOf(bytes).filter((line) => !isAscii(line));
  const foreign = lines.filter((line) => !isNearlyUtf8(line));
  if (foreign.length === 0) return decodeUtf8(bytes);
  const isMixed = foreign.length <= lines.length * MOST_FOREIGN_LINES;
  if (isMixed && Buffer.concat(foreign).filter((byte) => byte > 0x7f).length < FEWEST_FOREIGN_BYTES)
    return decodeUtf8(bytes);
  const { clear, best } = likelyEncodings(isMixed ? Buffer.concat(foreign) : bytes);
  if (clear === null) return decodeUnclear(bytes, best);
  if (!isMixed) return readAs(bytes, clear);
  const texts = linesOf(bytes).map((line) => (isNearlyUtf8(line) ? decodeUtf8(line).text : decodeAs(line, clear)));
  return { text: texts.join(''), problem: `mixes encodings; ${counted(foreign.length, 'line')} read as ${clear}` };
}

/** @throws {UnreadableFileError} when too much would be missing */
function decodeUnclear(bytes: Uint8Array, best: string | null): DecodedText {
  const advice = `its encoding is unclear; convert it to UTF-8: iconv -f ${best ?? '…'} -t UTF-8`;
  if (bytes.filter((byte) => byte > 0x7f).length > bytes.length * FEW_BYTES) throw new UnreadableFileError(advice);
  return { text: decodeUtf8(bytes).text, problem: advice };
}

/** With their line feeds. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/** A few wrong bytes, from an insertion or a cut, do not make a text one of another encoding. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  // A last character that was cut does not count.
  const text = new TextDecoder().decode(bytes, { stream: true });
  const wrong = text.split('\uFFFD').length - 1;
  const right = (text.match(/[^\p{ASCII}\uFFFD]/gu) ?? []).length;
  return right > wrong;
}

/** The decoder's own name for an encoding; undefined when unknown. */
function knownEncoding(name: string): string | undefined {
  try {
    return new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
}

/** Old Macintosh files end lines with CR, mainframes with NEL, and a form feed ends a page. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r(?!\n)|[\f\v\u0085\u2028\u2029]/g, '\n');
}
