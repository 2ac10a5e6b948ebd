import { openZip } from '../files/zip-reading.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import type { FileFormat } from '../text/file-format.ts';

const HEAD_BYTES = 1_024;
/** Formats packed as ZIP files or in the container of old Office documents. */
const PACKED: ReadonlySet<FileFormat> = new Set<FileFormat>(['docx', 'spreadsheet', 'pptx', 'odf', 'epub']);
/** Formats that a page may be saved as by mistake. */
const OF_TEXT: ReadonlySet<FileFormat> = new Set<FileFormat>(['text', 'rtf', 'data']);
/** Folders of Office Open XML. */
const BY_FOLDER: readonly (readonly [string, FileFormat])[] = [
  ['word/', 'docx'],
  ['xl/', 'spreadsheet'],
  ['ppt/', 'pptx'],
];
/** What the part `mimetype` says: OpenDocument and EPUB. */
const BY_MIMETYPE: readonly (readonly [string, FileFormat])[] = [
  ['application/vnd.oasis.opendocument.spreadsheet', 'spreadsheet'],
  ['application/vnd.oasis.opendocument.text', 'odf'],
  ['application/vnd.oasis.opendocument.presentation', 'odf'],
  ['application/epub+zip', 'epub'],
];
/** Names of streams by which a container of old Office documents is told ([MS-CFB] 2.6). */
const UNREAD_STREAMS: readonly (readonly [string, string])[] = [
  ['EncryptedPackage', 'encrypted DOCX, XLSX or PPTX (a password is needed)'],
  ['WordDocument', 'old Word format: save it as DOCX or PDF'],
  ['PowerPoint Document', 'old PowerPoint format: save it as PPTX or PDF'],
  ['__substg1.0_', 'Outlook message: save it as EML or PDF'],
];

/**
 * What a file is by its first bytes; its name or media type counts where they do not tell.
 *
 * @throws {UnreadableFileError} for a known format that is not read
 */
export async function formatOfContent(bytes: Uint8Array, named: FileFormat): Promise<FileFormat> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (head.startsWith('%PDF-')) return 'pdf';
  if (head.startsWith('PK\x03\x04')) return packedFormat(bytes, named);
  if (head.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) return containedFormat(bytes);
  if (head.trimStart().startsWith('{\\rtf')) return 'rtf';
  const isPage = /^(?:\xEF\xBB\xBF)?\s*(?:<!doctype html|<html[\s>])/i.test(head);
  if (isPage && (OF_TEXT.has(named) || PACKED.has(named))) return 'html';
  if (named === 'spreadsheet' && !head.startsWith('<?xml') && !head.includes('\0')) return 'csv';
  return named === 'rtf' ? 'text' : named;
}

async function packedFormat(bytes: Uint8Array, named: FileFormat): Promise<FileFormat> {
  const zip = await openZip(bytes, PACKED.has(named) ? named.toUpperCase() : 'ZIP file');
  const mimetype = new TextDecoder().decode(await zip.read('mimetype', HEAD_BYTES)).trim();
  const found =
    BY_MIMETYPE.find(([name]) => mimetype.startsWith(name)) ??
    BY_FOLDER.find(([folder]) => zip.names.some((name) => name.startsWith(folder)));
  if (found !== undefined) return found[1];
  if (PACKED.has(named)) return named;
  throw new UnreadableFileError('archive: unpack it');
}

function containedFormat(bytes: Uint8Array): FileFormat {
  const container = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unread = UNREAD_STREAMS.find(([stream]) => container.includes(Buffer.from(stream, 'utf16le')));
  if (unread !== undefined) throw new UnreadableFileError(unread[1]);
  return 'spreadsheet';
}
