import { UnreadableFileError } from './corpus-errors.ts';

/** Most bytes that the parts of a document may have together when they are unpacked. */
const MAX_UNPACKED_BYTES = 200 * 1_024 ** 2;
const MAX_PARTS = 10_000;
/** Small documents of many repetitions are packed well. Above this size so many times smaller is no document. */
const FREE_BYTES = 20 * 1_024 ** 2;
const MAX_RATIO = 100;

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const MAX_COMMENT_LENGTH = 65_535;
const ENCRYPTED_FLAG = 1;

/**
 * Refuses a ZIP file that would unpack to more than a document can be, before anything is unpacked. What the directory
 * hides, the limits of the parsing process catch. Format: PKWARE APPNOTE 6.3, sections 4.3.12 and 4.3.16.
 *
 * @throws {UnreadableFileError}
 */
export function checkZip(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) throw new UnreadableFileError('damaged DOCX: no ZIP directory in it');
  const parts = view.getUint16(end + 10, true);
  if (parts > MAX_PARTS) throw new UnreadableFileError(`DOCX of more than ${MAX_PARTS} parts`);

  let unpacked = 0;
  let at = view.getUint32(end + 16, true);
  for (let part = 0; part < parts; part++) {
    const isEntry = at + ENTRY_LENGTH <= view.byteLength && view.getUint32(at, true) === ENTRY_SIGNATURE;
    if (!isEntry) throw new UnreadableFileError('damaged DOCX: its ZIP directory breaks off');
    if ((view.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0) throw new UnreadableFileError('encrypted DOCX');
    unpacked += view.getUint32(at + 24, true);
    at += ENTRY_LENGTH + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  const isBomb = unpacked > FREE_BYTES && unpacked > bytes.length * MAX_RATIO;
  if (unpacked > MAX_UNPACKED_BYTES || isBomb) {
    throw new UnreadableFileError(`DOCX that unpacks to ${Math.round(unpacked / 1_024 ** 2)} MB`);
  }
}

function findEnd(view: DataView): number | null {
  const earliest = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT_LENGTH);
  for (let at = view.byteLength - END_LENGTH; at >= earliest; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return null;
}
