import { Stream } from 'openai/core/streaming';
import { readCompletion, type Received } from './chat-completion.ts';
import { readStream, type StreamedPiece } from './chat-stream.ts';

/** A field of a server-sent event, or a comment, with which servers keep the connection alive. */
const EVENT = /^(?:data|event|id|retry)?:/;

/** Length of the longest name of such a field, with its colon. */
const LONGEST_FIELD = 6;

/** With which servers that give no reason for the end say that this is it. */
const DONE = /data: ?\[DONE\]\s*$/;

/** In bytes, with the lines behind it. */
const LONGEST_END = 40;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

export interface ReadReply {
  readonly received: Received;
  readonly isStream: boolean;
}

/**
 * Reads an answer as what it is: servers and proxies send streams and whole completions under each other's type, as plain
 * text, or as bytes.
 *
 * @param onPiece called for every piece of a stream that says something
 * @throws {NoCompletionError} when it is neither
 * @throws {SyntaxError} when it is damaged JSON
 */
export async function readReply(response: Response, onPiece: (piece: StreamedPiece) => void): Promise<ReadReply> {
  const { begun, whole, end } = await begin(response);
  if (EVENT.test(begun)) {
    const received = await readStream(Stream.fromSSEResponse(whole, new AbortController()), onPiece);
    const isDone = received.finishReason === undefined && DONE.test(end());
    return { received: isDone ? { ...received, finishReason: 'stop' } : received, isStream: true };
  }
  const text = (await whole.text()).trim();
  return { received: readCompletion(toBody(text, response.headers.get('content-type') ?? '')), isStream: false };
}

/** What is neither JSON nor meant to be is a web page or a word of a proxy. */
function toBody(text: string, contentType: string): unknown {
  if (text === '') return undefined;
  return /^[[{]/.test(text) || contentType.includes('json') ? JSON.parse(text) : text;
}

interface BegunReply {
  /** The first characters behind blanks, some of which servers send while they work. */
  readonly begun: string;
  readonly whole: Response;
  /** The last characters that were read. */
  readonly end: () => string;
}

async function begin(response: Response): Promise<BegunReply> {
  const reader = response.body?.getReader();
  const first: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let begun = '';
  let last: Uint8Array = new Uint8Array();
  const read = async (): Promise<Uint8Array | undefined> => {
    const { value } = (await reader?.read()) ?? {};
    if (value !== undefined && value.length > 0) last = value;
    return value;
  };
  while (!EVENT.test(begun) && begun.length < LONGEST_FIELD) {
    const value = await read();
    if (value === undefined) break;
    first.push(value);
    begun = (begun + decoder.decode(value, { stream: true })).trimStart();
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield withoutMark(Buffer.concat(first));
      for (let value = await read(); value !== undefined; value = await read()) yield value;
    } finally {
      await reader?.cancel();
    }
  }
  return {
    begun,
    whole: new Response(ReadableStream.from(bytes())),
    end: () => new TextDecoder().decode(last.subarray(-LONGEST_END)),
  };
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = BYTE_ORDER_MARK.every((code, at) => bytes[at] === code);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}
