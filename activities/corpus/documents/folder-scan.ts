import { type Dirent, type Stats, stat as statFile } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { formatBytes } from '../../../workflows/contracts/common/byte-size.ts';
import { fileFormatOf, unreadFormatOf } from './file-format.ts';
import { type ScanReading, SCANS_UNREAD, unreadPicture } from './scan-reading.ts';
import { SOURCE_LIST_NAME } from './source-list.ts';

/** An entry of the corpus folder before it is read. */
export interface CorpusFile {
  /** Target of a link, or the file itself. */
  readonly path: string;
  /** Relative to the folder, with forward slashes; for a link, the location of the link itself. */
  readonly locator: string;
  /**
   * Changes whenever the file's content may differ: size, modification times of content and permissions, or the
   * refusal.
   */
  readonly fingerprint: string;
  /** Why it is not opened; null for a file to read. */
  readonly refusal: string | null;
}

/** Larger files take more memory to parse than a worker should need. */
const MAX_FILE_BYTES = 52_428_800;

/** Entries of a folder that are examined side by side. */
const EXAMINED_AT_A_TIME = 256;

/**
 * Lists the files of a folder, sorted by locator. Hidden entries and `node_modules` below the folder are left out, and
 * so is the list of sources; symbolic links are followed to files inside the folder only, never to folders (a link
 * could close a circle).
 *
 * @param root real path of the folder
 * @param ownHome real path of the project's own state, which is never a document, even inside the folder
 */
export async function scanFolder(
  root: string,
  ownHome: string,
  maxFileBytes = MAX_FILE_BYTES,
  scans = SCANS_UNREAD,
): Promise<CorpusFile[]> {
  const scan = new FolderScan({ root, ownHome, scans, maxFileBytes });
  await scan.visit(root, '');
  return scan.files.sort((first, second) => (first.locator < second.locator ? -1 : 1));
}

interface ScanLimits {
  readonly root: string;
  readonly ownHome: string;
  /** Absent: pictures are examined like other files, because they were read before. */
  readonly scans?: ScanReading;
  readonly maxFileBytes: number;
}

class FolderScan {
  readonly #limits: ScanLimits;
  readonly files: CorpusFile[] = [];

  constructor(limits: ScanLimits) {
    this.#limits = limits;
  }

  /** @param prefix of the locators of what is in the folder */
  async visit(folder: string, prefix: string): Promise<void> {
    if (folder === this.#limits.ownHome) return;
    const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => isExamined(prefix, name));
    const placeOf = ({ name }: Dirent): Place => ({ name, path: join(folder, name), locator: `${prefix}${name}` });
    for (let first = 0; first < entries.length; first += EXAMINED_AT_A_TIME) {
      const some = entries.slice(first, first + EXAMINED_AT_A_TIME);
      await this.#examineFiles(some.filter((entry) => entry.isFile()).map(placeOf));
      const others = some.filter((entry) => !entry.isFile());
      await Promise.all(others.map((entry) => this.#examineOther(entry, placeOf(entry))));
    }
  }

  async #examineFiles(places: readonly Place[]): Promise<void> {
    for (const [place, stats] of await statAll(places)) {
      if (stats instanceof Error) this.#refuse(place, stats);
      else this.#add(place, { path: place.path, ...judge(place.path, stats, this.#limits) });
    }
  }

  async #examineOther(entry: Dirent, place: Place): Promise<void> {
    try {
      if (entry.isDirectory()) await this.visit(place.path, `${place.locator}/`);
      else this.#add(place, await inspectFile(place.path, entry.isSymbolicLink(), this.#limits));
    } catch (error) {
      this.#refuse(place, error);
    }
  }

  #refuse(place: Place, error: unknown): void {
    const reason = isMisread(place.name, error) ? 'its name is not UTF-8' : reasonOf(error);
    this.#add(place, { path: place.path, ...refused(reason) });
  }

  #add({ locator }: Place, file: Omit<CorpusFile, 'locator'>): void {
    this.files.push({ locator, ...file });
  }
}

interface Place extends Pick<CorpusFile, 'path' | 'locator'> {
  readonly name: string;
}

function isExamined(prefix: string, name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && `${prefix}${name}` !== SOURCE_LIST_NAME;
}

/** Side by side. A promise for each file takes longer than looking at it. */
function statAll(places: readonly Place[]): Promise<ReadonlyMap<Place, Stats | Error>> {
  const found = new Map<Place, Stats | Error>();
  const { promise, resolve } = Promise.withResolvers<ReadonlyMap<Place, Stats | Error>>();
  if (places.length === 0) resolve(found);
  for (const place of places) {
    statFile(place.path, (error, stats) => {
      found.set(place, error ?? stats);
      if (found.size === places.length) resolve(found);
    });
  }
  return promise;
}

/** Examines an entry without opening it. */
export async function inspectFile(
  place: string,
  isLink: boolean,
  limits: ScanLimits,
): Promise<Omit<CorpusFile, 'locator'>> {
  const { root, ownHome } = limits;
  const path = isLink ? await realpath(place) : place;
  const refusal = (reason: string) => ({ path, ...refused(reason) });
  if (isLink && (path === root || (isInside(path, root) && isInside(place, path)))) {
    return refusal('link loop: it leads to a folder that contains it');
  }
  if (isLink && !isInside(path, root)) return refusal('link to a target outside the folder');
  if (isLink && isInside(path, ownHome)) return refusal('link to the state of this program');
  return { path, ...judge(place, await stat(path), limits) };
}

/** @param place path whose name tells the format */
function judge(
  place: string,
  stats: Stats,
  { scans, maxFileBytes }: ScanLimits,
): Pick<CorpusFile, 'fingerprint' | 'refusal'> {
  if (stats.isDirectory()) return refused('link to a folder');
  if (!stats.isFile()) return refused('not a regular file');
  const format = fileFormatOf(place);
  if (format === undefined) return refused(unreadFormatOf(place));
  if (format === 'picture' && scans?.languages === null) return refused(unreadPicture(scans));
  if (stats.size > maxFileBytes) return refused(`larger than the limit of ${formatBytes(maxFileBytes)}`);
  return { fingerprint: `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`, refusal: null };
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Names are decoded as UTF-8; a name with replacement characters would not open its file. */
function isMisread(name: string, error: unknown): boolean {
  return name.includes('\uFFFD') && error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function refused(reason: string): Pick<CorpusFile, 'fingerprint' | 'refusal'> {
  return { fingerprint: reason, refusal: reason };
}

/** The reason for the report, instead of the operating system's error. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'disappeared while it was read, or a broken link';
  if (code === 'ELOOP') return 'link loop, or a link that replaced a file';
  if (code === 'ENAMETOOLONG') return 'its path is too long';
  if (code === 'ENXIO' || code === 'ENODEV') return 'not a regular file';
  // Messages of the operating system repeat the whole path.
  if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return `cannot be read (${code})`;
  return error instanceof Error ? error.message : String(error);
}
