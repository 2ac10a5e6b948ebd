import { isDeepStrictEqual } from 'node:util';
import type { Source } from '@plumbline/contracts/evidence/source';
import { type FileFormat, fileFormatOf, mediaTypeOf, storedMediaTypeOf } from '@plumbline/documents/formats';
import type { DocumentParser, ParsedFile, ParseOutcome } from '@plumbline/documents/parser';
import { isReadOtherwise, markedFingerprint, ownFingerprint, type ScanReading } from '@plumbline/documents/scans';
import { storeOrigins } from '@plumbline/documents/text-layer';
import type { CorpusFile } from '@plumbline/folders/folder-scan';
import type { SourceList, SourceListing } from '@plumbline/folders/source-list';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { UpdateCorpus } from './corpus-index.ts';
import type { CorpusProgress } from './corpus-progress.ts';
import { createIndexWriter, type IndexWriter, type OpenIndex } from './index-folder.ts';
import type { KnownFile } from './manifest.ts';
import { sourceIdOf, toPassageRows } from './passage-rows.ts';

/** Files that are read, and whose texts are stored, before their turn comes. */
const MOST_FILES = 64;
/** Bounds the memory that they take; a larger file is read by itself. In bytes of the files. */
const MOST_BYTES = 16_000_000;

export interface UpdateDependencies {
  readonly index: OpenIndex;
  /** Real path of the folder. */
  readonly root: string;
  readonly blobs: BlobStore;
  readonly parser: DocumentParser;
  readonly now: () => Date;
  readonly scans: ScanReading;
  readonly refusesHardLinks?: boolean | undefined;
  /** What reading the files is called in progress. */
  readonly step: 'reading' | 'renewing';
}

export interface UpdateCounts {
  /** Files whose pictures a model failed to describe: the next update looks at all files again. */
  undescribed: number;
  added: number;
  changed: number;
  removed: number;
  bytesRead: number;
}

/**
 * Brings tables and manifest up to date with the folder's files. May be killed at any point: the manifest first marks
 * the sources whose rows are about to be written, and the next update removes those rows and reads the files again.
 */
export async function updateIndex(
  files: readonly CorpusFile[],
  list: SourceList,
  request: UpdateCorpus,
  dependencies: UpdateDependencies,
): Promise<UpdateCounts> {
  const { index, scans } = dependencies;
  const writer = createIndexWriter(index);
  const wasInterrupted = await writer.repair();
  const known = new Map(index.manifest.knownFiles().map((entry) => [entry.locator, entry]));
  const counts: UpdateCounts = { undescribed: 0, added: 0, changed: 0, removed: 0, bytesRead: 0 };

  counts.removed = await removeDeleted(files, known, writer);
  const progress = createProgress(request, dependencies.step, files.length);
  const fingerprints = new Map(files.map(({ locator, fingerprint }) => [locator, fingerprint]));
  const updates = files
    .map((file) => ({ file, known: known.get(file.locator), listing: list.listingOf(file.locator), fingerprints }))
    .filter((update) => isOutOfDate(update, scans) || isRelisted(update));
  progress.done = files.length - updates.length;
  const readings = updates.map((update) => {
    const read = (): Promise<FileReading> => readFile(update, dependencies, request.signal, progress);
    return { ...update, bytes: sizeOf(update.file), read: isOutOfDate(update, scans) ? read : null };
  });
  for await (const { file: update, result } of readAhead<FileReading, (typeof readings)[number]>(readings)) {
    request.signal.throwIfAborted();
    progress.tell();
    const { file, listing } = update;
    if (result === null)
      await writer.touch({ ...file, fingerprint: update.known?.fingerprint ?? file.fingerprint, listing });
    else await updateFile(update, result, writer, scans, counts);
    progress.done += 1;
  }
  request.onProgress({ step: 'ordering', done: files.length, total: files.length });
  await writer.flush();
  if (wasInterrupted || counts.added + counts.changed + counts.removed > 0) await index.tables.optimize();
  return counts;
}

interface Progress {
  done: number;
  tell(pages?: CorpusProgress['pages']): void;
}

function createProgress(request: UpdateCorpus, step: CorpusProgress['step'], total: number): Progress {
  const progress: Progress = {
    done: 0,
    tell: (pages) => request.onProgress({ step, done: progress.done, total, ...(pages !== undefined && { pages }) }),
  };
  return progress;
}

async function removeDeleted(
  files: readonly CorpusFile[],
  known: ReadonlyMap<string, KnownFile>,
  writer: IndexWriter,
): Promise<number> {
  const present = new Set(files.map((file) => file.locator));
  const deleted = [...known.values()].filter((entry) => !present.has(entry.locator));
  await writer.remove(deleted.map((entry) => entry.sourceId));
  return deleted.filter(({ wasRead }) => wasRead).length;
}

interface FileUpdate {
  readonly file: CorpusFile;
  readonly known: KnownFile | undefined;
  readonly listing: SourceListing | null;
  /** Of all files of the folder, by their locators. */
  readonly fingerprints: ReadonlyMap<string, string>;
}

/** What was read of a file; its texts are stored already. */
interface FileReading {
  readonly outcome: ParseOutcome;
  /** Null for a file that is unchanged or cannot be read. */
  readonly source: Source | null;
}

async function readFile(
  update: FileUpdate,
  dependencies: UpdateDependencies,
  signal: AbortSignal,
  progress: Progress,
): Promise<FileReading> {
  const { file, known } = update;
  const { locator, path, member, refusal } = file;
  if (refusal !== null) return { outcome: { kind: 'unreadable', reason: refusal }, source: null };
  const { scans, root, refusesHardLinks } = dependencies;
  const knownHash = isReadAnew(update, scans) ? null : known?.contentHash || null;
  const content = { path, member, root, refusesHardLinks };
  const request = { content, charset: null, locator, format: formatOf(file), scans, knownHash };
  const outcome = await dependencies.parser.parse(request, signal, (done, total) => progress.tell({ done, total }));
  const source = outcome.kind === 'parsed' ? await storeSource(locator, outcome, dependencies) : null;
  return { outcome, source };
}

/** A fingerprint begins with the size. */
function sizeOf({ fingerprint }: CorpusFile): number {
  return Number.parseInt(fingerprint, 10) || 0;
}

function formatOf({ locator }: CorpusFile): FileFormat {
  return fileFormatOf(locator) ?? 'text';
}

function isOutOfDate(update: FileUpdate, scans: ScanReading): boolean {
  const { known, file } = update;
  return known === undefined || ownFingerprint(known.fingerprint) !== file.fingerprint || isReadAnew(update, scans);
}

/** Although its own content is the same. */
function isReadAnew(update: FileUpdate, scans: ScanReading): boolean {
  const { fingerprint = '' } = update.known ?? {};
  return isRetitled(update) || isReadOtherwise(fingerprint, scans, update.fingerprints);
}

/** A new title needs new rows, because searches match the title of a passage's document, too. */
function isRetitled({ known, listing }: FileUpdate): boolean {
  return known?.wasRead === true && known.listing?.title !== listing?.title;
}

function isRelisted({ known, listing }: FileUpdate): boolean {
  return known?.wasRead === true && !isDeepStrictEqual(known.listing, listing);
}

async function updateFile(
  { file, known, listing, fingerprints }: FileUpdate,
  { outcome, source }: FileReading,
  writer: IndexWriter,
  scans: ScanReading,
  counts: UpdateCounts,
): Promise<void> {
  const { locator } = file;
  const others = outcome.kind === 'parsed' ? (outcome.document.dependsOn ?? []) : [];
  const isUndescribed = outcome.kind === 'parsed' && outcome.isUndescribed === true;
  const { vision: _, ...unseen } = scans;
  const read = isUndescribed ? unseen : scans;
  if (isUndescribed) counts.undescribed += 1;
  const marks = known?.fingerprint.slice(ownFingerprint(known.fingerprint).length) ?? '';
  const fingerprint =
    outcome.kind === 'unchanged'
      ? `${file.fingerprint}${marks}`
      : markedFingerprint(file.fingerprint, hasScans(file, outcome) ? read : null, others, fingerprints);
  const hadSource = known?.wasRead ?? false;
  if (outcome.kind === 'unreadable') {
    if (hadSource) counts.removed += 1;
    const entry = { locator, sourceId: sourceIdOf(locator), fingerprint, contentHash: '', passages: 0, listing: null };
    return writer.put({ ...entry, source: null, reason: outcome.reason }, [], hadSource);
  }
  counts.bytesRead += outcome.byteLength;
  if (outcome.kind === 'unchanged' || source === null)
    return known === undefined
      ? undefined
      : writer.touch({ locator, fingerprint, listing: known.wasRead ? listing : null });

  counts[hadSource ? 'changed' : 'added'] += 1;
  const { sourceId, contentHash } = source;
  const titled = { ...outcome.document, title: listing?.title ?? source.title };
  const words = writer.wordsOf(source.language);
  const rows = toPassageRows(sourceId, contentHash, titled, outcome.passages, words);
  const entry = { locator, sourceId, fingerprint, contentHash, passages: rows.length, source, listing };
  await writer.put({ ...entry, reason: outcome.document.problem }, rows, hadSource);
}

/** A PDF or a picture that cannot be read may be all scans. */
function hasScans({ locator, refusal }: CorpusFile, outcome: Exclude<ParseOutcome, { kind: 'unchanged' }>): boolean {
  return outcome.kind === 'parsed'
    ? outcome.document.scanned !== undefined
    : refusal === null && ['pdf', 'picture'].includes(fileFormatOf(locator) ?? '');
}

/** Stores the text and what it was made from, so that every quote can be traced to it. */
async function storeSource(
  locator: string,
  { document, contentHash }: ParsedFile,
  { blobs, now }: Pick<UpdateDependencies, 'blobs' | 'now'>,
): Promise<Source> {
  const text = await blobs.putText(document.text, storedMediaTypeOf(document.format));
  return {
    sourceId: sourceIdOf(locator),
    locator,
    title: document.title,
    contentHash,
    mediaType: mediaTypeOf(document.format),
    language: document.language,
    publishedAt: document.publishedAt,
    ...(document.isDatedByPath && { datedBy: 'path' as const }),
    ...statedBy(document),
    retrievedAt: now().toISOString(),
    pageCount: document.pages?.length ?? null,
    pageLabels: document.pageLabels === null ? null : [...document.pageLabels],
    ...recognisedIn(document),
    sourceTier: null,
    text,
    ...(await storeOrigins(blobs, document)),
    untrusted: [...document.untrusted],
    untrustedBeside: [...document.untrustedBeside],
  };
}

function recognisedIn({ scanned = [] }: ParsedFile['document']): Pick<Source, 'recognisedPages'> {
  const recognisedPages = scanned.flatMap(({ page, confidence }) =>
    confidence === null ? [] : [{ page, confidence }],
  );
  return recognisedPages.length === 0 ? {} : { recognisedPages };
}

function statedBy({ stated }: ParsedFile['document']): Pick<Source, 'authors' | 'address'> {
  const { authors = [], address = null } = stated ?? {};
  return { ...(authors.length > 0 && { authors: [...authors] }), ...(address !== null && { address }) };
}

/** A file that may have to be read. */
interface Readable<Result> {
  /** Size of the file. */
  readonly bytes: number;
  /** Null when it is up to date. */
  readonly read: (() => Promise<Result>) | null;
}

/** Reads files ahead of the caller. Yields them in their order, whichever was read first, with null for one not read. */
async function* readAhead<Result, File extends Readable<Result>>(
  files: readonly File[],
): AsyncGenerator<{ readonly file: File; readonly result: Result | null }> {
  const started: Promise<Result>[] = [];
  let [next, bytes] = [0, 0];
  const start = ({ read, bytes: size }: File): void => {
    next += 1;
    if (read === null) return;
    const reading = read();
    // If a file before it fails, this result is never awaited.
    reading.catch(() => undefined);
    started.push(reading);
    bytes += size;
  };
  for (const [at, file] of files.entries()) {
    for (let candidate = files[next]; candidate !== undefined; candidate = files[next]) {
      const hasRoom = started.length < MOST_FILES && (bytes === 0 || bytes + candidate.bytes <= MOST_BYTES);
      if (next > at && candidate.read !== null && !hasRoom) break;
      if (next > at + MOST_FILES) break;
      start(candidate);
    }
    const reading = file.read === null ? undefined : started.shift();
    if (reading === undefined) yield { file, result: null };
    else {
      const result = await reading;
      bytes -= file.bytes;
      yield { file, result };
    }
  }
}
