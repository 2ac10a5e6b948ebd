import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readBody, TooManyBytesError } from '@plumbline/adapters/bounded-body';
import { NO_ADVICE, parseRetryAdvice } from '@plumbline/adapters/remote-server-error';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { formatOfMediaType } from '@plumbline/documents/formats';
import { type Dispatcher, fetch, parseMIMEType, type Response } from 'undici';
import {
  isTransientStatus,
  outcomeOfFailure,
  PageUnavailableError,
  reasonOfFailure,
  reasonOfStatus,
} from './page-refusal.ts';

export interface PageFetcherOptions {
  /** See `createWebAgent`. */
  readonly agent: Dispatcher;
  /** Names the program and a contact. */
  readonly userAgent: string;
  readonly now: () => Date;
  readonly maxBytes?: number;
  /** For the whole page, including redirects and robots.txt. */
  readonly timeLimitMs?: number;
}

export interface FetchRequest {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Called before every request and redirect; returns the reason not to fetch the address, or null. */
  readonly admit?: (url: URL, signal: AbortSignal) => Promise<string | null>;
  /** Whether content of a media type is wanted; all by default. */
  readonly accepts?: (mediaType: string) => boolean;
  /** Reads this much and ignores the rest, instead of refusing a large answer. */
  readonly cutAtBytes?: number;
}

export interface FetchedPage {
  readonly kind: 'fetched';
  /** Where the redirects ended. */
  readonly url: string;
  readonly status: number;
  readonly mediaType: string;
  /** As stated by the server. */
  readonly charset: string | null;
  /** ISO 8601. */
  readonly lastModified: string | null;
  /** ISO 8601. */
  readonly retrievedAt: string;
  readonly bytes: Uint8Array;
}

/** Permanently unreadable; the reason continues the address. */
export interface RefusedPage {
  readonly kind: 'refused';
  readonly reason: string;
}

export interface PageFetcher {
  /** @throws {PageUnavailableError} when a retry may get the page; the signal's reason once it is aborted */
  fetch(request: FetchRequest): Promise<FetchedPage | RefusedPage>;
}

const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Packed so that it cannot be read. Other unknown names are mistakes for none: servers send `none`, `utf-8`. */
const UNREAD_CODINGS: ReadonlySet<string> = new Set(['compress', 'x-compress', 'aes128gcm', 'dcb', 'dcz', 'exi']);
const HOME = 'leads to the home page of its site instead';
/** Longer pages have content of their own, even if they lead on. */
const MAX_REFRESH_BYTES = 4_000;
const META = /<meta\b[^<>]{1,2500}>/gi;
const REFRESH = /\bcontent\s?=\s?["']?\s?[0-5]\s?[;,]\s?url\s?=\s?["']?([^"'<>]+)/i;

const unpack = promisify(gunzip);

type Settings = Required<PageFetcherOptions>;

/** Fetches pages of the web: http and https only, redirects followed step by step, all bounded in size and time. */
export function createPageFetcher(options: PageFetcherOptions): PageFetcher {
  const settings: Settings = { maxBytes: 20_000_000, timeLimitMs: 30_000, ...options };
  return {
    async fetch(request) {
      const deadline = AbortSignal.timeout(settings.timeLimitMs);
      const signal = AbortSignal.any([request.signal, deadline]);
      try {
        return await follow({ ...request, signal }, settings);
      } catch (error) {
        request.signal.throwIfAborted();
        if (!deadline.aborted) throw error;
        throw unavailable(request.url, `took longer than ${settings.timeLimitMs / 1_000} s`, error);
      }
    },
  };
}

async function follow(request: FetchRequest, settings: Settings): Promise<FetchedPage | RefusedPage> {
  const visited = new Set<string>();
  let next = URL.parse(request.url);
  for (;;) {
    if (next === null) return refused('is not a valid address');
    const url: URL = next;
    const reason = reasonAgainst(url, visited) ?? (await request.admit?.(url, request.signal)) ?? null;
    if (reason !== null) return refused(reason);
    visited.add(url.href);

    const response = await send(url, request, settings);
    if (!('status' in response)) return response;
    const location = response.headers.get('location');
    if (REDIRECT_STATUSES.has(response.status) && location !== null) {
      await response.body?.cancel();
      next = URL.parse(location, url.href);
    } else {
      const page = await receive(url, response, request, settings);
      next = page.kind === 'fetched' ? refreshOf(page) : null;
      if (next === null) return page.kind === 'fetched' && isHomeOf(url, request.url) ? refused(HOME) : page;
    }
    // A secure request must not be redirected to an insecure connection.
    if (url.protocol === 'https:' && next?.protocol === 'http:') return refused('leads from https to http');
  }
}

/** Where a page without content of its own leads by itself; null: nowhere else. */
function refreshOf({ url, mediaType, bytes }: FetchedPage): URL | null {
  if (formatOfMediaType(mediaType) !== 'html' || bytes.length > MAX_REFRESH_BYTES) return null;
  const tags = Buffer.from(bytes).toString('latin1').match(META) ?? [];
  const leading = tags.find((tag) => /\bhttp-equiv\s?=\s?["']?refresh\b/i.test(tag)) ?? '';
  const address = REFRESH.exec(leading)?.[1];
  const next = address === undefined ? null : URL.parse(address.replaceAll('&amp;', '&').trim(), url);
  return next === null || next.href === url ? null : next;
}

/** Whether a site leads to its home page where it has lost a page that lay deeper. */
function isHomeOf({ origin, pathname, search }: URL, asked: string): boolean {
  const wanted = new URL(asked);
  const depth = wanted.pathname
    .split('/')
    .filter((part) => part !== '' && !/^(?:index|home|default)\b/i.test(part)).length;
  return origin === wanted.origin && pathname === '/' && search === '' && depth > 1;
}

function reasonAgainst(url: URL, visited: ReadonlySet<string>): string | null {
  if (!/^https?:$/.test(url.protocol)) return `leads to ${url.protocol} which is not part of the web`;
  if (url.username !== '' || url.password !== '') return 'carries a user name or password';
  if (visited.has(url.href)) return 'redirects in a circle';
  return visited.size > MAX_REDIRECTS ? `redirects more than ${MAX_REDIRECTS} times` : null;
}

async function send(url: URL, { signal }: FetchRequest, settings: Settings): Promise<Response | RefusedPage> {
  const headers = {
    'user-agent': settings.userAgent,
    accept: 'text/html,application/xhtml+xml,application/pdf,text/markdown,text/plain;q=0.9,*/*;q=0.5',
    'accept-encoding': 'gzip, deflate, br, zstd',
    // Any language, so that a server does not answer with a translation of the page.
    'accept-language': '*',
  };
  try {
    return await fetch(url.href, { dispatcher: settings.agent, headers, signal, redirect: 'manual' });
  } catch (error) {
    return refusedOrThrown(url, error, signal);
  }
}

async function receive(
  url: URL,
  response: Response,
  request: FetchRequest,
  settings: Settings,
): Promise<FetchedPage | RefusedPage> {
  const { headers, status } = response;
  const media = mediaTypeOf(headers.get('content-type'));
  const reason = reasonAgainstAnswer(response, media.mediaType, request, settings);
  if (reason !== null || isTransientStatus(status)) await response.body?.cancel();
  if (isTransientStatus(status)) throw answeredWith(url, response, settings);
  if (reason !== null) return refused(reason);
  try {
    const { cutAtBytes } = request;
    const bytes = await readBody(
      response.body,
      cutAtBytes ?? settings.maxBytes,
      cutAtBytes === undefined ? 'error' : 'cut',
    );
    const retrievedAt = settings.now().toISOString();
    const lastModified = isoTime(headers.get('last-modified'));
    const page = { kind: 'fetched', url: url.href, status, ...media, lastModified, retrievedAt } as const;
    return { ...page, bytes: isGzip(bytes) ? await unpack(bytes, { maxOutputLength: settings.maxBytes }) : bytes };
  } catch (error) {
    if (error instanceof TooManyBytesError) return refused(tooLarge(settings));
    return refusedOrThrown(url, error, request.signal);
  }
}

/** Packed, though the server did not say so. */
function isGzip([first, second, third]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && third === 8;
}

/** Why the content of an answer is not read. */
function reasonAgainstAnswer(
  { headers, status }: Response,
  mediaType: string,
  { accepts, cutAtBytes }: FetchRequest,
  settings: Settings,
): string | null {
  if (status !== 200 && status !== 203) return reasonOfStatus(status);
  if (accepts?.(mediaType) === false) return `has an unsupported type (${mediaType || 'not named'})`;
  const codings = (headers.get('content-encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.some((coding) => UNREAD_CODINGS.has(coding)))
    return `has an unsupported compression (${codings.join(', ')})`;
  const isTooLarge = cutAtBytes === undefined && Number(headers.get('content-length')) > settings.maxBytes;
  return isTooLarge ? tooLarge(settings) : null;
}

function refusedOrThrown(url: URL, error: unknown, signal: AbortSignal): RefusedPage {
  signal.throwIfAborted();
  const reason = reasonOfFailure(error);
  if (reason !== null) return refused(reason);
  throw unavailable(url.href, outcomeOfFailure(error), error);
}

function answeredWith(url: URL, { status, headers }: Response, { now }: Settings): PageUnavailableError {
  const advice = parseRetryAdvice({ status, headers: new Headers([...headers]) }, now());
  return new PageUnavailableError(url, `answered ${status}`, { status, advice });
}

function unavailable(url: string, outcome: string, cause: unknown): PageUnavailableError {
  return new PageUnavailableError(new URL(url), outcome, { status: undefined, advice: NO_ADVICE }, cause);
}

function tooLarge({ maxBytes }: Settings): string {
  return `is larger than the limit of ${formatBytes(maxBytes)}`;
}

export function refused(reason: string): RefusedPage {
  return { kind: 'refused', reason };
}

function isoTime(header: string | null): string | null {
  const time = Date.parse(header ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The media type without parameters, empty when the server states none; and the charset as it states it. */
function mediaTypeOf(contentType: string | null): Pick<FetchedPage, 'mediaType' | 'charset'> {
  const parsed = parseMIMEType(contentType ?? '');
  if (parsed === 'failure') return { mediaType: '', charset: null };
  return { mediaType: parsed.essence.toLowerCase(), charset: parsed.parameters.get('charset') ?? null };
}
