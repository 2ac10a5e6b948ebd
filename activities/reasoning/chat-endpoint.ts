import type OpenAI from 'openai';
import { APIError } from 'openai';
import { z } from 'zod';
import { createOpenAIClient, OPENAI_BASE_URL } from '../openai-client.ts';
import { NoCompletionError, toModelEndpointError } from './failed-request.ts';

export interface ChatEndpointOptions {
  /** Any word for servers that ask for none. */
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
  readonly messages: readonly ChatMessage[];
  readonly responseFormat: OpenAI.ChatCompletionCreateParams['response_format'];
  readonly signal: AbortSignal;
}

export interface ChatAnswer {
  readonly text: string;
  readonly ending: 'complete' | 'cut-off' | 'refused';
  /** Input and output together; estimated at 4 characters a token when the endpoint does not say. */
  readonly tokens: number;
}

export interface ChatEndpoint {
  /** Sends one request, once. @throws {ModelEndpointError} and the signal's reason once it is aborted */
  complete(request: ChatRequest): Promise<ChatAnswer>;
}

/** A client of the chat completions of any OpenAI-compatible server. */
export function createChatEndpoint(options: ChatEndpointOptions): ChatEndpoint {
  const baseURL = options.baseURL ?? OPENAI_BASE_URL;
  const client = createOpenAIClient({ ...options, baseURL });
  return {
    async complete(request) {
      const { model, messages, responseFormat, signal } = request;
      signal.throwIfAborted();
      try {
        const completion: unknown = await client.chat.completions.create(
          { model, messages: [...messages], ...(responseFormat !== undefined && { response_format: responseFormat }) },
          { signal },
        );
        return toAnswer(completion, messages);
      } catch (error) {
        signal.throwIfAborted();
        if (isContentFilter(error)) return { text: '', ending: 'refused', tokens: 0 };
        throw toModelEndpointError(error, { ...options, baseURL, model, sent: messages.map(({ content }) => content) });
      }
    },
  };
}

/** Only what is read, and tolerant: servers that call themselves compatible differ in everything else. */
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

/** At this rate usage is estimated for endpoints that report none. */
const CHARACTERS_PER_TOKEN = 4;

function toAnswer(completion: unknown, messages: ChatRequest['messages']): ChatAnswer {
  const parsed = completionSchema.safeParse(completion);
  if (!parsed.success) throw new NoCompletionError(completion);

  const { choices, usage } = parsed.data;
  const { message, finish_reason: finishReason } = choices[0] ?? { message: {}, finish_reason: null };
  const text = Array.isArray(message.content)
    ? message.content.map((part) => part.text ?? '').join('')
    : (message.content ?? '');
  const characters = messages.reduce((sum, { content }) => sum + content.length, text.length);
  const reported = (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0);
  return {
    text: text === '' ? (message.refusal ?? '') : text,
    ending: toEnding(finishReason, message.refusal),
    tokens: Math.ceil(reported > 0 ? reported : characters / CHARACTERS_PER_TOKEN),
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
