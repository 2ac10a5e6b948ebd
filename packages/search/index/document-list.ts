import { realpath } from 'node:fs/promises';
import { isBucketAddress } from '@plumbline/contracts/common/file-selection';
import type { Source } from '@plumbline/contracts/evidence/source';
import { readRegularFile } from '@plumbline/documents/files';
import { fileFormatOf } from '@plumbline/documents/formats';
import { readDocument } from '@plumbline/documents/reading';
import { scanReading, ownFingerprint } from '@plumbline/documents/scans';
import { splitPassages } from '@plumbline/documents/splitting';
import { localFolderOf } from '@plumbline/folders/bucket-documents';
import { createFileMatcher } from '@plumbline/folders/file-selection';
import { type CorpusFile, scanFolder } from '@plumbline/folders/folder-scan';
import { splitSentences } from '@plumbline/language/sentences';
import type { UpdateCorpus } from './corpus-index.ts';
import type { FolderCorpusIndexOptions } from './folder-corpus-index.ts';
import { folderIndexIdOf, openForReading } from './index-folder.ts';
import type { KnownFile, Manifest } from './manifest.ts';

/** What a folder holds at present. */
export interface DocumentCounts {
  readonly documents: number;
  /** Files that are no document, as far as it is known before they are read, or could not be read. */
  readonly unreadable: number;
}

/** A file of a folder, as far as it is known without reading it. */
export interface ListedDocument {
  readonly locator: string;
  readonly state: 'read' | 'changed' | 'new' | 'unreadable';
  /** Why it, or a part of it, is not read; null: nothing is missing, as far as is known. */
  readonly reason: string | null;
  /** Null: no document. */
  readonly format: string | null;
  /** Null: it was not read in its present form. */
  readonly source: Pick<
    Source,
    | 'sourceId'
    | 'text'
    | 'title'
    | 'language'
    | 'pageCount'
    | 'publishedAt'
    | 'retrievedAt'
    | 'address'
    | 'recognisedPages'
  > | null;
}

/** What a document treats, in its own words. */
export interface DocumentHeadings extends Pick<Source, 'title' | 'language'> {
  /** In the order of the document, without the title. */
  readonly headings: readonly string[];
}

/** A sample tells enough: a folder may have 100,000 documents. */
const SAMPLED = 40;
/** Each of them is read for it. */
const SAMPLED_UNREAD = 8;
const MAX_SAMPLED_BYTES = 100_000;

type Folder = Pick<UpdateCorpus, 'directory' | 'selection'>;
type Surroundings = Pick<FolderCorpusIndexOptions, 'home' | 'ocr' | 'refusesHardLinks'>;

/** Counts without reading: what the folder lists, and what an earlier reading could not read. */
export async function countDocuments(folder: Folder, surroundings: Surroundings): Promise<DocumentCounts> {
  const { files, known } = await look(folder, surroundings, () => null);
  const documents = files.filter((file) => stateOf(file, known.get(file.locator)) !== 'unreadable').length;
  return { documents, unreadable: files.length - documents };
}

/** Lists without reading. */
export async function listDocuments(folder: Folder, surroundings: Surroundings): Promise<readonly ListedDocument[]> {
  const told = (manifest: Manifest) => ({
    sources: new Map(manifest.sources().map((source) => [source.locator, source])),
    reasons: new Map(manifest.skippedFiles().map(({ locator, reason }) => [locator, reason])),
  });
  const { files, known, looked } = await look(folder, surroundings, told);
  return files.map((file) => {
    const { locator, refusal } = file;
    const state = stateOf(file, known.get(locator));
    const isKnown = state === 'read' || state === 'unreadable';
    return {
      locator,
      state,
      reason: refusal ?? (isKnown ? (looked?.reasons.get(locator) ?? null) : null),
      format: fileFormatOf(locator) ?? null,
      source: state === 'read' ? (looked?.sources.get(locator) ?? null) : null,
    };
  });
}

/** Of some documents, spread over the folder, or of one; before it was read, of some of its Markdown. */
export async function sampleHeadings(
  { directory, selection }: Folder,
  surroundings: Surroundings,
  sourceId?: string,
): Promise<readonly DocumentHeadings[]> {
  const { name } = await placeOf(directory, surroundings.home);
  const index = await openForReading(surroundings.home, folderIndexIdOf(name, selection)).catch(() => null);
  if (index === null) return sampleUnread({ directory, selection }, surroundings);
  try {
    const read = spread(
      index.manifest.knownFiles().filter(({ wasRead }) => wasRead),
      SAMPLED,
    );
    const ids = sourceId === undefined ? read.map((file) => file.sourceId) : [sourceId];
    const headings = await index.tables.headingsOf(ids);
    return [...index.manifest.findSources(ids).values()].map(({ sourceId: id, title, language }) => ({
      title,
      language,
      headings: headings.get(id) ?? [],
    }));
  } finally {
    index.close();
  }
}

/** Its beginning has its first sentence. */
const BEGINNING = 20_000;
const LONGEST_LINE = 300;

/** What a text begins with, in its own words: its first sentence, else its first line. What ends without a full stop is a heading. */
export function firstSentence(text: string, language: string): string {
  const beginning = text.slice(0, BEGINNING);
  const sentences = splitSentences(beginning, language)
    .filter(({ kind }) => kind === 'prose')
    .map(({ start, end }) => beginning.slice(start, end));
  const said = sentences.find((sentence) => /[.!?…]["”“»)]*$/u.test(sentence)) ?? sentences[0] ?? '';
  return said.slice(0, LONGEST_LINE);
}

/** A document as it was last read; null: it was not, or its folder is not there. */
export async function findSource(
  { directory, selection }: Folder,
  { home }: Pick<Surroundings, 'home'>,
  sourceId: string,
): Promise<Source | null> {
  const place = await placeOf(directory, home).catch(() => null);
  const index = place && (await openForReading(home, folderIndexIdOf(place.name, selection)).catch(() => null));
  if (index === null) return null;
  try {
    return index.manifest.findSources([sourceId]).get(sourceId) ?? null;
  } finally {
    index.close();
  }
}

async function sampleUnread(folder: Folder, surroundings: Surroundings): Promise<readonly DocumentHeadings[]> {
  const { files } = await filesOf(folder, surroundings);
  const markdown = files.filter(
    ({ locator, refusal, member }) => refusal === null && member === undefined && fileFormatOf(locator) === 'markdown',
  );
  const read = spread(markdown, SAMPLED_UNREAD).map(async ({ path, locator }): Promise<DocumentHeadings[]> => {
    const document = await readRegularFile(path, { maxBytes: MAX_SAMPLED_BYTES })
      .then((bytes) => readDocument(bytes, 'markdown', locator))
      .catch(() => null);
    if (document === null) return [];
    const { title, language, text } = document;
    const found = splitPassages(text, language, null).flatMap(({ headingPath }) => headingPath.slice(-1));
    return [{ title, language, headings: [...new Set(found.filter((heading) => heading !== title))] }];
  });
  return (await Promise.all(read)).flat();
}

function spread<Entry>(entries: readonly Entry[], count: number): Entry[] {
  const step = Math.max(1, Math.ceil(entries.length / count));
  return entries.filter((_, place) => place % step === 0);
}

/** Where its files are on this machine, as far as a bucket is copied, and what its index is named after. */
async function placeOf(directory: string, home: string): Promise<{ readonly root: string; readonly name: string }> {
  const root = await realpath(localFolderOf(home, directory));
  return { root, name: isBucketAddress(directory) ? directory : root };
}

function stateOf({ fingerprint, refusal }: CorpusFile, known: KnownFile | undefined): ListedDocument['state'] {
  if (refusal !== null) return 'unreadable';
  if (known === undefined) return 'new';
  if (ownFingerprint(known.fingerprint) !== fingerprint) return 'changed';
  return known.wasRead ? 'read' : 'unreadable';
}

/** The folder as it is, and what an earlier reading knows of it. */
async function look<Told>(
  folder: Folder,
  surroundings: Surroundings,
  tell: (manifest: Manifest) => Told,
): Promise<{ files: CorpusFile[]; known: ReadonlyMap<string, KnownFile>; looked: Told | null }> {
  const { files, name } = await filesOf(folder, surroundings);
  // An index that is missing, of another version or damaged tells nothing.
  const index = await openForReading(surroundings.home, folderIndexIdOf(name, folder.selection)).catch(() => null);
  if (index === null) return { files, known: new Map(), looked: null };
  try {
    const known = new Map(index.manifest.knownFiles().map((file) => [file.locator, file]));
    return { files, known, looked: tell(index.manifest) };
  } finally {
    index.close();
  }
}

/** The folder as it is. */
async function filesOf(
  { directory, selection }: Folder,
  { home, ocr, refusesHardLinks }: Surroundings,
): Promise<{ readonly files: CorpusFile[]; readonly name: string }> {
  const { root, name } = await placeOf(directory, home);
  const scan = { matcher: createFileMatcher(selection ?? null), scans: scanReading(ocr), refusesHardLinks };
  const { files } = await scanFolder(root, await realpath(home), scan);
  return { files, name };
}
