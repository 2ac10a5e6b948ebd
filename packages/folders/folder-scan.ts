import { type Dirent, type Stats, stat as statFile } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import type { LeftOut } from '@plumbline/contracts/evidence/corpus';
import { reasonOf } from '@plumbline/documents/errors';
import { HARD_LINK, openArchive, readRegularFile } from '@plumbline/documents/files';
import { fileFormatOf, isArchive, unreadFormatOf } from '@plumbline/documents/formats';
import { type ScanReading, scanReading, unreadPicture } from '@plumbline/documents/scans';
import { isMissing } from '@plumbline/storage/files';
import { createFileMatcher, type FileMatcher, splitMember } from './file-selection.ts';
import { type IgnoreRules, isIgnoreFile, readRules, reasonToLeaveOut } from './ignore-rules.ts';
import { SOURCE_LIST_NAME } from './source-list.ts';

/** An entry of the corpus folder before it is read. */
export interface CorpusFile {
  /** Target of a link, or the file itself; of a member of an archive, the archive. */
  readonly path: string;
  /** Name in the archive; absent for a file of its own. */
  readonly member?: string;
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
export const MAX_FILE_BYTES = 52_428_800;
/** An archive holds many documents; each of its members has the limit of a document. */
export const MAX_ARCHIVE_BYTES = 512 * 1_024 ** 2;

/** Entries of a folder that are examined side by side. */
const EXAMINED_AT_A_TIME = 256;

/** Names of {@link LeftOut} that are kept. */
const NAMED = 3;

/** What programs and systems leave in folders. */
const OF_SYSTEMS =
  /^(?:\.git|\.gitignore|\.gitattributes|\.gitmodules|\.gitkeep|\.hg|\.svn|\.DS_Store|\._.*|__MACOSX)$/;

interface ScanOptions extends Pick<ScanLimits, 'scans' | 'refusesHardLinks'> {
  readonly maxFileBytes?: number | undefined;
  /** All files by default. */
  readonly matcher?: FileMatcher;
}

/**
 * Lists the files of a folder and the members of its archives, sorted by locator. Left out are hidden entries, what a
 * `.gitignore` in the folder excludes, and `node_modules`, unless a selection names them; so is the list of sources. Symbolic links are followed
 * to files inside the folder only, never to folders (a link could close a circle).
 *
 * @param root real path of the folder
 * @param ownHome real path of the project's own state, which is never a document, even inside the folder
 */
export async function scanFolder(
  root: string,
  ownHome: string,
  { maxFileBytes = MAX_FILE_BYTES, matcher = createFileMatcher(null), ...options }: ScanOptions = {},
) {
  const scan = new FolderScan({ scans: scanReading(), ...options, root, ownHome, maxFileBytes }, matcher);
  await scan.visit(root, '', []);
  return {
    files: scan.files.sort((first, second) => (first.locator < second.locator ? -1 : 1)),
    leftOut: scan.leftOut(),
  };
}

interface ScanLimits {
  readonly root: string;
  readonly ownHome: string;
  /** Absent: pictures are examined like other files, because they were read before. */
  readonly scans?: ScanReading;
  readonly maxFileBytes: number;
  readonly refusesHardLinks?: boolean | undefined;
}

class FolderScan {
  readonly #limits: ScanLimits;
  readonly #matcher: FileMatcher;
  readonly #leftOut = new Map<LeftOut['reason'], string[]>();
  readonly files: CorpusFile[] = [];

  constructor(limits: ScanLimits, matcher: FileMatcher) {
    this.#limits = limits;
    this.#matcher = matcher;
  }

  leftOut(): LeftOut[] {
    return [...this.#leftOut].map(([reason, locators]) => ({
      reason,
      count: locators.length,
      names: locators.sort().slice(0, NAMED),
    }));
  }

  /** @param prefix of the locators of what is in the folder @param outer rules of the folders around it */
  async visit(folder: string, prefix: string, outer: readonly IgnoreRules[]): Promise<void> {
    if (folder === this.#limits.ownHome) return;
    const found = await readdir(folder, { withFileTypes: true });
    const rules = [...outer, ...(found.some(isIgnoreFile) ? await readRules(folder, prefix) : [])];
    const entries = found.filter((entry) => this.#isExamined(entry, prefix, rules));
    const placeOf = ({ name }: Dirent): Place => ({ name, path: join(folder, name), locator: `${prefix}${name}` });
    for (let first = 0; first < entries.length; first += EXAMINED_AT_A_TIME) {
      const some = entries.slice(first, first + EXAMINED_AT_A_TIME);
      await this.#examineFiles(some.filter((entry) => entry.isFile()).map(placeOf));
      const others = some.filter((entry) => !entry.isFile());
      await Promise.all(others.map((entry) => this.#examineOther(entry, placeOf(entry), rules)));
    }
  }

  #isExamined(entry: Dirent, prefix: string, rules: readonly IgnoreRules[]): boolean {
    const { name } = entry;
    const locator = `${prefix}${name}`;
    if (locator === SOURCE_LIST_NAME) return false;
    const isFolder = entry.isDirectory();
    if (!(isFolder || isArchive(name) ? this.#matcher.mayHold(locator) : this.#matcher.selects(locator))) return false;
    if (this.#matcher.names(locator)) return true;
    if (OF_SYSTEMS.test(name)) return false;
    const reason = reasonToLeaveOut(name, isFolder ? `${locator}/` : locator, rules);
    if (reason === null) return true;
    this.#leaveOut(reason, locator);
    return false;
  }

  #leaveOut(reason: LeftOut['reason'], locator: string): void {
    const others = this.#leftOut.get(reason);
    if (others === undefined) this.#leftOut.set(reason, [locator]);
    else others.push(locator);
  }

  async #examineFiles(places: readonly Place[]): Promise<void> {
    for (const [place, stats] of await statAll(places)) {
      if (stats instanceof Error) this.#refuse(place, stats);
      else await this.#add(place, { path: place.path, ...judge(place.path, stats, this.#limits) });
    }
  }

  async #examineOther(entry: Dirent, place: Place, rules: readonly IgnoreRules[]): Promise<void> {
    try {
      // What a selection names is read although the folders around it ignore it.
      const outer = this.#matcher.names(place.locator) ? [] : rules;
      if (entry.isDirectory()) await this.visit(place.path, `${place.locator}/`, outer);
      else await this.#add(place, await inspectFile(place.path, entry.isSymbolicLink(), this.#limits));
    } catch (error) {
      this.#refuse(place, error);
    }
  }

  #refuse(place: Place, error: unknown): void {
    const reason = isMisread(place.name, error) ? 'its name is not UTF-8' : reasonOf(error);
    this.files.push({ locator: place.locator, path: place.path, ...refused(reason) });
  }

  async #add(place: Place, file: Omit<CorpusFile, 'locator'>): Promise<void> {
    const { locator } = place;
    if (file.refusal !== null || !isArchive(place.name)) this.files.push({ locator, ...file });
    else await this.#addMembers(place, file);
  }

  async #addMembers(place: Place, archive: Omit<CorpusFile, 'locator'>): Promise<void> {
    try {
      for (const member of await membersOf(archive, place.locator, this.#limits.maxFileBytes)) {
        const parts = member.member.split('/');
        if (parts.some((part) => OF_SYSTEMS.test(part)) || !this.#matcher.selects(member.locator)) continue;
        const isHidden = member.refusal === null && parts.some((part) => part.startsWith('.'));
        if (isHidden && !this.#matcher.names(member.locator)) this.#leaveOut('hidden', member.locator);
        else this.files.push(member);
      }
    } catch (error) {
      this.#refuse(place, error);
    }
  }
}

/** @throws {UnreadableFileError} for an archive that cannot be read as a whole */
async function membersOf(
  { path, fingerprint }: Omit<CorpusFile, 'locator'>,
  locator: string,
  maxFileBytes: number,
): Promise<(CorpusFile & { readonly member: string })[]> {
  const archive = await openArchive(path);
  archive.close();
  return archive.members.map(({ name, bytes, checksum, refusal: unsafe }) => {
    const format = fileFormatOf(name) === undefined ? unreadFormatOf(name) : null;
    const size = bytes > maxFileBytes ? `larger than the limit of ${formatBytes(maxFileBytes)}` : null;
    const refusal = unsafe ?? format ?? size;
    const own = { fingerprint: `${bytes}:${checksum}:${fingerprint}`, refusal: null };
    return { path, locator: `${locator}/${name}`, member: name, ...(refusal === null ? own : refused(refusal)) };
  });
}

interface Place extends Pick<CorpusFile, 'path' | 'locator'> {
  readonly name: string;
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
async function inspectFile(place: string, isLink: boolean, limits: ScanLimits): Promise<Omit<CorpusFile, 'locator'>> {
  const { root, ownHome } = limits;
  const path = isLink ? await realpath(place) : place;
  const refusal = (reason: string) => ({ path, ...refused(reason) });
  if (isLink && (path === root || (isInside(path, root) && isInside(place, path)))) {
    return refusal('link loop: it leads to a folder that contains it');
  }
  if (isLink && !isInside(path, root)) return refusal('link to a target outside the folder');
  // The home keeps uploads and copies of buckets, too.
  if (isLink && isInside(path, ownHome) && !isInside(root, ownHome))
    return refusal('link to the state of this program');
  return { path, ...judge(place, await stat(path), limits) };
}

/** A document of the folder as it is now; a member of an archive is examined in its archive. */
export async function inspectDocument(locator: string, isLink: boolean, limits: ScanLimits): Promise<CorpusFile> {
  const packed = splitMember(locator);
  const isPacked = packed !== null && (await stat(join(limits.root, packed.archive))).isFile();
  if (!isPacked) return { locator, ...(await inspectFile(join(limits.root, locator), isLink, limits)) };
  const archive = await inspectFile(join(limits.root, packed.archive), true, limits);
  if (archive.refusal !== null) return { locator, ...archive };
  const members = await membersOf(archive, packed.archive, limits.maxFileBytes);
  const found = members.find(({ member }) => member === packed.member);
  return found ?? { locator, path: archive.path, ...refused('deleted from its archive, or moved') };
}

/** The bytes of a file or member. @param root real path of its folder @throws {UnreadableFileError} */
export async function readCorpusFile(
  { path, member }: Pick<CorpusFile, 'path' | 'member'>,
  root: string,
): Promise<Uint8Array> {
  if (member === undefined) return readRegularFile(path, { root });
  const archive = await openArchive(path, root);
  try {
    return await archive.unpack(member);
  } finally {
    archive.close();
  }
}

/** @param place path whose name tells the format */
function judge(
  place: string,
  stats: Stats,
  { scans, maxFileBytes, refusesHardLinks }: ScanLimits,
): Pick<CorpusFile, 'fingerprint' | 'refusal'> {
  if (stats.isDirectory()) return refused('link to a folder');
  if (!stats.isFile()) return refused('not a regular file');
  if (refusesHardLinks && stats.nlink > 1) return refused(HARD_LINK);
  const type = refusalOfName(place, scans);
  if (type !== null) return refused(type);
  const isLarge = !isArchive(place) && stats.size > maxFileBytes;
  if (isLarge) return refused(`larger than the limit of ${formatBytes(maxFileBytes)}`);
  return { fingerprint: `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`, refusal: null };
}

/** Why a file of this name is not opened; null where it is. */
export function refusalOfName(path: string, scans: ScanReading | undefined): string | null {
  if (isArchive(path)) return null;
  const format = fileFormatOf(path);
  if (format === undefined) return unreadFormatOf(path);
  return format === 'picture' && scans?.languages === null ? unreadPicture(scans) : null;
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Names are decoded as UTF-8; a name with replacement characters would not open its file. */
function isMisread(name: string, error: unknown): boolean {
  return name.includes('\uFFFD') && isMissing(error);
}

function refused(reason: string): Pick<CorpusFile, 'fingerprint' | 'refusal'> {
  return { fingerprint: reason, refusal: reason };
}
