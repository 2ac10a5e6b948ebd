import { PassThrough, pipeline, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { z } from 'zod';

/** The earliest that ZIP can say; local, as ZIP has no time zones, so that the bytes are the same in each of them. */
const FIXED_TIME = new Date(1980, 0, 1);
const PLAIN_FILE = 0o100644;

/** What was asked for cannot be made into a bundle. */
export class BundleNotPossibleError extends Error {
  override readonly name = 'BundleNotPossibleError';
}

/** A file that is no bundle, or one that must not be opened: nothing of it was believed. */
export class BundleRefusedError extends Error {
  override readonly name = 'BundleRefusedError';
}

/** A bundle in a format that this version does not know. */
export class BundleVersionError extends Error {
  override readonly name = 'BundleVersionError';
}

/** Raised when newer code can no longer read an older bundle. */
export const BUNDLE_VERSION = 1;

/** Files of every bundle, by what they hold. */
export const BundlePath = {
  ReadMe: 'README.txt',
  Manifest: 'MANIFEST.json',
  Sums: 'SHA256SUMS',
  Markdown: 'report.md',
  Record: 'report.json',
  Quotations: 'quotations.json',
  Decisions: 'decisions.json',
  Sources: 'sources.json',
  /** Only where a server had it. */
  History: 'history.json',
} as const;

/** The files without which there is no bundle. */
export const REQUIRED_PATHS: readonly string[] = Object.values(BundlePath).filter(
  (path) => path !== BundlePath.History,
);

const SOURCE_FILE =
  /^sources\/(?:texts\/(?<text>[0-9a-f]{64})\.txt|layers\/(?<layer>[0-9a-f]{64})\.json|originals\/(?<original>[0-9a-f]{64})(?:\.[a-z0-9]{1,8})?)$/;

/** Path of a stored text. */
export function textPathOf(sha256: string): string {
  return `sources/texts/${sha256}.txt`;
}

/** Path of a PDF's text layer with its map. */
export function layerPathOf(sha256: string): string {
  return `sources/layers/${sha256}.json`;
}

/** Path of a document's own bytes. @param locator lends its extension, if that is a harmless one */
export function originalPathOf(sha256: string, locator: string): string {
  const [, extension = ''] = /(\.[a-z0-9]{1,8})$/.exec(locator.toLowerCase()) ?? [];
  return `sources/originals/${sha256}${extension}`;
}

/** The hash that a file of a source has in its name; null for other files. */
export function hashInPath(path: string): string | null {
  const { text, layer, original } = SOURCE_FILE.exec(path)?.groups ?? {};
  return text ?? layer ?? original ?? null;
}

/** Whether a bundle may hold a file of this name. No other name is safe to look at. */
export function isBundlePath(path: string): boolean {
  return Object.values<string>(BundlePath).includes(path) || SOURCE_FILE.test(path);
}

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

/** `MANIFEST.json`. It lists all files but itself and `SHA256SUMS`, which lists it. */
export const manifestSchema = z.strictObject({
  format: z.literal('plumbline-audit-bundle'),
  formatVersion: z.literal(BUNDLE_VERSION),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  /** See `RULES_VERSION`. */
  rulesVersion: count,
  researchId: z.string(),
  /** When the bundle was written, ISO 8601. */
  createdAt: z.iso.datetime(),
  /** `reason`: why it is missing. */
  history: z.discriminatedUnion('included', [
    z.strictObject({ included: z.literal(true) }),
    z.strictObject({ included: z.literal(false), reason: z.string() }),
  ]),
  /** Documents of which only the stored text is here. */
  originalsMissing: z.array(z.strictObject({ locator: z.string(), reason: z.string() })),
  files: z.array(z.strictObject({ path: z.string(), bytes: count, sha256: sha256Schema })),
});
export type BundleManifest = z.infer<typeof manifestSchema>;

/** Only the part that tells whether the rest can be read. */
export const versionedSchema = z.looseObject({ format: z.string(), formatVersion: z.int() });

/** `start` and `end` count UTF-16 code units; `offset` and `length` the bytes of the file. */
export const quotationsSchema = z.strictObject({
  note: z.string(),
  quotations: z.array(
    z.strictObject({
      place: z.string(),
      key: z.string(),
      /** The reader's number; null: the report does not cite it. */
      number: z.int().positive().nullable(),
      locator: z.string(),
      page: z.int().nullable(),
      file: z.string(),
      bytes: z.strictObject({ offset: count, length: count }),
      utf16: z.strictObject({ start: count, end: count }),
      text: z.string(),
    }),
  ),
});
export type Quotations = z.infer<typeof quotationsSchema>;
export type Quotation = Quotations['quotations'][number];

/** What `SHA256SUMS` holds: the form that `sha256sum --check` reads. */
export function sumsOf(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

/** A file of an archive. */
export interface Member {
  readonly path: string;
  readonly bytes: number;
  open(): Promise<Readable>;
}

/**
 * A ZIP archive of these files, not compressed: equal files give equal bytes on every machine, so that an archive can
 * be compared with one made anew from what it holds.
 */
export function archiveOf(files: readonly Member[]): Readable {
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
export function archiveSizeOf(files: readonly Omit<Member, 'open'>[]): number {
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

function optionsOf({ bytes: size }: Pick<Member, 'bytes'>) {
  return { mtime: FIXED_TIME, mode: PLAIN_FILE, compress: false, forceDosTimestamp: true, size };
}
