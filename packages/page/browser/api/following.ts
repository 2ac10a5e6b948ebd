import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import { ApiFailure, type ApiRequests } from './api-requests.ts';
import type { RunEvent } from './api-types.ts';

/** A message as `POST /api/query/stream` takes it. */
export interface SentMessage {
  readonly message: string;
  /** It is answered once, however often it is sent. */
  readonly messageId: string;
  /** Left out: a new session. */
  readonly sessionId?: string;
  /** Of a new session; left out: the token's. */
  readonly userId?: string | undefined;
  readonly mode?: 'quick' | 'deep';
  /** Hands the message over to a research run, with what the conversation knows. */
  readonly research?: boolean;
  /** Number of the turn that it replaces, with all that followed. */
  readonly instead?: number | undefined;
  /** Id of a run: asks on its report, in the thread of that. */
  readonly about?: string;
  readonly documents?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly catalogues?: readonly string[] | undefined;
  readonly web?: readonly string[] | undefined;
}

/** What a reader of a stream gets. */
type AnswerStreamEvent = AnswerEvent | { readonly kind: 'session'; readonly sessionId: string };

export interface AnswerFollowing {
  readonly message: SentMessage;
  /** Where to begin; null: the message is new. */
  readonly lastEventId: string | null;
  readonly pace: StreamPace;
  readonly signal: AbortSignal;
}

interface StreamPace {
  /** Time before a lost connection is tried again. */
  readonly pauseMs: number;
  /** A connection silent for this long counts as lost, even if the system thinks it is open. */
  readonly silenceMs: number;
}

/** Servers say something every fifteen seconds. */
export const STREAM_PACE: StreamPace = { pauseMs: 1_000, silenceMs: 40_000 };

const PATH = '/api/query/stream';

/**
 * The events of an answer until its last one, across lost connections: each is read once, and nothing is asked again.
 *
 * @throws {ApiFailure} when the server refuses the message
 */
export async function* followAnswer(
  requests: ApiRequests,
  { message, lastEventId, pace, signal }: AnswerFollowing,
): AsyncGenerator<AnswerStreamEvent, void> {
  for (let last = lastEventId; ;) {
    try {
      const response = await requests.send(PATH, requestOf(message, last, signal));
      for await (const events of readEvents(response, pace.silenceMs)) {
        for (const { id, data } of events) {
          last = id === '' ? last : id;
          const event: AnswerStreamEvent = JSON.parse(data);
          yield event;
          if (event.kind === 'end' || event.kind === 'failed') return;
        }
      }
      // Nothing follows what was read before.
      if (response.status === 204) return;
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error;
    }
    await pause(pace.pauseMs, signal);
  }
}

function requestOf(message: SentMessage, lastEventId: string | null, signal: AbortSignal): RequestInit {
  const headers = { 'content-type': 'application/json', ...(lastEventId !== null && { 'last-event-id': lastEventId }) };
  return { method: 'POST', headers, body: JSON.stringify(message), signal };
}

/** A server that restarts, or has too much to do, takes the message later. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && ![429, 502, 503, 504].includes(error.status);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
  });
}

/** News for a watcher, in addition to the events. */
export type WatchNews =
  | RunEvent
  /** The server is there, whether or not there is news. */
  | { readonly kind: 'sign' }
  /** The connection is lost; it will be tried again. */
  | { readonly kind: 'lost'; readonly error: unknown };

interface RunWatching {
  /** Opens the stream behind the event with this id. */
  readonly open: (after: string, signal: AbortSignal) => Promise<Response>;
  readonly tell: (news: WatchNews) => void;
  /** Resolves when it is time to try again. @param attempt from 0 */
  readonly pause: (attempt: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The server sends a comment every 15 seconds; after this time without one the connection is dead. */
const LONGEST_SILENCE_MS = 50_000;

/**
 * Follows a run to its end, through lost connections: each begins behind the last event that arrived.
 *
 * @throws {ApiFailure} for what trying again does not mend
 */
export async function watchRun(watching: RunWatching): Promise<void> {
  const { signal, tell, pause } = watching;
  let after = '';
  let attempt = 0;
  while (!signal.aborted) {
    try {
      for await (const news of newsOf(watching, after)) {
        attempt = 0;
        after = news.id ?? after;
        tell(news.told);
        if (news.told.kind === 'end') return;
      }
      tell({ kind: 'lost', error: null });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiFailure && !isPassing(error)) throw error;
      tell({ kind: 'lost', error });
    }
    await pause(attempt);
    attempt += 1;
  }
}

function isPassing({ status }: ApiFailure): boolean {
  return status === 429 || status >= 500;
}

interface NumberedNews {
  readonly id: string | null;
  readonly told: WatchNews;
}

/** One connection, from its first byte to its last. */
async function* newsOf({ open, signal }: RunWatching, after: string): AsyncGenerator<NumberedNews, void> {
  const response = await open(after, signal);
  if (response.status === 204) return yield { id: null, told: { kind: 'end' } };
  yield { id: null, told: { kind: 'sign' } };
  for await (const events of readEvents(response, LONGEST_SILENCE_MS)) {
    yield { id: null, told: { kind: 'sign' } };
    for (const { id, data } of events) yield { id, told: JSON.parse(data) };
  }
}

/** Reads server-sent events out of a text that comes in pieces, cut anywhere. */
export class EventParser {
  #text = '';
  #lastId = '';

  /** @returns the events that this piece completes; comments are left out */
  push(piece: string): ServerEvent[] {
    this.#text += piece;
    const events: ServerEvent[] = [];
    for (let end = BLOCK_END.exec(this.#text); end !== null; end = BLOCK_END.exec(this.#text)) {
      const event = this.#read(this.#text.slice(0, end.index));
      this.#text = this.#text.slice(end.index + end[0].length);
      if (event !== null) events.push(event);
    }
    return events;
  }

  #read(block: string): ServerEvent | null {
    const fields = block.split(LINE_END).map(fieldOf);
    const valuesOf = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
    this.#lastId = valuesOf('id').at(-1) ?? this.#lastId;
    const data = valuesOf('data');
    return data.length === 0
      ? null
      : { id: this.#lastId, name: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
  }
}

// A carriage return at the end of a piece may be half of a line end.
const LINE_END = /\r\n|\n|\r(?!$)/;
const BLOCK_END = /(?:\r\n|\n|\r(?!$)){2}/;

/**
 * The events of one connection, piece by piece as they arrive; a piece without an event is a sign of life.
 *
 * @param silenceMs a connection silent for this long is dead, even if the system thinks it is open
 * @throws {Error} when it is dead, or when it breaks
 */
async function* readEvents({ body }: Response, silenceMs: number): AsyncGenerator<readonly ServerEvent[], void> {
  if (body === null) return;
  const parser = new EventParser();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let read = await readSoon(reader, silenceMs); !read.done; read = await readSoon(reader, silenceMs)) {
      yield parser.push(read.value);
    }
  } finally {
    // A reader that stays would keep the connection open.
    reader.cancel().catch(() => undefined);
  }
}

async function readSoon(
  reader: ReadableStreamDefaultReader<string>,
  silenceMs: number,
): ReturnType<typeof reader.read> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error('the server is silent')), silenceMs);
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** One server-sent event. */
interface ServerEvent {
  /** Of this event, or else of the last one before it that had one. */
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon < 0) return { name: line, value: '' };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
}
