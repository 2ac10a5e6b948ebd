import { APIError } from 'openai/core/error';
import { z } from 'zod';
import {
  besideText,
  type BesideText,
  joinBeside,
  lengthBeside,
  MAX_ANSWER_LENGTH,
  messageSchema,
  type Received,
  repeatsItself,
  withoutRepetition,
} from './chat-completion.ts';
import { NoCompletionError } from './failed-request.ts';

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

/** Takes in the pieces of one answer. */
interface Collector {
  /** @returns the text that it adds */
  add(chunk: unknown): string;
  /** Length of text and reasoning so far, in characters. */
  readonly length: () => number;
  readonly isEndless: () => boolean;
  readonly received: () => Received;
}

/** What a piece of an answer brings. */
export interface StreamedPiece {
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
export async function readStream(
  chunks: AsyncIterable<unknown>,
  onPiece: (piece: StreamedPiece) => void,
): Promise<Received> {
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

function createCollector(): Collector {
  let [text, refusal] = ['', ''];
  let beside = besideText(null);
  let hasChoices = false;
  let lookedAt = 0;
  let finishReason: string | undefined;
  let usage: unknown;
  let isEndless = false;
  const length = (): number => text.length + lengthBeside(beside) + refusal.length;

  return {
    add(chunk) {
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
    received: () => ({
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
