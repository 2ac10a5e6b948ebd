import { realpath } from 'node:fs/promises';
import { type CorpusOfRequest, isBucketAddress, selectionOf } from '@plumbline/contracts/common/file-selection';
import { distinctLabels, webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { type SourceText, textWindow } from '@plumbline/contracts/report/report-reading';
import { CorpusUnavailableError } from '@plumbline/documents/errors';
import { type BucketDocuments, localFolderOf } from '@plumbline/folders/bucket-documents';
import { inspectDocument, readCorpusFile } from '@plumbline/folders/folder-scan';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { findSource } from '@plumbline/search/documents';
import { type BlobStore, ifStored, sha256Of } from '@plumbline/storage/blobs';
import type { Records } from '@plumbline/storage/records';
import { S3Error } from '@plumbline/storage/s3';
import { isWebAddress } from '@plumbline/web/addresses';
import { findPage } from '@plumbline/web/run-pages';

/** The bytes of a cited document, or of the picture of a figure in it. */
export type SourceOriginal =
  | { readonly state: 'found'; readonly bytes: Uint8Array; readonly mediaType: string }
  /** Nothing there cites such a source. */
  | { readonly state: 'uncited' }
  /** It is no longer where it was read, or no longer the same. */
  | { readonly state: 'changed' | 'missing' };

/** Where documents are. */
export interface DocumentPlaces {
  /** The store, whose files are no documents. */
  readonly home: string;
  /** Absent: of a bucket there is only what was copied. */
  readonly buckets?: BucketDocuments | undefined;
}

type PageBytes = Readonly<{ blobs: Pick<BlobStore, 'getBytes'> }>;

/** Where something was quoted. */
export interface QuotedFrom {
  readonly corpus: CorpusOfRequest;
  /** Id of the run or session, which keeps what it read in the web. */
  readonly readBy: string;
}

/**
 * Reads the original of a source that a report cites, if its bytes are still those that were read: no other file can
 * be reached, whatever the record says.
 */
export async function readOriginal(
  record: ResearchRecord,
  sourceId: string,
  { blobs, ...places }: DocumentPlaces & PageBytes,
  figure?: number,
): Promise<SourceOriginal> {
  const source = record.sources.find((candidate) => candidate.sourceId === sourceId);
  const isCited = record.report.citations.some(({ quote }) => quote.sourceId === sourceId);
  if (source === undefined || !isCited) return { state: 'uncited' };
  const { contentHash, locator } = source;
  if (figure !== undefined) return readFigure(source, figure, { blobs });
  if (contentHash === '') return { state: 'missing' };
  if (isWebAddress(locator)) return readPage(source, { blobs });
  return unchanged(source, await readFromFolders(record, source, places));
}

/**
 * The same of a quotation without a report: what a run under way has found, or what an answer cites. The index tells the
 * bytes that its text was read from; where it has another text of the document by now, the document has changed.
 */
export async function readQuotedOriginal(
  { corpus: { corpusDirectories, fileSelections }, readBy }: QuotedFrom,
  { sourceId, textHash }: Pick<Quote, 'sourceId' | 'textHash'>,
  { blobs, records, ...places }: DocumentPlaces & PageBytes & { readonly records: Pick<Records, 'list'> },
  figure?: number,
): Promise<SourceOriginal> {
  const page = await findPage({ home: places.home, records }, webCorpusIdOf(readBy), sourceId);
  if (page !== null) {
    if (page.text.sha256 !== textHash) return { state: 'changed' };
    return figure === undefined ? readPage(page, { blobs }) : readFigure(page, figure, { blobs });
  }
  const labels = distinctLabels(corpusDirectories);
  for (const [index, directory] of corpusDirectories.entries()) {
    const prefix = corpusDirectories.length > 1 ? `${labels[index]}:` : '';
    if (!sourceId.startsWith(prefix)) continue;
    const folder = { directory, selection: selectionOf(directory, fileSelections) };
    const source = await findSource(folder, places, sourceId.slice(prefix.length));
    if (source === null) continue;
    if (source.text.sha256 !== textHash) return { state: 'changed' };
    if (figure !== undefined) return readFigure(source, figure, { blobs });
    return unchanged(source, await readInside(directory, source.locator, places));
  }
  return { state: 'missing' };
}

/** The bytes of the web are kept with the texts. */
async function readPage(source: Source, { blobs }: PageBytes): Promise<SourceOriginal> {
  return unchanged(source, await ifStored(() => blobs.getBytes({ sha256: source.contentHash })));
}

/** The picture of the figure that begins at a place of the text. */
async function readFigure({ figures = [] }: Source, place: number, { blobs }: PageBytes): Promise<SourceOriginal> {
  const figure = figures.find(({ start }) => start === place);
  const bytes = figure && (await ifStored(() => blobs.getBytes(figure)));
  return figure && bytes ? { state: 'found', bytes, mediaType: figure.mediaType } : { state: 'missing' };
}

function unchanged({ contentHash, mediaType }: Source, bytes: Uint8Array | null): SourceOriginal {
  if (bytes === null) return { state: 'missing' };
  return sha256Of(bytes) === contentHash ? { state: 'found', bytes, mediaType } : { state: 'changed' };
}

async function readFromFolders(
  { request }: ResearchRecord,
  { locator }: Source,
  places: DocumentPlaces,
): Promise<Uint8Array | null> {
  const directories = request.corpusDirectories;
  const labels = distinctLabels(directories);
  for (const [index, directory] of directories.entries()) {
    const prefix = directories.length > 1 ? `${labels[index]}/` : '';
    if (!locator.startsWith(prefix)) continue;
    const bytes = await readInside(directory, locator.slice(prefix.length), places);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** Null: it is no document of the folder, or gone, or cannot be read. @throws {S3Error} */
export async function readInside(
  directory: string,
  locator: string,
  { home, buckets }: DocumentPlaces,
): Promise<Uint8Array | null> {
  try {
    if (isBucketAddress(directory)) await buckets?.bring({ address: directory, locator }).catch(unlessUnavailable);
    const root = await realpath(localFolderOf(home, directory));
    const ownHome = await realpath(home).catch(() => home);
    const limits = { root, ownHome, maxFileBytes: Number.POSITIVE_INFINITY };
    // Taken for a link, every path is resolved and has to end inside the folder, `..` and linked folders included.
    const file = await inspectDocument(locator, true, limits);
    return file.refusal === null ? await readCorpusFile(file, root) : null;
  } catch (error) {
    if (error instanceof S3Error) throw error;
    return null;
  }
}

/** Where its keys are missing, a bucket is what was copied of it. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof CorpusUnavailableError)) throw error;
}

/** A part of a stored text; offsets are UTF-16 code units. */
export interface TextWindow {
  readonly sourceId: string;
  /** Null: the text of the source as the report knows it last. */
  readonly textHash: string | null;
  readonly start: number;
  readonly end: number;
}

/**
 * A part of a text that a report rests on, cut to the longest window.
 *
 * @returns null where the record names no such text of this source, or the store has lost it
 */
export async function readSourceText(
  record: ResearchRecord,
  { sourceId, textHash, start, end }: TextWindow,
  texts: StoredTexts,
): Promise<SourceText | null> {
  const source = record.sources.find((candidate) => candidate.sourceId === sourceId);
  const hash = textHash ?? source?.text.sha256;
  if (source === undefined || hash === undefined || !hashesOf(record, sourceId).has(hash)) return null;
  const { text } = await texts.read(hash);
  if (text === null) return null;
  return textWindow(text, { sourceId, textHash: hash, start, end });
}

/** The texts of a source that the record names: the last one, and the texts of its quotations. */
function hashesOf({ sources, findings, report }: ResearchRecord, sourceId: string): ReadonlySet<string> {
  const quotes = [...findings.flatMap((finding) => finding.quotes), ...report.citations.map(({ quote }) => quote)];
  return new Set([
    ...sources.filter((source) => source.sourceId === sourceId).map(({ text }) => text.sha256),
    ...quotes.filter((quote) => quote.sourceId === sourceId).map(({ textHash }) => textHash),
  ]);
}
