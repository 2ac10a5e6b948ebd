import { estimateTokens, tokensOfLength } from '@plumbline/contracts/common/token-estimate';
import { z } from 'zod';
import type { TokenUsage } from '../metering/paid-calls.ts';
import { NoCompletionError } from './failed-request.ts';

/** The end of an answer that is looked at, in characters. */
const TAIL_LENGTH = 1_600;

/** A stretch that fills the tail so many times is no text that anybody needs. */
const MIN_COPIES = 6;

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** See `Prompt`. */
  readonly picture?: string;
}

/** Models cut pictures into tiles, and few take more for one. */
const PICTURE_TOKENS = 1_500;

export function promptTokensOf(messages: readonly Pick<ChatMessage, 'content' | 'picture'>[]): number {
  const pictures = messages.filter(({ picture }) => picture !== undefined).length;
  return estimateTokens(...messages.map(({ content }) => content)) + pictures * PICTURE_TOKENS;
}

export interface ChatAnswer {
  readonly text: string;
  /** `cut-off`: at a limit of length, or without an end. `endless`: stopped because it had no end; its repetition is removed. `filtered`: by the endpoint. */
  readonly ending: 'complete' | 'cut-off' | 'endless' | 'refused' | 'filtered';
  /** The tokens that the server read of a prompt which has many more: it left the rest out. */
  readonly promptCutTo?: number;
  /** What came in place of a text, and in which field. */
  readonly elsewhere?: { readonly field: string; readonly text: string };
  /** The model reasoned before it answered, or instead. */
  readonly hasThought?: true;
  /** False: the server answered with usage alone. */
  readonly hasChoices?: false;
}

/** An answer and its token usage, estimated if the endpoint reports none. */
export interface ChatCompletion {
  readonly answer: ChatAnswer;
  readonly usage: TokenUsage;
}

/** Fields that hold reasoning, or the answer of a model that takes the schema for a tool. */
const BESIDE_TEXT = ['tool_calls', 'function_call', 'reasoning_content', 'reasoning'] as const;
export type BesideText = Readonly<Record<(typeof BESIDE_TEXT)[number], string>>;

/** What a server sent, in one piece or in many. */
export interface Received {
  readonly text: string;
  /** What the server sends beside the text, by field. */
  readonly beside: BesideText;
  readonly refusal: string;
  readonly hasChoices: boolean;
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

const written = z.union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))]);
const called = z.object({ arguments: written.nullish() }).nullish();

/** A message, or the next piece of one: only the fields that are used, because compatible servers differ in all others. */
export const messageSchema = z.object({
  content: textSchema,
  refusal: z.string().nullish(),
  // Separate reasoning goes by two names.
  reasoning_content: z.string().nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
  function_call: called.catch(null),
  tool_calls: z
    .array(z.object({ index: z.number().nullish(), function: called }))
    .nullish()
    .catch(null),
});

/** @param message or a piece of one */
export function besideText(message: z.infer<typeof messageSchema> | null | undefined): BesideText {
  // The schema of an answer is one tool; a second call is another attempt at the same.
  const calls = message?.tool_calls?.filter(({ index }) => (index ?? 0) === 0) ?? [];
  return {
    tool_calls: calls[0]?.function?.arguments ?? '',
    function_call: message?.function_call?.arguments ?? '',
    reasoning_content: message?.reasoning_content ?? '',
    // Some servers send it under both names.
    reasoning: message?.reasoning_content ? '' : (message?.reasoning ?? ''),
  };
}

/** What was there, and the next piece of it. */
export function joinBeside(begun: BesideText, added: BesideText): BesideText {
  return {
    tool_calls: begun.tool_calls + added.tool_calls,
    function_call: begun.function_call + added.function_call,
    reasoning_content: begun.reasoning_content + added.reasoning_content,
    reasoning: begun.reasoning + added.reasoning,
  };
}

export function lengthBeside(beside: BesideText): number {
  return BESIDE_TEXT.reduce((sum, field) => sum + beside[field].length, 0);
}

const usageSchema = z.object({
  prompt_tokens: z.number().min(0),
  completion_tokens: z.number().min(0),
  completion_tokens_details: z.object({ reasoning_tokens: z.number() }).partial().nullish().catch(null),
});

const choiceSchema = z.object({ finish_reason: z.string().nullish(), message: messageSchema.nullish() });

const completionSchema = z
  .object({ choices: z.array(choiceSchema).nullish(), usage: z.unknown().optional() })
  .refine(({ choices, usage }) => Array.isArray(choices) || usageSchema.safeParse(usage).success);

/** Reads an answer that came in one piece. @throws {NoCompletionError} */
export function readCompletion(body: unknown): Received {
  const parsed = completionSchema.safeParse(body);
  if (!parsed.success) throw new NoCompletionError(body);

  const { message, finish_reason: finishReason } = parsed.data.choices?.[0] ?? {};
  const text = message?.content ?? '';
  const isEndless = repeatsItself(text);
  return {
    text: isEndless ? withoutRepetition(text) : text,
    beside: besideText(message),
    refusal: message?.refusal ?? '',
    hasChoices: (parsed.data.choices ?? []).length > 0,
    finishReason: finishReason ?? 'stop',
    usage: parsed.data.usage,
    isEndless,
  };
}

export function toCompletion(received: Received, prompt: readonly ChatMessage[]): ChatCompletion {
  const { text, refusal, beside } = received;
  const reported = usageSchema.safeParse(received.usage).data;
  const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = reported ?? {};
  const hasThought =
    (reported?.completion_tokens_details?.reasoning_tokens ?? 0) > 0 || beside.reasoning_content !== '';
  const elsewhere =
    text.trim() === '' && refusal === '' ? BESIDE_TEXT.find((field) => beside[field] !== '') : undefined;
  return {
    answer: {
      text: text === '' ? refusal : text,
      ending: endingOf(received),
      ...(elsewhere !== undefined && {
        elsewhere: { field: elsewhere, text: beside[elsewhere].slice(-MAX_ANSWER_LENGTH) },
      }),
      ...(!received.hasChoices && { hasChoices: false as const }),
      ...(hasThought && { hasThought: true as const }),
    },
    usage:
      promptTokens + completionTokens > 0
        ? { promptTokens, completionTokens }
        : {
            promptTokens: promptTokensOf(prompt),
            completionTokens: tokensOfLength(text.length + lengthBeside(beside)),
          },
  };
}

function endingOf({ finishReason, refusal, isEndless }: Received): ChatAnswer['ending'] {
  if (isEndless) return 'endless';
  if (finishReason === undefined || finishReason === 'length') return 'cut-off';
  if (refusal !== '') return 'refused';
  return finishReason === 'content_filter' ? 'filtered' : 'complete';
}

/** Whether a model or its endpoint will not answer. */
export function isDenied({ ending }: ChatAnswer): boolean {
  return ending === 'refused' || ending === 'filtered';
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
