import { UnreadableFileError } from './corpus-errors.ts';

const SNIFFED_BYTES = 8_192;
const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i;

/**
 * Text of a file: by byte order mark, else UTF-8, else the encoding an HTML page names, else windows-1252.
 *
 * @throws {UnreadableFileError} when the bytes are no text
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingByMark(bytes);
  if (encoding === undefined && bytes.subarray(0, SNIFFED_BYTES).includes(0))
    throw new UnreadableFileError('binary file');
  return decode(bytes, encoding).toWellFormed();
}

function encodingByMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
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
  const name = META_CHARSET.exec(head)?.[1] ?? 'windows-1252';
  try {
    return new TextDecoder(name).encoding === 'utf-8' ? 'windows-1252' : name;
  } catch {
    return 'windows-1252';
  }
}
