import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What becomes of pictures of text: scanned pages, and files that are pictures. */
export interface ScanReading {
  /** Languages of OCR, like `deu+eng`; null: they are not read. */
  readonly languages: string | null;
  /** Why one is not read, for its note. */
  readonly unread: string;
  /** Name of the model that describes pictures which documents show; absent: none. */
  readonly vision?: string;
  /** What it says of pictures, by the hashes of their bytes; absent: it is not asked. */
  readonly descriptions?: Readonly<Record<string, PictureDescription>>;
}

/** What a picture shows, or why that is not known. */
export type PictureDescription = string | { readonly reason: string };

export const SCANS_UNREAD: ScanReading = { languages: null, unread: 'set PLUMBLINE_OCR=eng to read scans' };
/** A page of the web is read while a run waits for it, and recognition takes longer. */
export const WEB_SCANS_UNREAD: ScanReading = { languages: null, unread: 'scans on the web are not read' };

/** Recognises the text. A clone has it; a package is installed without it, because it is large. */
const LIBRARY = 'tesseract.js';
/** Packages with the data of a language each: what it takes to recognise its words in pictures. */
const PACKAGES = '@tesseract.js-data';
/** As exact as the larger data in the packages (measured on pages in English, German and French), and loaded sooner. */
const EDITION = '4.0.0_best_int';

const { resolve } = createRequire(import.meta.url);

/** @param languages of the setting; null: off @param vision name of the model that sees */
export function scanReading(languages: string | null = null, vision?: string): ScanReading {
  const read = languages === null ? SCANS_UNREAD : { languages, unread: 'OCR cannot read it' };
  return vision === undefined ? read : { ...read, vision };
}

/** Why a file that is a picture is not read. */
export function unreadPicture({ unread }: ScanReading): string {
  return `a picture; ${unread}`;
}

/** What a fingerprint has after that of the file: the files that are read with it, and how its scans are. */
const [FILES, SCANS] = [':files=', ':scans='];
const NAMED = /:files=(\[.*\])#[0-9a-f]{16}(?::scans=[\w+]*)?$/;

/** The fingerprint of a file alone. */
export function ownFingerprint(fingerprint: string): string {
  return fingerprint.split(/:(?:files|scans)=/)[0] ?? fingerprint;
}

/**
 * The fingerprint of a file that is read again when one of the files that it was read with changes, or the setting of its
 * scans.
 *
 * @param scans null: it has none
 * @param all fingerprints of the folder's files by their paths
 */
export function markedFingerprint(
  own: string,
  scans: ScanReading | null,
  paths: readonly string[],
  all: ReadonlyMap<string, string>,
): string {
  const hash = createHash('sha256').update(paths.map((path) => all.get(path) ?? '').join('\0'));
  const files = paths.length === 0 ? '' : `${FILES}${JSON.stringify(paths)}#${hash.digest('hex').slice(0, 16)}`;
  return `${own}${files}${scans === null ? '' : `${SCANS}${settingOf(scans)}`}`;
}

function settingOf({ languages, vision }: ScanReading): string {
  const model = vision === undefined ? '' : `+${createHash('sha256').update(vision).digest('hex').slice(0, 16)}`;
  return `${languages ?? 'off'}${model}`;
}

/** Whether a file that it was read with, or the setting of its scans, is another one now. */
export function isReadOtherwise(fingerprint: string, scans: ScanReading, all: ReadonlyMap<string, string>): boolean {
  const paths: unknown = JSON.parse(NAMED.exec(fingerprint)?.[1] ?? '[]');
  const own = ownFingerprint(fingerprint);
  const hasScans = fingerprint.lastIndexOf(SCANS) >= own.length;
  return fingerprint !== markedFingerprint(own, hasScans ? scans : null, Array.isArray(paths) ? paths : [], all);
}

/** Codes of the installed languages, like `eng`, with the folder of their data. */
export function installedLanguages(): ReadonlyMap<string, string> {
  const found = (resolve.paths(`${PACKAGES}/eng`) ?? []).flatMap((modules) =>
    namesIn(join(modules, PACKAGES)).map((code) => [code, join(modules, PACKAGES, code, EDITION)] as const),
  );
  // The nearest comes first, and wins.
  return new Map(found.reverse());
}

function isInstalled(name: string): boolean {
  return (resolve.paths(name) ?? []).some((modules) => existsSync(join(modules, name)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What is missing for these languages, and how to install it; null when nothing is. @param languages like `deu+eng` */
export function problemOfLanguages(languages: string): string | null {
  const installed = installedLanguages();
  const missing = languages.split('+').filter((code) => !installed.has(code));
  const packages = [...(isInstalled(LIBRARY) ? [] : [`${LIBRARY}@7`]), ...missing.map((code) => `${PACKAGES}/${code}`)];
  if (packages.length === 0) return null;
  const what = missing.length === 0 ? 'OCR' : `data for ${missing.join(', ')}`;
  return `${what} is not installed: npm install ${packages.join(' ')}; installed: ${[...installed.keys()].sort().join(', ') || 'none'}`;
}
