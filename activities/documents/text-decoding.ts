import { UnreadableFileError } from './document-errors.ts';

const SNIFFED_BYTES = 8_192;
const XML_ENCODING = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]{2,40})/i;
const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i;

/**
 * Text of a file: by byte order mark, else in the encoding stated by its sender, else UTF-8, else in the encoding that
 * an HTML page or XML document names, else windows-1252. Ignores unknown encodings.
 *
 * @param charset stated by the sender, or null
 * @throws {UnreadableFileError} when the bytes are not text
 */
export function decodeText(bytes: Uint8Array, charset: string | null = null): string {
  const encoding = encodingByMark(bytes) ?? (charset === null ? undefined : knownEncoding(charset));
  const isWide = encoding?.startsWith('utf-16') ?? false;
  if (!isWide && bytes.subarray(0, SNIFFED_BYTES).includes(0)) throw new UnreadableFileError('binary file');
  return decode(bytes, encoding).toWellFormed();
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
    return new TextDecoder(namedEncoding(bytes)).decode(bytes);
  }
}

function namedEncoding(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, SNIFFED_BYTES));
  const name = META_CHARSET.exec(head)?.[1] ?? XML_ENCODING.exec(head)?.[1];
  const encoding = name === undefined ? undefined : knownEncoding(name);
  // Ignored: the bytes are not UTF-8, and in UTF-16 the declaration itself would be unreadable.
  return encoding === undefined || encoding.startsWith('utf-') ? 'windows-1252' : encoding;
}

/** The decoder's own name for an encoding; undefined when unknown. */
function knownEncoding(name: string): string | undefined {
  try {
    return new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
}
