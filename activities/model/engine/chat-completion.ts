import { z } from 'zod';
import { estimateTokens, tokensOfLength } from '../../../workflows/domain/token-estimate.ts';
import type { TokenUsage } from '../metering/paid-calls.ts';
import { NoCompletionError } from './failed-request.ts';

/** The end of an answer that is looked at, in characters. */
const TAIL_LENGTH = 1_600;

/** A stretch that fills the tail so many times is no text that anybody needs. */
const MIN_COPIES = 6;

/** A tool that a model wants to use, as it wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, unless the model made a mistake. */
  readonly arguments: string;
}

export type ChatMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly callId: string };

export interface ChatAnswer {
  readonly text: string;
  /** `cut-off`: at a limit of length, or without an end. `endless`: stopped because it had no end; its repetition is removed. */
  readonly ending: 'complete' | 'cut-off' | 'endless' | 'refused';
  /** Absent: none. */
  readonly calls?: readonly ToolCall[];
}

/** An answer and its token usage, estimated if the endpoint reports none. */
export interface ChatCompletion {
  readonly answer: ChatAnswer;
  readonly usage: TokenUsage;
}

/** What a server sent, in one piece or in many. */
export interface Received {
  readonly text: string;
  /** Length of the reasoning that the server sends separately from the text, in characters. */
  readonly thoughtLength: number;
  readonly refusal: string;
  /** Only of an answer in one piece: tools are offered in no other request. */
  readonly calls?: readonly ToolCall[];
  /** Undefined when the answer ended without one. */
  readonly finishReason: string | undefined;
  readonly usage: unknown;
  /** Stopped here because it had no end. */
  readonly isEndless: boolean;
}

/** In characters, over twice what any step needs; a longer answer is stopped, and neither repaired nor given to other runs. */
export const MAX_ANSWER_LENGTH = 100_000;

const textSchema = z
  .union([z.string(), z.array(z.object({ text: z.string().nullish() }))])
  .nullish()
  .transform((content) => (Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : (content ?? '')));

/** A message, or the next piece of one: only the fields that are used, because compatible servers differ in all others. */
export const messageSchema = z.object({
  content: textSchema,
  refusal: z.string().nullish(),
  // Separate reasoning goes by two names.
  reasoning_content: z.string().nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
});

/** Servers differ in whether arguments are text or an object; ids may be missing. */
const toolCallsSchema = z
  .array(
    z.object({
      id: z.string().nullish(),
      function: z.object({
        name: z.string(),
        arguments: z
          .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
          .nullish(),
      }),
    }),
  )
  .nullish()
  .transform((calls) =>
    (calls ?? []).map(({ id, function: { name, arguments: written } }, index) => ({
      id: id ?? `call_${index + 1}`,
      name,
      arguments: written ?? '{}',
    })),
  );

const completionSchema = z.object({
  choices: z.array(
    z.object({ finish_reason: z.string().nullish(), message: messageSchema.extend({ tool_calls: toolCallsSchema }) }),
  ),
  usage: z.unknown().optional(),
});

const usageSchema = z.object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) });

/** Reads an answer that came in one piece. @throws {NoCompletionError} */
export function readCompletion(body: unknown): Received {
  const parsed = completionSchema.safeParse(body);
  if (!parsed.success) throw new NoCompletionError(body);

  const { message, finish_reason: finishReason } = parsed.data.choices[0] ?? {};
  const text = message?.content ?? '';
  const isEndless = repeatsItself(text);
  return {
    text: isEndless ? withoutRepetition(text) : text,
    thoughtLength: (message?.reasoning_content ?? message?.reasoning ?? '').length,
    refusal: message?.refusal ?? '',
    calls: message?.tool_calls ?? [],
    finishReason: finishReason ?? 'stop',
    usage: parsed.data.usage,
    isEndless,
  };
}

export function toCompletion(received: Received, prompt: readonly ChatMessage[]): ChatCompletion {
  const { text, refusal, thoughtLength, calls = [] } = received;
  const reported = usageSchema.safeParse(received.usage).data;
  const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = reported ?? {};
  return {
    answer: {
      text: text === '' ? refusal : text,
      ending: endingOf(received),
      ...(calls.length > 0 && { calls }),
    },
    usage:
      promptTokens + completionTokens > 0
        ? { promptTokens, completionTokens }
        : {
            promptTokens: estimateTokens(...prompt.map(({ content }) => content)),
            completionTokens: tokensOfLength(text.length + thoughtLength),
          },
  };
}

function endingOf({ finishReason, refusal, isEndless }: Received): ChatAnswer['ending'] {
  if (isEndless) return 'endless';
  if (finishReason === undefined || finishReason === 'length') return 'cut-off';
  return finishReason === 'content_filter' || refusal !== '' ? 'refused' : 'complete';
}

/** Whether a text ends with the same stretch over and over: a model that does not find its end. */
export function repeatsItself(text: string): boolean {
  return text.length >= TAIL_LENGTH && periodOf(text.slice(-TAIL_LENGTH)) <= TAIL_LENGTH / MIN_COPIES;
}

/** The text with the repeated stretch twice: wherever it is taken to begin, what it says is there in full. */
export function withoutRepetition(text: string): string {
  const period = periodOf(text.slice(-TAIL_LENGTH));
  let start = text.length - period;
  while (start > 0 && text[start - 1] === text[start - 1 + period]) start -= 1;
  return text.slice(0, start + 2 * period);
}

/** Length of the shortest stretch whose repetition gives the text: its length without its longest border. */
function periodOf(text: string): number {
  const borders = [0];
  for (let end = 1; end < text.length; end += 1) {
    let border = borders[end - 1] ?? 0;
    while (border > 0 && text[border] !== text[end]) border = borders[border - 1] ?? 0;
    borders.push(text[border] === text[end] ? border + 1 : 0);
  }
  return text.length - (borders.at(-1) ?? 0);
}
