import type OpenAI from 'openai';
import { APIConnectionTimeoutError, APIError } from 'openai/core/error';
import { Stream } from 'openai/core/streaming';
import { counted } from '../../../workflows/contracts/counted.ts';
import { estimateTokens, tokensOfLength } from '../../../workflows/domain/token-estimate.ts';
import { NO_TOKENS } from '../../metering/paid-calls.ts';
import { toModelEndpointError } from '../../model-endpoint/failed-request.ts';
import { createOpenAIClient, OPENAI_BASE_URL } from '../../model-endpoint/openai-client.ts';
import { createSignsOfLife, type WatchedLife } from '../../model-endpoint/signs-of-life.ts';
import { whileAsking } from '../../runtime/work-in-progress.ts';
import {
  type ChatCompletion,
  type ChatMessage,
  type Received,
  readCompletion,
  toCompletion,
} from './chat-completion.ts';
import { readStream } from './chat-stream.ts';
import type { RequestForm } from './request-form.ts';
import { silenceLimits } from './silence-limits.ts';

export interface ChatEndpointOptions {
  /** Any word for servers that need none. */
  readonly apiKey: string;
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  /** Longest silence between two tokens; `silence-limits.ts` derives the time until the first one. */
  readonly timeoutMs: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface ChatRequest {
  readonly model: string;
  /** Environment variable that selects the model. */
  readonly modelVariable: string;
  readonly messages: readonly ChatMessage[];
  readonly responseFormat: OpenAI.ChatCompletionCreateParams['response_format'];
  /** Tools that the model may use; such a request has to come in one piece. */
  readonly tools?: readonly OpenAI.ChatCompletionFunctionTool[];
  readonly form: RequestForm;
  /** Longest answer. */
  readonly maxTokens: number;
  /** Undefined: that of the server. */
  readonly temperature: number | undefined;
  /** How many times the usual time it gets. */
  readonly patience: number;
  readonly signal: AbortSignal;
  /** Called with every piece of the text of a streamed answer. */
  readonly onText?: ((piece: string) => void) | undefined;
}

export interface ChatEndpoint {
  /** Sends one request, once. @throws {ModelEndpointError} and the signal's reason once it is aborted */
  complete(request: ChatRequest): Promise<ChatCompletion>;
}

/** The package's own limit is out of the way: signs of life decide. */
const DAY_MS = 24 * 60 * 60 * 1_000;

/** A client for the chat completions of any OpenAI-compatible server. */
export function createChatEndpoint(options: ChatEndpointOptions): ChatEndpoint {
  const baseURL = options.baseURL ?? OPENAI_BASE_URL;
  const client = createOpenAIClient({ ...options, baseURL, timeoutMs: DAY_MS });
  const signsOfLife = createSignsOfLife();
  /** Models that were seen to stream, and those that were not. */
  const streams = new Map<string, boolean>();

  function limitsOf({ model, messages, maxTokens, patience }: ChatRequest) {
    const promptTokens = estimateTokens(...messages.map(({ content }) => content));
    // A model that let one request time out may not stream.
    const comesWhole = !(streams.get(model) ?? patience === 1);
    return silenceLimits({ timeoutMs: options.timeoutMs, patience, promptTokens, maxTokens, comesWhole });
  }

  return {
    async complete(request) {
      const { model, modelVariable, messages, signal } = request;
      // Before the silence of the server is counted.
      const openai = await client.open();
      signal.throwIfAborted();
      const life = signsOfLife.watch(limitsOf(request), signal);
      const { fetchOptions, reach } = client.watch();
      try {
        const { received, isStream } = await send(openai, request, life, fetchOptions);
        streams.set(model, isStream);
        return toCompletion(received, messages);
      } catch (error) {
        signal.throwIfAborted();
        if (isContentFilter(error)) return { answer: { text: '', ending: 'refused' }, usage: NO_TOKENS };
        const ranOutMs = life.ranOutMs();
        throw toModelEndpointError(ranOutMs === undefined ? error : new APIConnectionTimeoutError(), {
          apiKey: options.apiKey,
          baseURL,
          model,
          modelVariable,
          sent: messages.map(({ content }) => content),
          timeoutMs: ranOutMs ?? options.timeoutMs,
          reach: reach(),
        });
      } finally {
        life.stop();
      }
    },
  };
}

async function send(
  openai: OpenAI,
  request: ChatRequest,
  life: WatchedLife,
  fetchOptions: object,
): Promise<{ readonly received: Received; readonly isStream: boolean }> {
  return whileAsking(`the model ${request.model}`, async (tellSoFar) => {
    const { signal } = life;
    const response = await openai.chat.completions.create(bodyOf(request), { signal, fetchOptions }).asResponse();
    if (!(response.headers.get('content-type') ?? '').includes('text/event-stream')) {
      const body = await readBody(response);
      life.sign();
      return { received: readCompletion(body), isStream: false };
    }
    const controller = new AbortController();
    const received = await readStream(Stream.fromSSEResponse(response, controller), ({ length, text }) => {
      life.sign();
      if (text !== '') request.onText?.(text);
      tellSoFar(`${counted(tokensOfLength(length), 'token')} so far`);
    });
    // The package ends an aborted stream as if it were complete.
    life.signal.throwIfAborted();
    return { received, isStream: true };
  });
}

function bodyOf({ model, messages, responseFormat, tools, form, maxTokens, temperature }: ChatRequest) {
  return {
    model,
    messages: messages.map(toParameter),
    ...(tools !== undefined && { tools: [...tools] }),
    ...(responseFormat && { response_format: responseFormat }),
    ...(form.delivery !== 'whole' && { stream: true }),
    ...(form.delivery === 'stream-with-usage' && { stream_options: { include_usage: true } }),
    ...(form.lengthLimit !== 'none' && { [form.lengthLimit]: maxTokens }),
    ...(form.temperature === 'sent' && temperature !== undefined && { temperature }),
  };
}

function toParameter(message: ChatMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content };
  const { role, content } = message;
  if (!('calls' in message)) return { role, content };
  const tool_calls = message.calls.map(({ id, name, arguments: written }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: written },
  }));
  return { role: 'assistant', content, tool_calls };
}

/** Servers that do not stream answer a request for a stream with JSON. Other types of content are no completion. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
}

/** Some providers refuse a prompt with status 400 instead of a finish reason. */
function isContentFilter(error: unknown): boolean {
  return error instanceof APIError && (error.code === 'content_filter' || error.code === 'content_policy_violation');
}
