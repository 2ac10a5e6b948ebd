import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { describePatterns, isBucketAddress } from '@plumbline/contracts/common/file-selection';
import {
  type CorpusReport,
  firstOfEachReason,
  type LeftOut,
  nameSkippedFiles,
  type SkippedFile,
} from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import { CorpusUnavailableError, PassageNotFoundError, reasonOf } from '@plumbline/documents/errors';
import { createDocumentParser, type PictureReader } from '@plumbline/documents/parser';
import { scanReading, type ScanReading } from '@plumbline/documents/scans';
import { type BucketDocuments, createBucketDocuments } from '@plumbline/folders/bucket-documents';
import { createFileMatcher } from '@plumbline/folders/file-selection';
import { type CorpusFile, scanFolder } from '@plumbline/folders/folder-scan';
import { readSourceList, type SourceList } from '@plumbline/folders/source-list';
import type { BlobStore } from '@plumbline/storage/blobs';
import { isDamaged, isMissing } from '@plumbline/storage/files';
import { waitForLock } from '@plumbline/storage/locks';
import { type CorpusIndex, type StoredPassage, type UpdateCorpus, wordFrequency } from './corpus-index.ts';
import { type UpdateCounts, updateIndex } from './corpus-update.ts';
import type { Embedder } from './embedder.ts';
import { statesOfFiles } from './file-states.ts';
import {
  discardIndex,
  folderIndexIdOf,
  isOfOtherLayout,
  lockPathOf,
  openForUpdate,
  type OpenIndex,
} from './index-folder.ts';
import { createMending } from './index-mending.ts';
import type { SettledState } from './manifest.ts';
import { passagePrefixOf, sourceIdOf, toPassage } from './passage-rows.ts';
import { readStoredPassages, searchPassages } from './passage-search.ts';
import { createVectorGrowth, createVectorIndex, type VectorGrowth, type VectorIndex } from './vector-index.ts';

export interface FolderCorpusIndexOptions {
  /** The project's state folder; the index is in `<home>/index/<corpusId>`. */
  readonly home: string;
  readonly blobs: BlobStore;
  readonly now: () => Date;
  /** Languages of OCR, like `deu+eng`; null or absent: scans are not read. */
  readonly ocr?: string | null;
  /** Describes pictures that documents show; absent: they are read by OCR alone. */
  readonly vision?: ((metering: UpdateCorpus['metering']) => PictureReader) | null;
  /** A file with another name may be one from outside the folder. */
  readonly refusesHardLinks?: boolean;
  /** Absent: no keys of buckets are known. */
  readonly buckets?: BucketDocuments;
  /** Null: search by words alone. */
  readonly embedder?: Embedder | null;
  /** How an update waits for vectors; absent: until all are made. */
  readonly vectorWait?: VectorWait;
  /** Time limit for one file, or one part of a large PDF; a slower file is listed as skipped. */
  readonly fileTimeLimitMs?: number;
  /** Creates the parser of an update; the update closes it. */
  readonly createParser?: typeof createDocumentParser;
}

interface VectorWait {
  readonly ms: number;
  /** The rest is made in the background; otherwise by the next updates. */
  readonly growsOn: boolean;
}

const FILE_TIME_LIMIT_MS = 60_000;
const LISTED_SKIPPED_FILES = 100;
const NOTHING_DONE: UpdateCounts = { undescribed: 0, added: 0, changed: 0, removed: 0, bytesRead: 0 };

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

  const { bring, reading } = createMending(home, (request) => update(request, options, meaning));
  const lockOf = (corpusId: string): string => `${lockPathOf(home, corpusId)}.vectors`;
  const meaning = vectors === null ? null : { vectors, growth: createVectorGrowth(reading, vectors, lockOf) };

  return {
    update: bring,
    search: ({ corpusId, ...search }) => reading(corpusId, (index) => searchPassages(index, vectors, search)),
    readPassages: (corpusId, passageIds) => reading(corpusId, (index) => readPassages(index, blobs, passageIds)),
    readPassage: (corpusId, passageId) =>
      reading(
        corpusId,
        async (index) => (await readPassages(index, blobs, [passageId])).get(passageId) ?? notFound(passageId),
      ),
    passagesOf: (corpusId, locator) =>
      reading(corpusId, async ({ tables }) =>
        (await tables.passagesOf(sourceIdOf(locator))).map((row) => toPassage(row)),
      ),
    sourcesOf: (corpusId) => reading(corpusId, async ({ manifest }) => manifest.sources()),
    sourceStatesOf: (corpusId, sourceIds) =>
      reading(corpusId, async ({ manifest }) => statesOfFiles(manifest, await realpath(home), sourceIds)),
    skippedFilesOf: (corpusId) => reading(corpusId, async ({ manifest }) => manifest.skippedFiles()),
    statistics: (corpusId, words, language) =>
      reading(corpusId, async ({ tables }) => ({
        languages: await tables.statistics(words),
        spellings: await tables.spellings(words, language),
      })),
    wordFrequencies: (corpusId, words) =>
      reading(corpusId, async ({ tables }) => {
        const { total, matching } = await tables.frequencies(words);
        return new Map(words.map((word, index) => [word, wordFrequency(matching[index] ?? 0, total)]));
      }),
  };
}

/** Id of the index of a folder or bucket. @throws {CorpusUnavailableError} */
export async function indexIdOf({ directory, selection }: UpdateCorpus): Promise<string> {
  return folderIndexIdOf(isBucketAddress(directory) ? directory : await realFolder(directory), selection);
}

/** Where its files are on this machine. A bucket is copied first. @throws {CorpusUnavailableError} */
async function rootOf(request: UpdateCorpus, { home, buckets }: FolderCorpusIndexOptions): Promise<string> {
  const { directory, signal } = request;
  if (!isBucketAddress(directory)) return realFolder(directory);
  const documents = buckets ?? createBucketDocuments(home, () => null);
  const folder = await documents.bring({
    address: directory,
    ...(request.maxFileBytes !== undefined && { maxBytes: request.maxFileBytes }),
    signal,
    onProgress: (done, total) => request.onProgress({ step: 'fetching', done, total }),
  });
  return realFolder(folder);
}

async function update(
  request: UpdateCorpus,
  options: FolderCorpusIndexOptions,
  meaning: Meaning | null,
): Promise<CorpusReport> {
  const root = await rootOf(request, options);
  const { selection } = request;
  const corpusId = await indexIdOf(request);
  const lock = await waitForLock(lockPathOf(options.home, corpusId), request.signal, () =>
    request.onProgress({ step: 'waiting', done: 0, total: 0 }),
  );
  try {
    const scan = {
      maxFileBytes: request.maxFileBytes,
      matcher: createFileMatcher(selection ?? null),
      scans: scanReading(options.ocr),
      refusesHardLinks: options.refusesHardLinks,
    };
    const { files, leftOut } = await scanFolder(root, await realpath(options.home), scan);
    if (files.length === 0 && selection?.mayBeEmpty !== true)
      throw new CorpusUnavailableError(
        isBucketAddress(request.directory) ? request.directory : root,
        nothingFound(selection, leftOut),
      );
    const updated = () => updateLocked(files, root, request, options, meaning);
    const report = await updated().catch(async (error: unknown) => {
      if (!isDamaged(error)) throw error;
      await discardIndex(options.home, corpusId);
      return updated();
    });
    return leftOut.length === 0 ? report : { ...report, leftOut };
  } finally {
    lock.release();
  }
}

async function updateLocked(
  files: readonly CorpusFile[],
  root: string,
  request: UpdateCorpus,
  options: FolderCorpusIndexOptions,
  meaning: Meaning | null,
): Promise<CorpusReport> {
  const { home, blobs, now, refusesHardLinks } = options;
  const corpusId = await indexIdOf(request);
  const step = isOfOtherLayout(home, corpusId) ? 'renewing' : 'reading';
  const index = await openForUpdate(home, corpusId);
  index.manifest.nameFolder(isBucketAddress(request.directory) ? request.directory : root);
  const { createParser = createDocumentParser, fileTimeLimitMs = FILE_TIME_LIMIT_MS } = options;
  const vision = options.vision?.(request.metering);
  const parser = createParser({ timeLimitMs: fileTimeLimitMs, vision, concurrency: READERS, filesAhead: FILES_AHEAD });
  try {
    const list = await readSourceList(root);
    const scans = scanReading(options.ocr, vision?.model);
    const digest = digestOf(files, list, scans);
    if (request.lostText) index.manifest.forget(request.lostText);
    const before = index.manifest.settled();
    const isSame = before?.digest === digest;
    const { undescribed, ...counts } = isSame
      ? NOTHING_DONE
      : await updateIndex(files, list, request, { index, root, blobs, parser, now, scans, step, refusesHardLinks });
    const { digest: _, ...state } = isSame ? before : settle(index, undescribed === 0 ? digest : '');
    const report = { corpusId, ...state, ...counts };
    if (report.files === 0 && request.selection?.mayBeEmpty !== true)
      throw new CorpusUnavailableError(request.directory, nothingReadable(request, report.skippedFiles));
    if (meaning !== null) await updateMeaning(index, request, { corpusId, ...meaning, wait: options.vectorWait });
    return report;
  } finally {
    await parser.close();
    index.close();
  }
}

/** The vectors of an index, and what makes them in the background. */
type Meaning = Readonly<{ vectors: VectorIndex; growth: VectorGrowth }>;

async function updateMeaning(
  index: OpenIndex,
  request: UpdateCorpus,
  { vectors, growth, corpusId, wait }: Meaning & { readonly corpusId: string; readonly wait: VectorWait | undefined },
): Promise<void> {
  // Two that make the same vectors take twice as long.
  if (growth.isUnderWay(corpusId)) return;
  const isComplete = await vectors.update(index, request, wait?.ms);
  if (!isComplete && wait?.growsOn === true) growth.start(corpusId);
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

function digestOf(files: readonly CorpusFile[], { text }: SourceList, { languages, vision }: ScanReading): string {
  const lines = files.map(({ locator, fingerprint }) => `${locator}\0${fingerprint}\0`);
  return createHash('sha256')
    .update(lines.join(''))
    .update(`${languages}${vision ?? ''}\0${text}`)
    .digest('hex');
}

function nothingFound(selection: UpdateCorpus['selection'], leftOut: readonly LeftOut[]): string {
  const isLeftOut = leftOut.length > 0 ? ` Left out: ${nameLeftOut(leftOut)}.` : '';
  if (selection === undefined) {
    return leftOut.length === 0
      ? 'is empty. Put documents into it or name another one.'
      : `has no file to read.${isLeftOut} To read such files, name them: --include ".config/**".`;
  }
  const lacks = selection.exclude.length === 0 ? 'has no such file' : 'has no file left';
  return `${lacks}: ${describePatterns(selection)}.${isLeftOut} Patterns are relative to the folder: "*.md" is at any depth, "/*.md" at the top only.`;
}

function nothingReadable({ selection }: UpdateCorpus, skipped: readonly SkippedFile[]): string {
  const lacks =
    selection === undefined ? 'contains no readable document' : 'contains no readable file of the selection';
  return `${lacks}: ${nameSkippedFiles(skipped, skipped.length)}. Readable: Markdown, text, HTML, PDF, Word, spreadsheets, presentations, books and mail.`;
}

async function realFolder(directory: string): Promise<string> {
  let path: string;
  try {
    path = await realpath(directory);
  } catch (error) {
    throw new CorpusUnavailableError(
      directory,
      isMissing(error) ? 'does not exist. Check the path.' : `cannot be opened: ${reasonOf(error)}.`,
    );
  }
  if (!(await stat(path)).isDirectory())
    throw new CorpusUnavailableError(directory, 'is not a folder. Name its folder, and the file as what is included.');
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
