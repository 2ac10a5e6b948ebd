import { APIError } from 'openai/core/error';
import { Stream } from 'openai/core/streaming';
import { z } from 'zod';
import {
  readCompletion,
  type Received,
  besideText,
  type BesideText,
  joinBeside,
  lengthBeside,
  MAX_ANSWER_LENGTH,
  messageSchema,
  repeatsItself,
  withoutRepetition,
} from './chat-completion.ts';
import { NoCompletionError } from './failed-request.ts';

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

/** The first characters behind blanks, which some servers send while they work; the whole; and the last characters that were read. */
async function begin(response: Response) {
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

/** Separate reasoning may be longer, but it is bounded too. */
const MAX_THOUGHT_LENGTH = 400_000;

/** How much text arrives between two looks for repetition, in characters. */
const LOOK_EVERY = 400;

/** How much of the reasoning is looked at, in characters: enough to see a repetition. */
const SEEN_THOUGHTS = 2_000;

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: messageSchema.nullish(),
        message: messageSchema.nullish(),
      }),
    )
    .catch([]),
  usage: z.unknown().optional(),
});

/** What a piece of an answer brings. */
interface StreamedPiece {
  /** Of text and reasoning so far, in characters. */
  readonly length: number;
  /** More of the text; empty for a piece of the reasoning. */
  readonly text: string;
}

/**
 * Reads an answer that comes in pieces. Stops when it is too long or repeats itself endlessly.
 *
 * @param onPiece called for every piece that says something
 * @throws {NoCompletionError} when it contains no piece of an answer, or the server reports an error in it
 */
async function readStream(chunks: AsyncIterable<unknown>, onPiece: (piece: StreamedPiece) => void): Promise<Received> {
  const collector = createCollector();
  let isEmpty = true;
  try {
    for await (const chunk of chunks) {
      isEmpty = false;
      const before = collector.length();
      const text = collector.add(chunk);
      // Some servers open a stream with an empty piece, before they read the prompt.
      if (collector.length() > before) onPiece({ length: collector.length(), text });
      if (collector.isEndless()) break;
    }
  } catch (error) {
    // The package throws what a server reports in the middle of a stream as an error without a status.
    const isReport = error instanceof APIError && error.status === undefined && error.error !== undefined;
    throw isReport ? new NoCompletionError({ error: error.error }) : error;
  }
  if (isEmpty) throw new NoCompletionError(undefined);
  return collector.received();
}

/** Takes in the pieces of one answer. */
function createCollector() {
  let [text, refusal] = ['', ''];
  let beside = besideText(null);
  let hasChoices = false;
  let lookedAt = 0;
  let finishReason: string | undefined;
  let usage: unknown;
  let isEndless = false;
  const length = (): number => text.length + lengthBeside(beside) + refusal.length;

  return {
    /** @returns the text that it adds */
    add(chunk: unknown): string {
      const parsed = chunkSchema.safeParse(chunk);
      if (!parsed.success) throw new NoCompletionError(chunk);
      const [choice] = parsed.data.choices;
      const piece = choice?.delta ?? choice?.message;
      const added = piece?.content ?? '';
      text += added;
      refusal += piece?.refusal ?? '';
      beside = joinBeside(beside, besideText(piece));
      hasChoices ||= choice !== undefined;
      finishReason = choice?.finish_reason ?? finishReason;
      usage = parsed.data.usage ?? usage;
      if (length() - lookedAt < LOOK_EVERY) return added;
      lookedAt = length();
      isEndless = hasNoEnd(text, beside);
      return added;
    },
    length,
    isEndless: () => isEndless,
    received: (): Received => ({
      text: isEndless && repeatsItself(text) ? withoutRepetition(text) : text,
      beside,
      refusal,
      hasChoices,
      // Without a choice nothing was begun that could be cut off.
      finishReason: finishReason ?? (hasChoices ? undefined : 'stop'),
      usage,
      isEndless,
    }),
  };
}

function hasNoEnd(text: string, beside: BesideText): boolean {
  if (lengthBeside(beside) > MAX_THOUGHT_LENGTH || text.length > MAX_ANSWER_LENGTH) return true;
  const thoughts = beside.reasoning_content || beside.reasoning;
  return repeatsItself(text === '' ? thoughts.slice(-SEEN_THOUGHTS) : text);
}
