import { languageDetector } from '../../language/text/language.ts';
import { UnreadableFileError } from './document-errors.ts';

const SNIFFED_BYTES = 8_192;
/** Encodings of text files, the most frequent first; two bytes are needed where few letters are Latin. */
const ONE_BYTE = ['windows-1252', 'windows-1251', 'iso-8859-2', 'windows-1250', 'koi8-r', 'iso-8859-7'] as const;
const TWO_BYTES = ['shift_jis', 'gb18030', 'euc-kr', 'big5', 'euc-jp'] as const;
const JUDGED_BYTES = 4_096;
/** Fewer bytes tell no language. */
const LEAST_BYTES = 80;
/** Texts in Latin script differ in few letters, so the fits (0..1) of a right and a wrong encoding are close. */
const CLEARLY = 0.02;
/** Share of bytes outside ASCII from which on a text is not in Latin letters. */
const MOSTLY = 0.3;
const XML_ENCODING = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]{2,40})/i;
const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i;

/**
 * Text of a file: by byte order mark, else in the encoding stated by its sender, else UTF-8, else in the encoding that
 * an HTML page or XML document names, else in the one whose words look most like a language. Ignores unknown encodings. What
 * cannot be decoded becomes U+FFFD.
 *
 * @param charset stated by the sender, or null
 * @throws {UnreadableFileError} when the bytes are not text
 */
export function decodeText(bytes: Uint8Array, charset: string | null = null): string {
  const encoding = encodingByMark(bytes) ?? (charset === null ? undefined : knownEncoding(charset));
  const isWide = encoding?.startsWith('utf-16') ?? false;
  if (!isWide && bytes.subarray(0, SNIFFED_BYTES).includes(0)) throw new UnreadableFileError('binary file');
  return withLineFeeds(decode(bytes, encoding).toWellFormed());
}

function encodingByMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  return undefined;
}

function decode(bytes: Uint8Array, encoding: string | undefined): string {
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(unstatedEncoding(bytes)).decode(bytes);
  }
}

/** Old Macintosh files end lines with a carriage return alone. */
function withLineFeeds(text: string): string {
  return text.includes('\n') ? text : text.replaceAll('\r', '\n');
}

function unstatedEncoding(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, SNIFFED_BYTES));
  const name = META_CHARSET.exec(head)?.[1] ?? XML_ENCODING.exec(head)?.[1];
  const encoding = name === undefined ? undefined : knownEncoding(name);
  // UTF-16 is ignored: in it the declaration itself would be unreadable.
  if (encoding !== undefined && !encoding.startsWith('utf-')) return encoding;
  return isNearlyUtf8(bytes) ? 'utf-8' : likeliestEncoding(bytes.subarray(0, JUDGED_BYTES));
}

/** A single wrong byte, from an insertion or a cut, does not make a file one of another encoding. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.split('\uFFFD').length - 1;
  const right = (text.match(/[^\p{ASCII}\uFFFD]/gu) ?? []).length;
  return right > wrong;
}

function likeliestEncoding(bytes: Uint8Array): string {
  const [usual] = ONE_BYTE;
  if (bytes.length < LEAST_BYTES) return usual;
  const isLatin = bytes.filter((byte) => byte > 0x7f).length < bytes.length * MOSTLY;
  const fits = [...ONE_BYTE, ...(isLatin ? [] : TWO_BYTES)].map((encoding) => ({
    encoding,
    fit: languageFit(new TextDecoder(encoding).decode(bytes)),
  }));
  const best = fits.reduce((one, other) => (other.fit > one.fit + CLEARLY ? other : one));
  return best.encoding;
}

/** 0..1 */
function languageFit(text: string): number {
  return Math.max(0, ...Object.values(languageDetector().detect(text).getScores()));
}

/** The decoder's own name for an encoding; undefined when unknown. */
function knownEncoding(name: string): string | undefined {
  try {
    return new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
}
