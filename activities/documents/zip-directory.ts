import { inflateRawSync } from 'node:zlib';
import { UnreadableFileError } from './document-errors.ts';

/** What the directory of a ZIP file says about one part of it. Format: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16. */
export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Where its own header stands. */
  readonly offset: number;
}

const MAX_PARTS = 10_000;
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MAX_COMMENT_LENGTH = 65_535;
const ENCRYPTED_FLAG = 1;
const DEFLATED = 8;

/** @throws {UnreadableFileError} */
export function readZipDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = viewOf(bytes);
  const end = findEnd(view);
  if (end === null) throw new UnreadableFileError('damaged DOCX: no ZIP directory in it');
  const parts = view.getUint16(end + 10, true);
  if (parts > MAX_PARTS) throw new UnreadableFileError(`DOCX of more than ${MAX_PARTS} parts`);

  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let part = 0; part < parts; part++) {
    const isEntry = at + ENTRY_LENGTH <= view.byteLength && view.getUint32(at, true) === ENTRY_SIGNATURE;
    if (!isEntry) throw new UnreadableFileError('damaged DOCX: its ZIP directory breaks off');
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: Buffer.from(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength)).toString('utf8'),
      isEncrypted: (view.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0,
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** A part's bytes; none where it is damaged or unpacks to more than `maxBytes`. */
export function readZipPart(bytes: Uint8Array, { offset, packedBytes }: ZipEntry, maxBytes: number): Uint8Array {
  const view = viewOf(bytes);
  try {
    const start = offset + LOCAL_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const packed = bytes.subarray(start, start + packedBytes);
    const isDeflated = view.getUint16(offset + 8, true) === DEFLATED;
    return isDeflated ? inflateRawSync(packed, { maxOutputLength: maxBytes }) : packed.subarray(0, maxBytes);
  } catch {
    // Nothing depends on it: the parser of the document says what is wrong with it.
    return new Uint8Array();
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function findEnd(view: DataView): number | null {
  const earliest = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT_LENGTH);
  for (let at = view.byteLength - END_LENGTH; at >= earliest; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return null;
}
