import { createHash } from 'node:crypto';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type CorpusReport,
  firstOfEachReason,
  nameSkippedFiles,
  type SkippedFile,
} from '../../../workflows/contracts/evidence/corpus.ts';
import type { SourceState } from '../../../workflows/contracts/evidence/evidence.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { waitForLock } from '../../platform/storage/exclusive-lock.ts';
import { CorpusUnavailableError, PassageNotFoundError } from '../documents/document-errors.ts';
import { createDocumentParser } from '../documents/document-parser.ts';
import { readRegularFile } from '../documents/file-reading.ts';
import { type CorpusFile, inspectFile, reasonOf, scanFolder } from '../documents/folder-scan.ts';
import { scanReading, type ScanReading, withoutScans } from '../documents/scan-reading.ts';
import { readSourceList, type SourceList } from '../documents/source-list.ts';
import { type CorpusIndex, type StoredPassage, type UpdateCorpus, wordFrequency } from './corpus-index.ts';
import { type UpdateCounts, updateIndex } from './corpus-update.ts';
import type { Embedder } from './embedder.ts';
import {
  folderIndexIdOf,
  isOfOtherLayout,
  lockPathOf,
  openForReading,
  openForUpdate,
  type OpenIndex,
} from './index-folder.ts';
import type { KnownFile, Manifest, SettledState } from './manifest.ts';
import { passagePrefixOf, sourceIdOf, toPassage } from './passage-rows.ts';
import { searchPassages } from './passage-search.ts';
import { readStoredPassages } from './stored-passages.ts';
import { createVectorIndex, type VectorIndex } from './vector-index.ts';

export interface FolderCorpusIndexOptions {
  /** The project's state folder; the index is in `<home>/index/<corpusId>`. */
  readonly home: string;
  readonly blobs: BlobStore;
  readonly now: () => Date;
  /** Languages of OCR, like `deu+eng`; null or absent: scans are not read. */
  readonly ocr?: string | null;
  /** Null: search by words alone. */
  readonly embedder?: Embedder | null;
  /** Time limit for one file, or one part of a large PDF; a slower file is listed as skipped. */
  readonly fileTimeLimitMs?: number;
  /** Creates the parser of an update; the update closes it. */
  readonly createParser?: typeof createDocumentParser;
}

const FILE_TIME_LIMIT_MS = 60_000;
const LISTED_SKIPPED_FILES = 100;
const NOTHING_DONE: UpdateCounts = { added: 0, changed: 0, removed: 0, bytesRead: 0 };

/** Processes that read files. */
const READERS = 2;
/** Enough for a reader to go on while a batch is written. */
const FILES_AHEAD = 16;

/**
 * Index of the files of folders: manifest, passages, words and vectors in SQLite. Updates of a folder run one at a time;
 * readers never wait.
 */
export function createFolderCorpusIndex(options: FolderCorpusIndexOptions): CorpusIndex {
  const { home, blobs, embedder = null } = options;
  const vectors = embedder === null ? null : createVectorIndex(embedder);

  const reading = async <Result>(corpusId: string, read: (index: OpenIndex) => Promise<Result>): Promise<Result> => {
    const index = await openForReading(home, corpusId);
    try {
      return await read(index);
    } finally {
      index.close();
    }
  };

  return {
    update: (request) => update(request, options, vectors),
    search: ({ corpusId, ...search }) => reading(corpusId, (index) => searchPassages(index, vectors, search)),
    readPassages: (corpusId, passageIds) => reading(corpusId, (index) => readPassages(index, blobs, passageIds)),
    async readPassage(corpusId, passageId) {
      const found = await reading(corpusId, (index) => readPassages(index, blobs, [passageId]));
      return found.get(passageId) ?? notFound(passageId);
    },
    passagesOf: (corpusId, locator) =>
      reading(corpusId, async ({ tables }) =>
        (await tables.passagesOf(sourceIdOf(locator))).map((row) => toPassage(row)),
      ),
    sourcesOf: (corpusId) => reading(corpusId, async ({ manifest }) => manifest.sources()),
    sourceStatesOf: (corpusId, sourceIds) =>
      reading(corpusId, async ({ manifest }) => statesOfFiles(manifest, await realpath(home), sourceIds)),
    skippedFilesOf: (corpusId) => reading(corpusId, async ({ manifest }) => manifest.skippedFiles()),
    wordFrequencies: (corpusId, words) =>
      reading(corpusId, async ({ tables }) => {
        const { total, matching } = await tables.frequencies(words);
        return new Map(words.map((word, index) => [word, wordFrequency(matching[index] ?? 0, total)]));
      }),
  };
}

async function update(
  request: UpdateCorpus,
  options: FolderCorpusIndexOptions,
  vectors: VectorIndex | null,
): Promise<CorpusReport> {
  const root = await realFolder(request.directory);
  const corpusId = folderIndexIdOf(root);
  const lock = await waitForLock(lockPathOf(options.home, corpusId), request.signal, () =>
    request.onProgress({ step: 'waiting', done: 0, total: 0 }),
  );
  try {
    const files = await scanFolder(root, await realpath(options.home), request.maxFileBytes, scanReading(options.ocr));
    if (files.length === 0)
      throw new CorpusUnavailableError(root, 'is empty. Put documents into it or name another one.');
    return await updateLocked(files, root, request, options, vectors);
  } finally {
    lock.release();
  }
}

async function updateLocked(
  files: Awaited<ReturnType<typeof scanFolder>>,
  root: string,
  request: UpdateCorpus,
  options: FolderCorpusIndexOptions,
  vectors: VectorIndex | null,
): Promise<CorpusReport> {
  const { home, blobs, now } = options;
  const corpusId = folderIndexIdOf(root);
  const step = isOfOtherLayout(home, corpusId) ? 'renewing' : 'reading';
  const index = await openForUpdate(home, corpusId);
  index.manifest.nameFolder(root);
  const { createParser = createDocumentParser, fileTimeLimitMs = FILE_TIME_LIMIT_MS } = options;
  const parser = createParser({
    timeLimitMs: fileTimeLimitMs,
    concurrency: READERS,
    filesAhead: FILES_AHEAD,
  });
  try {
    const list = await readSourceList(request.directory);
    const scans = scanReading(options.ocr);
    const digest = digestOf(files, list, scans);
    const before = index.manifest.settled();
    const isSame = before?.digest === digest;
    const counts = isSame
      ? NOTHING_DONE
      : await updateIndex(files, list, request, { index, blobs, parser, now, scans, step });
    const { digest: _, ...state } = isSame ? before : settle(index, digest);
    const report = { corpusId, ...state, ...counts };
    if (report.files === 0) throw new CorpusUnavailableError(request.directory, nothingReadable(report.skippedFiles));
    await vectors?.update(index, request);
    return report;
  } finally {
    await parser.close();
    index.close();
  }
}

function settle({ manifest }: OpenIndex, digest: string): SettledState {
  const skipped = manifest.skippedFiles();
  const state = {
    digest,
    ...manifest.summary(),
    skippedCount: skipped.length,
    partialCount: skipped.filter(({ isPartial }) => isPartial).length,
    skippedFiles: firstOfEachReason(skipped, LISTED_SKIPPED_FILES),
  };
  manifest.settle(state);
  return state;
}

function digestOf(files: readonly CorpusFile[], { text }: SourceList, { languages }: ScanReading): string {
  const lines = files.map(({ locator, fingerprint }) => `${locator}\0${fingerprint}\0`);
  return createHash('sha256').update(lines.join('')).update(`${languages}\0${text}`).digest('hex');
}

function nothingReadable(skipped: readonly SkippedFile[]): string {
  return `contains no readable document: ${nameSkippedFiles(skipped, skipped.length)}. Readable formats: Markdown, text, HTML, DOCX, and PDF with text.`;
}

async function realFolder(directory: string): Promise<string> {
  let path: string;
  try {
    path = await realpath(directory);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new CorpusUnavailableError(
      directory,
      isMissing ? 'does not exist. Check the path.' : `cannot be opened: ${reasonOf(error)}.`,
    );
  }
  if (!(await stat(path)).isDirectory())
    throw new CorpusUnavailableError(directory, 'is not a folder. Name the folder with the documents.');
  return path;
}

async function readPassages(
  { manifest, tables }: OpenIndex,
  blobs: BlobStore,
  passageIds: readonly string[],
): Promise<Map<string, StoredPassage>> {
  const rows = await tables.findPassages(passageIds);
  const sources = manifest.findSources([...new Set(rows.map(({ sourceId }) => sourceId))]);
  const places = rows.flatMap((row) => {
    const source = sources.get(row.sourceId);
    // Between an update's two writes, the offsets of a new row do not fit the text of the old source.
    const isCurrent =
      source !== undefined && row.passageId.startsWith(passagePrefixOf(source.sourceId, source.contentHash));
    return isCurrent ? [{ passage: toPassage(row, source), source }] : [];
  });
  return new Map((await readStoredPassages(blobs, places)).map((stored) => [stored.passage.passageId, stored]));
}

function notFound(passageId: string): never {
  throw new PassageNotFoundError(passageId);
}

/**
 * The present state of a folder's files compared with the index, by source id. Omits sources that are not in the index.
 *
 * A missing or empty folder is reported as such instead of file by file: it may be on a disk that is not mounted, or
 * that this machine cannot see.
 */
async function statesOfFiles(
  manifest: Manifest,
  ownHome: string,
  sourceIds: readonly string[],
): Promise<Map<string, SourceState>> {
  const wanted = new Set(sourceIds);
  const entries = manifest.knownFiles().filter(({ sourceId, wasRead }) => wanted.has(sourceId) && wasRead);
  const folder = manifest.folder();
  if (folder === null || entries.length === 0) return new Map();
  const problem = await problemOfFolder(folder);
  const states = new Map<string, SourceState>();
  // One at a time: a report rests on dozens of files, and each may be large.
  for (const entry of entries) {
    const state: SourceState =
      problem === null
        ? await stateOf(entry, folder, ownHome)
        : { state: 'unseen', folder: basename(folder), reason: problem };
    states.set(entry.sourceId, state);
  }
  return states;
}

/** Why the folder cannot be compared; null if it can. */
async function problemOfFolder(folder: string): Promise<string | null> {
  try {
    return (await readdir(folder)).length === 0 ? 'it is empty' : null;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return 'it does not exist';
    return code === 'ENOTDIR' ? 'it is not a folder' : reasonOf(error);
  }
}

/** An equal fingerprint means an unchanged file, another size a changed one; all other files are read. */
async function stateOf(
  { locator, fingerprint, contentHash }: KnownFile,
  root: string,
  ownHome: string,
): Promise<SourceState> {
  const place = join(root, locator);
  try {
    const stats = await lstat(place);
    if (stats.isDirectory()) return { state: 'missing', reason: 'replaced by a folder' };
    const isLink = stats.isSymbolicLink() || (await realpath(place)) !== place;
    // A file of any size can be compared.
    const limits = { root, ownHome, maxFileBytes: Number.POSITIVE_INFINITY };
    const file = await inspectFile(place, isLink, limits);
    if (file.refusal !== null) return { state: 'missing', reason: file.refusal };
    if (file.fingerprint === withoutScans(fingerprint)) return { state: 'unchanged' };
    if (sizeOf(file.fingerprint) !== sizeOf(fingerprint)) return { state: 'changed' };
    const bytes = await readRegularFile(file.path);
    return { state: createHash('sha256').update(bytes).digest('hex') === contentHash ? 'unchanged' : 'changed' };
  } catch (error) {
    return { state: 'missing', reason: await reasonOfAbsence(place, error) };
  }
}

/** A fingerprint begins with the file's size. */
function sizeOf(fingerprint: string): string | undefined {
  return fingerprint.split(':')[0];
}

async function reasonOfAbsence(place: string, error: unknown): Promise<string> {
  if (codeOf(error) === 'ENOTDIR') return 'deleted or moved';
  if (codeOf(error) !== 'ENOENT') return reasonOf(error);
  const isThere = await lstat(place).then(
    () => true,
    () => false,
  );
  return isThere ? 'broken link' : 'deleted or moved';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
