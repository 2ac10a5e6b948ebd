import { whileAsking } from '@plumbline/adapters/work-in-progress';
import { counted } from '@plumbline/contracts/common/counted';
import { tokensOfLength } from '@plumbline/contracts/common/token-estimate';
import type OpenAI from 'openai';
import { APIConnectionTimeoutError, APIError } from 'openai/core/error';
import { NO_TOKENS } from '../metering/paid-calls.ts';
import { type ChatCompletion, type ChatMessage, promptTokensOf, toCompletion } from './chat-completion.ts';
import { ModelEndpointError, toModelEndpointError } from './failed-request.ts';
import { createOpenAIClient, OPENAI_BASE_URL, type OpenAIClientOptions } from './openai-client.ts';
import { type ReadReply, readReply } from './reply-reading.ts';
import { createSignsOfLife, type SilenceLimits, type WatchedLife } from './request-silence.ts';

/**
 * How servers differ, apart from the output mode; in each list the best comes first, and what every server accepts
 * last.
 */
const CHOICES = {
  delivery: ['stream-with-usage', 'stream', 'whole'],
  lengthLimit: ['max_tokens', 'max_completion_tokens', 'none'],
  temperature: ['sent', 'left-out'],
} as const;

const BEST: RequestForm = { delivery: 'stream-with-usage', lengthLimit: 'max_tokens', temperature: 'sent' };
const PLAINEST: RequestForm = { delivery: 'whole', lengthLimit: 'none', temperature: 'left-out' };

/** With the default limit of 150 s: 20 tokens a second, which two cores manage with a model of a few billion weights. */
const PROMPT_TOKENS_PER_LIMIT = 3_000;

/** With the default limit: 10 tokens a second. Writing is slower than reading. */
const ANSWER_TOKENS_PER_LIMIT = 1_500;

export interface ChatEndpointOptions extends Pick<OpenAIClientOptions, 'apiKey' | 'fetch'> {
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  /** Longest silence between two tokens; `silence-limits.ts` derives the time until the first one. */
  readonly timeoutMs: number;
}

export interface ChatRequest {
  readonly model: string;
  /** Environment variable that selects the model. */
  readonly modelVariable: string;
  readonly messages: readonly ChatMessage[];
  readonly responseFormat: OpenAI.ChatCompletionCreateParams['response_format'];
  readonly form: RequestForm;
  /** Longest answer. */
  readonly maxTokens: number;
  /** Undefined: the server's default. */
  readonly temperature: number | undefined;
  /** How many times the usual time it gets. */
  readonly patience: number;
  readonly signal: AbortSignal;
  /** Called with every piece of the text of a streamed answer. */
  readonly onText?: ((piece: string) => void) | undefined;
}

export interface ChatEndpoint {
  /** Host and port. */
  readonly host: string;
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
    const promptTokens = promptTokensOf(messages);
    // A model that let one request time out may not stream.
    const comesWhole = !(streams.get(model) ?? patience === 1);
    return silenceLimits({ timeoutMs: options.timeoutMs, patience, promptTokens, maxTokens, comesWhole });
  }

  return {
    host: new URL(baseURL).host,
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
        if (isContentFilter(error)) return { answer: { text: '', ending: 'filtered' }, usage: NO_TOKENS };
        const ranOutMs = life.ranOutMs();
        const sent = messages.map(({ content }) => content);
        const failed = { apiKey: options.apiKey, baseURL, model, modelVariable, sent };
        throw toModelEndpointError(ranOutMs === undefined ? error : new APIConnectionTimeoutError(), {
          ...failed,
          timeoutMs: ranOutMs ?? options.timeoutMs,
          reach: reach(),
        });
      } finally {
        life.stop();
      }
    },
  };
}

async function send(openai: OpenAI, request: ChatRequest, life: WatchedLife, fetchOptions: object): Promise<ReadReply> {
  return whileAsking(`the model ${request.model}`, async (tellSoFar) => {
    const { signal } = life;
    const response = await openai.chat.completions.create(bodyOf(request), { signal, fetchOptions }).asResponse();
    const reply = await readReply(response, ({ length, text }) => {
      life.sign();
      if (text !== '') request.onText?.(text);
      tellSoFar(`${counted(tokensOfLength(length), 'token')} so far`);
    });
    // The package ends an aborted stream as if it were complete.
    signal.throwIfAborted();
    if (!reply.isStream) life.sign();
    return reply;
  });
}

function bodyOf({ model, messages, responseFormat, form, maxTokens, temperature }: ChatRequest) {
  return {
    model,
    messages: messages.map((one) => (one.picture === undefined ? one : withPicture(one.content, one.picture))),
    ...(responseFormat && { response_format: responseFormat }),
    ...(form.delivery !== 'whole' && { stream: true }),
    ...(form.delivery === 'stream-with-usage' && { stream_options: { include_usage: true } }),
    ...(form.lengthLimit !== 'none' && { [form.lengthLimit]: maxTokens }),
    ...(form.temperature === 'sent' && temperature !== undefined && { temperature }),
  };
}

function withPicture(text: string, url: string): OpenAI.ChatCompletionMessageParam {
  const picture = { type: 'image_url', image_url: { url } } as const;
  return { role: 'user', content: [{ type: 'text', text }, picture] };
}

/** Some providers refuse a prompt with status 400 instead of a finish reason. */
function isContentFilter(error: unknown): boolean {
  return error instanceof APIError && (error.code === 'content_filter' || error.code === 'content_policy_violation');
}

interface AwaitedAnswer extends Pick<ChatEndpointOptions, 'timeoutMs'>, Pick<ChatRequest, 'patience' | 'maxTokens'> {
  readonly promptTokens: number;
  /** The server sends an answer only when it is complete. */
  readonly comesWhole: boolean;
}

/**
 * How long to wait for an answer.
 *
 * A server reads the whole prompt before the first token, so the time until then grows with the prompt. Without
 * streaming, it also writes the whole answer in that time. Both are multiples of the setting, so raising it for a slow
 * machine raises both.
 */
export function silenceLimits(awaited: AwaitedAnswer): SilenceLimits {
  const { patience, promptTokens, maxTokens, comesWhole } = awaited;
  const nextMs = awaited.timeoutMs * patience;
  const reading = promptTokens / PROMPT_TOKENS_PER_LIMIT;
  const writing = comesWhole ? maxTokens / ANSWER_TOKENS_PER_LIMIT : 0;
  return { firstMs: Math.ceil(nextMs * (1 + reading + writing)), nextMs };
}

type Choices = typeof CHOICES;

/** How a request is written for one server. */
export type RequestForm = { readonly [Name in keyof Choices]: Choices[Name][number] };

/** The form to try after the endpoint refused one; undefined when the form was not the cause. */
export function findNextForm(form: RequestForm, error: unknown): RequestForm | undefined {
  const complaint = complaintOf(error);
  if (complaint === undefined) return undefined;
  if (form.delivery === 'stream-with-usage' && /stream_options|include_usage/.test(complaint))
    return { ...form, delivery: 'stream' };
  // A limit that does not fit next to the prompt is also refused; the model's context is the limit then.
  if (form.lengthLimit !== 'none' && /max_(?:completion_|new_)?tokens|in the completion/.test(complaint))
    return { ...form, lengthLimit: form.lengthLimit === 'max_tokens' ? 'max_completion_tokens' : 'none' };
  if (form.temperature === 'sent' && /temperature/.test(complaint)) return { ...form, temperature: 'left-out' };
  if (form.delivery !== 'whole' && /\bstream(?:ing)?\b/.test(complaint)) return { ...form, delivery: 'whole' };
  return undefined;
}

/** The form to try when every output mode was refused without a reason; undefined when it was tried. */
export function findPlainestForm(form: RequestForm, error: unknown): RequestForm | undefined {
  const isPlainest = form.delivery === 'whole' && form.lengthLimit === 'none' && form.temperature === 'left-out';
  return complaintOf(error) === '' && !isPlainest ? PLAINEST : undefined;
}

/** What the endpoint said about a request that it refused, in lower case; undefined when it refused none. */
function complaintOf(error: unknown): string | undefined {
  if (!(error instanceof ModelEndpointError)) return undefined;
  const { status, complaint, codes } = error.facts;
  if (status === 400 || status === 422) return [complaint, ...codes].join(' ').trim().toLowerCase();
  // Some servers report a request that fails their own validation as their own failure.
  const isRefusal = /validation|unsupported|not (?:supported|implemented)/i.test(complaint);
  return (status === 500 || status === 501) && isRefusal ? complaint.toLowerCase() : undefined;
}

/** The forms known to work for each model, as observed by this process. */
export type FormMemory = ReturnType<typeof createFormMemory>;

export function createFormMemory() {
  const forms = new Map<string, RequestForm>();
  const formFor = (model: string) => forms.get(model) ?? BEST;
  return {
    formFor,
    /** Never returns to a refused choice: the slower of two concurrent requests may have outdated knowledge. */
    remember(model: string, accepted: RequestForm): void {
      const known = formFor(model);
      forms.set(model, {
        delivery: later(CHOICES.delivery, known.delivery, accepted.delivery),
        lengthLimit: later(CHOICES.lengthLimit, known.lengthLimit, accepted.lengthLimit),
        temperature: later(CHOICES.temperature, known.temperature, accepted.temperature),
      });
    },
  };
}

function later<Choice>(choices: readonly Choice[], first: Choice, second: Choice): Choice {
  return choices.indexOf(first) > choices.indexOf(second) ? first : second;
}
