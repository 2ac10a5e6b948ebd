import { isDeepStrictEqual } from 'node:util';
import type { Source } from '../../workflows/contracts/evidence.ts';
import type { DocumentParser } from '../documents/document-parser.ts';
import { type FileFormat, fileFormatOf, MEDIA_TYPES, TEXT_MEDIA_TYPES } from '../documents/file-format.ts';
import type { CorpusFile } from '../documents/folder-scan.ts';
import type { ParsedFile, ParseOutcome } from '../documents/parse-protocol.ts';
import { readSourceList, type SourceListing } from '../documents/source-list.ts';
import { storeTextLayer } from '../documents/text-layer.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import type { UpdateCorpus } from './corpus-index.ts';
import type { OpenIndex } from './index-folder.ts';
import { createIndexWriter, type IndexWriter } from './index-writer.ts';
import type { ManifestEntry } from './manifest.ts';
import { sourceIdOf, toPassageRows } from './passage-rows.ts';

export interface UpdateDependencies {
  readonly index: OpenIndex;
  readonly blobs: BlobStore;
  readonly parser: DocumentParser;
  readonly now: () => Date;
  /** What reading the files is called in progress. */
  readonly step: 'reading' | 'renewing';
}

export interface UpdateCounts {
  added: number;
  changed: number;
  removed: number;
  bytesRead: number;
}

/**
 * Brings tables and manifest up to date with the folder's files. May be killed at any point: the manifest first marks
 * the sources whose rows are about to be written, and the next update removes those rows and reads the files again.
 *
 * @throws {CorpusUnavailableError} when the folder's list of sources is invalid
 */
export async function updateIndex(
  files: readonly CorpusFile[],
  request: UpdateCorpus,
  dependencies: UpdateDependencies,
): Promise<UpdateCounts> {
  const { index } = dependencies;
  const list = await readSourceList(request.directory);
  const writer = createIndexWriter(index);
  const wasInterrupted = await writer.repair();
  const known = new Map(index.manifest.entries().map((entry) => [entry.locator, entry]));
  const counts: UpdateCounts = { added: 0, changed: 0, removed: 0, bytesRead: 0 };

  counts.removed = await removeDeleted(files, known, writer);
  const updates = files.map((file) => ({
    file,
    known: known.get(file.locator),
    listing: list.listingOf(file.locator),
  }));
  const total = files.length;
  let done = 0;
  for await (const { update, outcome } of readAhead(updates, dependencies.parser, request.signal)) {
    request.signal.throwIfAborted();
    request.onProgress({ step: dependencies.step, done, total });
    if (outcome === null) await updateListing(update, writer);
    else await updateFile(update, outcome, writer, counts, dependencies);
    done += 1;
  }
  request.onProgress({ step: 'ordering', done, total });
  await writer.flush();
  if (wasInterrupted || counts.added + counts.changed + counts.removed > 0) await index.tables.optimize();
  return counts;
}

async function removeDeleted(
  files: readonly CorpusFile[],
  known: ReadonlyMap<string, ManifestEntry>,
  writer: IndexWriter,
): Promise<number> {
  const present = new Set(files.map((file) => file.locator));
  const deleted = [...known.values()].filter((entry) => !present.has(entry.locator));
  await writer.remove(deleted.map((entry) => entry.sourceId));
  return deleted.filter((entry) => entry.source !== null).length;
}

interface FileUpdate {
  readonly file: CorpusFile;
  readonly known: ManifestEntry | undefined;
  readonly listing: SourceListing | null;
}

/** Reads the next file in the parser's process while the caller handles the one before. Up-to-date files yield null. */
async function* readAhead(updates: readonly FileUpdate[], parser: DocumentParser, signal: AbortSignal) {
  const read = (update: FileUpdate | undefined): Promise<ParseOutcome | null> => {
    const outcome = update === undefined ? Promise.resolve(null) : readFile(update, parser, signal);
    // If the file before it fails, this result is never awaited.
    outcome.catch(() => undefined);
    return outcome;
  };
  let next = read(updates[0]);
  for (const [position, update] of updates.entries()) {
    const outcome = await next;
    next = read(updates[position + 1]);
    yield { update, outcome };
  }
}

async function readFile(update: FileUpdate, parser: DocumentParser, signal: AbortSignal): Promise<ParseOutcome | null> {
  if (!isOutOfDate(update)) return null;
  const { file, known } = update;
  const { locator, path, refusal } = file;
  if (refusal !== null) return { kind: 'unreadable', reason: refusal };
  const knownHash = isRetitled(update) ? null : (known?.source?.contentHash ?? null);
  return parser.parse({ content: { path }, charset: null, locator, format: formatOf(file), knownHash }, signal);
}

function formatOf({ locator }: CorpusFile): FileFormat {
  return fileFormatOf(locator) ?? 'text';
}

function isOutOfDate(update: FileUpdate): boolean {
  return update.known?.fingerprint !== update.file.fingerprint || isRetitled(update);
}

/** A new title needs new rows, because searches match the title of a passage's document, too. */
function isRetitled({ known, listing }: FileUpdate): boolean {
  return (known?.source ?? null) !== null && known?.listing?.title !== listing?.title;
}

async function updateListing({ known, listing }: FileUpdate, writer: IndexWriter): Promise<void> {
  const isListed = known !== undefined && known.source !== null;
  if (isListed && !isDeepStrictEqual(known.listing, listing)) await writer.touch({ ...known, listing });
}

async function updateFile(
  { file, known, listing }: FileUpdate,
  outcome: ParseOutcome,
  writer: IndexWriter,
  counts: UpdateCounts,
  dependencies: UpdateDependencies,
): Promise<void> {
  const { locator, fingerprint } = file;
  const hadSource = (known?.source ?? null) !== null;
  if (outcome.kind === 'unreadable') {
    if (hadSource) counts.removed += 1;
    const entry = { locator, sourceId: sourceIdOf(locator), fingerprint, contentHash: '', passages: 0, listing: null };
    return writer.put({ ...entry, source: null, reason: outcome.reason }, [], hadSource);
  }
  counts.bytesRead += outcome.byteLength;
  if (outcome.kind === 'unchanged')
    return known === undefined ? undefined : writer.touch({ ...known, fingerprint, listing });

  counts[hadSource ? 'changed' : 'added'] += 1;
  const source = await storeSource(locator, formatOf(file), outcome, dependencies);
  const { sourceId, contentHash } = source;
  const titled = { ...outcome.document, title: listing?.title ?? source.title };
  const rows = toPassageRows(sourceId, contentHash, titled, outcome.passages);
  const entry = { locator, sourceId, fingerprint, contentHash, passages: rows.length, source, listing };
  await writer.put({ ...entry, reason: outcome.document.problem }, rows, hadSource);
}

/** Stores the text and its text layer, if it has one, so that every quote can be traced to it. */
async function storeSource(
  locator: string,
  format: FileFormat,
  { document, contentHash }: ParsedFile,
  { blobs, now }: Pick<UpdateDependencies, 'blobs' | 'now'>,
): Promise<Source> {
  const text = await blobs.putText(document.text, TEXT_MEDIA_TYPES[format]);
  return {
    sourceId: sourceIdOf(locator),
    locator,
    title: document.title,
    contentHash,
    mediaType: MEDIA_TYPES[format],
    language: document.language,
    publishedAt: document.publishedAt,
    retrievedAt: now().toISOString(),
    pageCount: document.pages?.length ?? null,
    pageLabels: document.pageLabels === null ? null : [...document.pageLabels],
    sourceTier: null,
    text,
    textLayer: document.textLayer === null ? null : await storeTextLayer(blobs, document.textLayer),
    untrusted: [...document.untrusted],
    untrustedBeside: [...document.untrustedBeside],
  };
}
