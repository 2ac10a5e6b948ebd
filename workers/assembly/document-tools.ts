import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { reasonOf } from '@plumbline/documents/errors';
import { openArchive } from '@plumbline/documents/files';
import { fileFormatOf, formatOfMediaType, unreadFormatOf } from '@plumbline/documents/formats';
import { isArchive } from '@plumbline/documents/formats';
import { createDocumentParser, type ParseRequest, type PictureReader } from '@plumbline/documents/parser';
import { type ScanReading, scanReading, WEB_SCANS_UNREAD } from '@plumbline/documents/scans';
import { splitMember } from '@plumbline/folders/file-selection';
import type { FetchedPage } from '@plumbline/web/fetching';
import type { WorkerConfig } from '../config/worker-config.ts';
import { createFetcher, createVision } from './dependencies.ts';

/** As for the files of a folder. */
const TIME_LIMIT_MS = 60_000;
/** The parts of a large PDF, and its scans, are read side by side. */
const PROCESSES = 2;

/** Of an archive that is named instead of one of them. */
const NAMED_MEMBERS = 3;

/** What is read of one document. */
export type DocumentReading =
  | {
      readonly isRead: true;
      readonly title: string;
      readonly format: string;
      /** ISO 639-1, `und`, or `zxx`: no words of a language. */
      readonly language: string;
      readonly publishedAt: string | null;
      /** Null for a format without pages. */
      readonly pages: number | null;
      /** What was not read, and why; null: nothing was left out. */
      readonly note: string | null;
      readonly text: string;
      /** Paragraphs that were not read, as far as the format tells. */
      readonly leftOut: readonly string[];
    }
  | { readonly isRead: false; readonly reason: string };

/**
 * Reads one document as a run would, and stores nothing but descriptions of its pictures.
 *
 * @param place path of a file, path of an archive's member, or address of a page
 */
export async function readOneDocument(
  place: string,
  { home, model, ocr, web }: Pick<WorkerConfig, 'home' | 'model' | 'ocr' | 'web'>,
  signal: AbortSignal,
  onProgress: (line: string) => void,
): Promise<DocumentReading> {
  const request = /^https?:\/\//i.test(place)
    ? await fetched(place, web, signal)
    : await fileRequest(resolve(place), scanReading(ocr, model?.vision));
  if (typeof request === 'string') return { isRead: false, reason: request };
  return parseOne(request, signal, onProgress, createVision(home, model)?.());
}

async function parseOne(
  request: ParseRequest,
  signal: AbortSignal,
  onProgress: (line: string) => void,
  vision?: PictureReader,
): Promise<DocumentReading> {
  const parser = createDocumentParser({ timeLimitMs: TIME_LIMIT_MS, concurrency: PROCESSES, vision });
  try {
    const outcome = await parser.parse(request, signal, (done, total) => onProgress(`${done} of ${total} pages`));
    if (outcome.kind === 'unreadable') return { isRead: false, reason: outcome.reason };
    if (outcome.kind === 'unchanged') throw new Error('Only a known file can be unchanged.');
    const { title, format, language, publishedAt, pages, problem, text, leftOut } = outcome.document;
    const shown = { title, format, language, publishedAt, pages: pages?.length ?? null, note: problem };
    return { isRead: true, ...shown, text, leftOut };
  } finally {
    await parser.close();
  }
}

/** A page of the web as a file that can be stored. */
export interface PageFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Fetches a page once. Its text becomes Markdown that says where it is from; what has pages, tables or slides stays the
 * file that the server sent.
 *
 * @returns why it cannot be read, instead of a file
 */
export async function fetchPageFile(
  address: string,
  web: WorkerConfig['web'],
  signal: AbortSignal,
): Promise<PageFile | string> {
  const page = await createFetcher(web).fetch({ url: address, signal });
  if (page.kind === 'refused') return page.reason;
  const format = formatOfMediaType(page.mediaType) ?? 'html';
  const name = fileNameOf(page.url);
  if (!IS_TEXT.has(format)) {
    const isNamed = fileFormatOf(name) === format;
    return isNamed ? { name, bytes: page.bytes } : `${page.mediaType} without a name that says so`;
  }
  const reading = await parseOne(requestOf(page), signal, () => {});
  if (!reading.isRead) return reading.reason;
  const { title, text, publishedAt } = reading;
  const stated = {
    title,
    url: page.url,
    retrieved: page.retrievedAt,
    ...(publishedAt !== null && { date: publishedAt }),
  };
  const head = Object.entries(stated).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const content = ['---', ...head, '---', '', text, ''].join('\n');
  return { name: `${name.replace(/\.(?:html?|xhtml|md|txt)$/i, '')}.md`, bytes: new TextEncoder().encode(content) };
}

const IS_TEXT: ReadonlySet<string> = new Set(['html', 'text', 'markdown']);

/** `example.org-guide-start.html` */
function fileNameOf(address: string): string {
  const { hostname, pathname, search } = new URL(address);
  const parts = `${hostname}${pathname}${search}`.split(/[^\p{L}\p{N}.]/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
  const name = parts.join('-');
  return name.length > 120 ? `page${name.slice(-116)}` : name;
}

/** The request to read a file, or why it cannot be made. */
async function fileRequest(path: string, scans: ScanReading): Promise<ParseRequest | string> {
  const content = await contentAt(path);
  if (typeof content === 'string') return content;
  const format = fileFormatOf(path);
  if (format === undefined) return unreadFormatOf(path);
  return { content, locator: basename(path), format, charset: null, scans, knownHash: null };
}

async function contentAt(path: string): Promise<ParseRequest['content'] | string> {
  try {
    const stats = await stat(path).catch(() => null);
    if (stats?.isDirectory() === true) return 'a folder: name one of its files';
    const { archive, member } = splitMember(path) ?? { archive: path, member: '' };
    const isPacked = isArchive(archive) && (stats === null || member === '') && (await stat(archive)).isFile();
    if (isPacked) return await memberOf(archive, member);
    const own = await realpath(path);
    return { path: own, root: dirname(own) };
  } catch (error) {
    return missingOr(error);
  }
}

/** @param name empty: the archive itself */
async function memberOf(path: string, name: string): Promise<ParseRequest['content'] | string> {
  const archive = await openArchive(path);
  archive.close();
  const member = archive.members.find((each) => name === each.name || name.startsWith(`${each.name}/`));
  if (member !== undefined) return member.refusal ?? { path, member: name };
  const inside = archive.members.map((each) => each.name).filter((each) => name === '' || each.startsWith(`${name}/`));
  if (name !== '' && inside.length === 0) return 'not in its archive';
  const some = inside.slice(0, NAMED_MEMBERS).map((each) => `${basename(path)}/${each}`);
  return `${name === '' ? 'an archive' : 'a folder'}: name one of its files, like ${some.join(', ')}`;
}

function missingOr(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : reasonOf(error);
}

async function fetched(address: string, web: WorkerConfig['web'], signal: AbortSignal): Promise<ParseRequest | string> {
  const page = await createFetcher(web).fetch({ url: address, signal });
  return page.kind === 'refused' ? page.reason : requestOf(page);
}

function requestOf({ bytes, charset, url: locator, mediaType }: FetchedPage): ParseRequest {
  const format = formatOfMediaType(mediaType) ?? 'html';
  return { content: { bytes }, locator, format, charset, scans: WEB_SCANS_UNREAD, knownHash: null };
}
