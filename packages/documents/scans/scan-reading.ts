import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What becomes of pictures of text: scanned pages, and files that are pictures. */
export interface ScanReading {
  /** Languages of OCR, like `deu+eng`; null: they are not read. */
  readonly languages: string | null;
  /** Why one is not read, for its note. */
  readonly unread: string;
}

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

/** @param languages of the setting; null: off */
export function scanReading(languages: string | null = null): ScanReading {
  return languages === null ? SCANS_UNREAD : { languages, unread: 'OCR cannot read it' };
}

/** Why a file that is a picture is not read. */
export function unreadPicture({ unread }: ScanReading): string {
  return `a picture; ${unread}`;
}

const MARK = ':scans=';

/** The fingerprint of a file with scans, which are read again when the setting changes. */
export function withScans(fingerprint: string, { languages }: ScanReading): string {
  return `${fingerprint}${MARK}${languages ?? 'off'}`;
}

/** Without what `withScans` added. */
export function withoutScans(fingerprint: string): string {
  return fingerprint.split(MARK)[0] ?? fingerprint;
}

/** Whether the file has scans that were read with another setting. */
export function hasOtherScans(fingerprint: string, scans: ScanReading): boolean {
  return fingerprint.includes(MARK) && fingerprint !== withScans(withoutScans(fingerprint), scans);
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
