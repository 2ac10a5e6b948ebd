import { PassThrough, pipeline, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file to be put into an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly bytes: number;
  open(): Promise<Readable>;
}

/** The earliest that ZIP can say; local, as ZIP has no time zones, so that the bytes are the same in each of them. */
const FIXED_TIME = new Date(1980, 0, 1);
const PLAIN_FILE = 0o100644;

/**
 * A ZIP archive of these files, not compressed: equal files give equal bytes on every machine, so that an archive can
 * be compared with one made anew from what it holds.
 */
export function archiveOf(files: readonly ArchivedFile[]): Readable {
  const zip = new ZipFile();
  const stream = new PassThrough();
  const fail = (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error)));
  // The stream itself tells its reader of an error.
  pipeline(zip.outputStream, stream, () => {});
  zip.on('error', fail);
  for (const file of files) {
    zip.addReadStreamLazy(file.path, optionsOf(file), (give) => {
      file.open().then((opened) => give(null, opened.on('error', fail)), fail);
    });
  }
  zip.end();
  return stream;
}

/** Bytes of the archive of these files; none of them is opened. */
export function archiveSizeOf(files: readonly Omit<ArchivedFile, 'open'>[]): number {
  const zip = new ZipFile();
  for (const file of files) zip.addReadStreamLazy(file.path, optionsOf(file), () => {});
  let size = 0;
  const take = (total: number): void => {
    size = total;
  };
  // Told at once, because every size is known and nothing is compressed; its types lack the number.
  zip.end({ forceZip64Format: false, comment: '' }, take as () => void);
  return size;
}

function optionsOf({ bytes: size }: Pick<ArchivedFile, 'bytes'>) {
  return { mtime: FIXED_TIME, mode: PLAIN_FILE, compress: false, forceDosTimestamp: true, size };
}
