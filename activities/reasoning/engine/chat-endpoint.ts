import type OpenAI from 'openai';
import { APIError } from 'openai';
import { z } from 'zod';
import { NO_TOKENS, type TokenUsage } from '../../metering/paid-calls.ts';
import { NoCompletionError, toModelEndpointError } from '../../model-endpoint/failed-request.ts';
import { createOpenAIClient, OPENAI_BASE_URL } from '../../model-endpoint/openai-client.ts';
import { whileWaitingFor } from '../../runtime/work-in-progress.ts';

export interface ChatEndpointOptions {
  /** Any word for servers that need none. */
  readonly apiKey: string;
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  /** For one request, from connecting to the last byte. */
  readonly timeoutMs: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  readonly model: string;
  /** Environment variable that selects the model. */
  readonly modelVariable: string;
  readonly messages: readonly ChatMessage[];
  readonly responseFormat: OpenAI.ChatCompletionCreateParams['response_format'];
  readonly signal: AbortSignal;
}

export interface ChatAnswer {
  readonly text: string;
  readonly ending: 'complete' | 'cut-off' | 'refused';
}

/** An answer and its token usage, estimated if the endpoint reports none. */
export interface ChatCompletion {
  readonly answer: ChatAnswer;
  readonly usage: TokenUsage;
}

export interface ChatEndpoint {
  /** Sends one request, once. @throws {ModelEndpointError} and the signal's reason once it is aborted */
  complete(request: ChatRequest): Promise<ChatCompletion>;
}

/** A client for the chat completions of any OpenAI-compatible server. */
export function createChatEndpoint(options: ChatEndpointOptions): ChatEndpoint {
  const baseURL = options.baseURL ?? OPENAI_BASE_URL;
  const { openai, watch } = createOpenAIClient({ ...options, baseURL });
  return {
    async complete(request) {
      const { model, modelVariable, messages, responseFormat, signal } = request;
      signal.throwIfAborted();
      const { fetchOptions, reach } = watch();
      try {
        const body = { model, messages: [...messages], ...(responseFormat && { response_format: responseFormat }) };
        const completion: unknown = await whileWaitingFor(`the model ${model}`, () =>
          openai.chat.completions.create(body, { signal, fetchOptions }),
        );
        return toCompletion(completion, messages);
      } catch (error) {
        signal.throwIfAborted();
        if (isContentFilter(error)) return { answer: { text: '', ending: 'refused' }, usage: NO_TOKENS };
        const sent = messages.map(({ content }) => content);
        throw toModelEndpointError(error, { ...options, baseURL, model, modelVariable, sent, reach: reach() });
      }
    },
  };
}

/** Only the fields that are used, and tolerant: compatible servers differ in everything else. */
const completionSchema = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))]).nullish(),
        refusal: z.string().nullish(),
      }),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) })
    .nullish()
    .catch(null),
});

/** Estimates usage for endpoints that report none. */
const CHARACTERS_PER_TOKEN = 4;

/** Estimated number of tokens of a text. */
export function estimateTokens(...texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / CHARACTERS_PER_TOKEN);
}

function toCompletion(completion: unknown, messages: ChatRequest['messages']): ChatCompletion {
  const parsed = completionSchema.safeParse(completion);
  if (!parsed.success) throw new NoCompletionError(completion);

  const { choices, usage } = parsed.data;
  const { message, finish_reason: finishReason } = choices[0] ?? { message: {}, finish_reason: null };
  const text = Array.isArray(message.content)
    ? message.content.map((part) => part.text ?? '').join('')
    : (message.content ?? '');
  const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = usage ?? {};
  return {
    answer: { text: text === '' ? (message.refusal ?? '') : text, ending: toEnding(finishReason, message.refusal) },
    usage:
      promptTokens + completionTokens > 0
        ? { promptTokens, completionTokens }
        : {
            promptTokens: estimateTokens(...messages.map(({ content }) => content)),
            completionTokens: estimateTokens(text),
          },
  };
}

function toEnding(finishReason: string | null | undefined, refusal: string | null | undefined): ChatAnswer['ending'] {
  if (finishReason === 'length') return 'cut-off';
  const refused = finishReason === 'content_filter' || (refusal ?? '') !== '';
  return refused ? 'refused' : 'complete';
}

/** Some providers refuse a prompt with status 400 instead of a finish reason. */
function isContentFilter(error: unknown): boolean {
  return error instanceof APIError && (error.code === 'content_filter' || error.code === 'content_policy_violation');
}
