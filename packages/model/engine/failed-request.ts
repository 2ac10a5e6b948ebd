import {
  NO_ADVICE,
  parseRetryAdvice,
  RemoteServerError,
  type RemoteServerFacts,
} from '@plumbline/adapters/remote-server-error';
import { removeSecrets } from '@plumbline/adapters/secret-removal';
import { APIError } from 'openai/core/error';
import { z } from 'zod';
import type { RequestReach } from './openai-client.ts';
import { type DescribedSilence, describeSilence, remedyOfSilence, type Silence } from './request-silence.ts';

/** The model endpoint did not answer a request with a completion. */
export class ModelEndpointError extends RemoteServerError {
  override readonly name = 'ModelEndpointError';
  readonly facts: ModelEndpointFacts;
  /** What the user can do about it: one sentence. */
  readonly remedy: string;

  constructor(facts: ModelEndpointFacts) {
    const remedy = remedyFor(facts);
    super(`The model endpoint ${facts.host} (model ${facts.model}) ${facts.outcome}. ${remedy}`);
    this.facts = facts;
    this.remedy = remedy;
  }

  /** The account has no budget left; some servers send 429 for it. */
  get isQuota(): boolean {
    return isQuota(this.facts);
  }

  /** Every request fails until the settings change. */
  get isMisconfigured(): boolean {
    return !this.isQuota && !this.isTooLong && misconfigurationOf(this.facts) !== null;
  }

  /** The prompt does not fit the context of the model; a shorter one may. */
  get isTooLong(): boolean {
    return isTooLong(this.facts);
  }
}

const QUOTA_CODES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit',
  'billing_hard_limit_reached',
  'billing_not_active',
]);

const TOO_LONG_CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'string_above_max_length',
  'request_too_large',
]);

/** What is too long, and how servers say that it is; they agree on neither a status nor a code. */
const LENGTH = /\b(?:context|prompts?|inputs?|messages?|tokens?|sequence|n_ctx|max_model_len)\b/i;
const EXCESS =
  /exceed|too (?:long|large|big)|too many|(?:longer|greater|larger) than|more than|overflow|maximum (?:context|model|prompt|input|length)|must be (?:<|less|reduced|shorter)|reduce the|not enough|does not fit|context (?:length|size|window)|context\b[^.]{0,60}\d/i;

/** Rates are also counted in tokens: only a request that is over the limit alone is too long for it. */
const OVER_RATE = /request (?:is )?too large|must be reduced/i;
const RATE = 429;
const CONTENT_TOO_LARGE = 413;

const LONGER_CONTEXT =
  'Give the model a longer context (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama.cpp: -c; LM Studio: context length; vLLM: --max-model-len) or choose one that has it, and restart the worker.';

const REMEDIES: Readonly<Record<number, string>> = {
  400: 'Check that PLUMBLINE_MODEL and model.small name chat models whose context fits the prompt.',
  422: 'Check that PLUMBLINE_MODEL and model.small name chat models.',
  429: 'Rate limit reached; wait, or use another account.',
};

const UNKNOWN_MODEL =
  /\bmodel\b[^.]{0,80}\b(?:not found|(?:does not|doesn.t) exist|is not a valid|unknown)|\b(?:unknown|invalid|no such) model\b/i;

const MODEL_ENDPOINT = {
  address: 'OPENAI_BASE_URL',
  whenTooSlow:
    'Use a smaller or faster model, or give it more time with model.timeout-seconds, and restart the worker.',
};

/** The request that failed. */
export interface FailedRequest {
  readonly baseURL: string;
  readonly model: string;
  /** Environment variable that selects the model. */
  readonly modelVariable: string;
  readonly timeoutMs: number;
  readonly reach: RequestReach;
  readonly apiKey: string;
  /** The sent texts; the error must not contain their words. */
  readonly sent: readonly string[];
}

/** A success status without a completion: a web page behind the base URL, or an error sent with status 200. */
export class NoCompletionError extends Error {
  override readonly name = 'NoCompletionError';
  readonly body: unknown;

  constructor(body: unknown) {
    super('the answer contains no chat completion');
    this.body = body;
  }
}

/** The provider's message is quoted up to this length, in characters. */
const MAX_COMPLAINT_LENGTH = 300;

/**
 * Reads the facts from the error that the client threw.
 *
 * The original error is not kept as a cause: its message and stack repeat what the provider echoes, up to the key.
 */
export function toModelEndpointError(error: unknown, request: FailedRequest): ModelEndpointError {
  const answer = readAnswer(error);
  const complaint = toOneLine(removeSecrets(answer?.complaint ?? '', request.apiKey, request.sent));
  const said = complaint === '' ? '' : `: ${complaint}`;
  const silence = answer === undefined ? silenceOf(error, request) : null;
  return new ModelEndpointError({
    host: new URL(request.baseURL).host,
    model: request.model,
    modelVariable: request.modelVariable,
    outcome: silence?.outcome ?? `answered ${answer?.status}${said}`,
    status: answer?.status,
    silence: silence?.silence ?? null,
    codes: (answer?.codes ?? []).map((code) => removeSecrets(code, request.apiKey, request.sent)),
    complaint,
    contextTokens: answer?.contextTokens,
    requestId: answer?.headers.get('x-request-id') ?? undefined,
    advice: answer === undefined ? NO_ADVICE : parseRetryAdvice(answer, new Date()),
  });
}

/** A prompt that the model has no room for, as far as is known; what is sent of it is at most read in part. */
export function overRoom(
  request: Pick<ModelEndpointFacts, 'host' | 'model' | 'modelVariable' | 'contextTokens'>,
  outcome: string,
): ModelEndpointError {
  const unsaid = {
    status: undefined,
    silence: null,
    codes: [],
    complaint: '',
    requestId: undefined,
    advice: NO_ADVICE,
  };
  return new ModelEndpointError({ ...request, outcome, ...unsaid, isOverRoom: true });
}

interface RefusingAnswer extends Pick<ModelEndpointFacts, 'codes' | 'complaint' | 'contextTokens'> {
  readonly status: number;
  readonly headers: Headers;
}

const code = z.union([z.string(), z.number()]).nullish().catch(null);
const providerErrorSchema = z.union([
  z.string().transform((message) => ({ message, code: null, type: null, param: null, n_ctx: undefined })),
  z.object({
    message: z.string().catch(''),
    code,
    type: code,
    param: code,
    n_ctx: z.number().min(1).optional().catch(undefined),
  }),
]);

/** Undefined without a usable answer. */
function readAnswer(error: unknown): RefusingAnswer | undefined {
  if (error instanceof NoCompletionError) return readSuccess(error.body);
  if (!(error instanceof APIError) || error.status === undefined) return undefined;

  const provided = providerErrorSchema.safeParse(error.error).data;
  return {
    status: error.status,
    headers: error.headers ?? new Headers(),
    codes: codesOf(provided),
    contextTokens: provided?.n_ctx,
    // Without an error object the package's message consists of status and body.
    complaint: provided?.message ?? error.message.replace(/^\d+ (status code \(no body\))?/, ''),
  };
}

/** Gateways send the provider's errors with status 200 and the real status as a code. */
function readSuccess(body: unknown): RefusingAnswer | undefined {
  if (body === undefined || body === null || body === '') return undefined;

  const headers = new Headers();
  const provided = z.object({ error: providerErrorSchema }).safeParse(body).data?.error;
  if (provided === undefined) {
    return { status: 200, headers, codes: [], complaint: 'the answer contains no chat completion' };
  }
  const status = Number(provided.code);
  return {
    status: Number.isInteger(status) && status >= 400 && status < 600 ? status : 502,
    headers,
    codes: codesOf(provided),
    contextTokens: provided.n_ctx,
    complaint: provided.message,
  };
}

function codesOf(provided: z.infer<typeof providerErrorSchema> | undefined): string[] {
  return [provided?.code, provided?.type, provided?.param].flatMap((value) => String(value ?? '') || []);
}

function silenceOf(error: unknown, { reach, timeoutMs }: FailedRequest): DescribedSilence {
  if (error instanceof SyntaxError || error instanceof NoCompletionError)
    return { silence: 'unreadable', outcome: 'sent an answer that is empty or not JSON' };
  return describeSilence(error, reach, timeoutMs);
}

function toOneLine(complaint: string): string {
  const line = complaint
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
  return line.length > MAX_COMPLAINT_LENGTH ? `${line.slice(0, MAX_COMPLAINT_LENGTH - 1)}…` : line;
}

/** Facts about a request that the model endpoint did not answer with a completion. */
export interface ModelEndpointFacts extends RemoteServerFacts {
  /** Host and port only: a URL may carry credentials. */
  readonly host: string;
  readonly model: string;
  /** Environment variable that selects the model. */
  readonly modelVariable: string;
  /** One clause that continues "the model endpoint …": `answered 401: invalid key`. Contains neither key nor prompt. */
  readonly outcome: string;
  /** Why there is no status, or null. */
  readonly silence: Silence | null;
  /** `code`, `type` and `param` of the provider's error, as far as it has them. */
  readonly codes: readonly string[];
  /** The provider's message, capped and without parts of the request; empty without one. */
  readonly complaint: string;
  readonly requestId: string | undefined;
  /** The context of the model in tokens, where the server says it. */
  readonly contextTokens?: number | undefined;
  /** The prompt is longer than what the model is known to read. */
  readonly isOverRoom?: boolean;
}

function remedyFor(facts: ModelEndpointFacts): string {
  const { status, silence } = facts;
  if (isQuota(facts)) return 'Check the plan and the billing of the account.';
  if (isTooLong(facts)) return LONGER_CONTEXT;
  const fix = misconfigurationOf(facts);
  if (fix !== null) return `${fix}, and restart the worker.`;
  if (status === undefined) return remedyOfSilence(silence ?? 'no-connection', MODEL_ENDPOINT);
  if (status >= 500) return 'The endpoint has a problem; see its log or status page.';
  return REMEDIES[status] ?? 'Check PLUMBLINE_MODEL and OPENAI_BASE_URL.';
}

function isTooLong(facts: ModelEndpointFacts): boolean {
  const { status, codes, complaint, isOverRoom } = facts;
  if (isOverRoom === true || status === CONTENT_TOO_LARGE) return true;
  if (status === undefined || isQuota(facts)) return false;
  if (codes.some((code) => TOO_LONG_CODES.has(code))) return true;
  if (status === RATE) return OVER_RATE.test(complaint);
  const mayBe = status === 400 || status === 422 || status >= 500;
  return mayBe && LENGTH.test(complaint) && EXCESS.test(complaint);
}

function isQuota({ status, codes }: ModelEndpointFacts): boolean {
  return status === 402 || codes.some((code) => QUOTA_CODES.has(code));
}

/** The beginning of the sentence that says which variable to set; null when the settings are not the cause. */
function misconfigurationOf({
  host,
  model,
  modelVariable,
  status,
  codes,
  complaint,
}: ModelEndpointFacts): string | null {
  if (codes.includes('model_not_found') || (status === 400 && UNKNOWN_MODEL.test(complaint)))
    return `Set ${modelVariable} to a model that ${host} offers`;
  if (status === 401) return `Set OPENAI_API_KEY to a key that ${host} accepts`;
  if (status === 403)
    return `Set OPENAI_API_KEY to a key that may use ${model}, or ${modelVariable} to a model that this key may use`;
  if (status === 404)
    return `Set ${modelVariable} to a model that ${host} offers, or OPENAI_BASE_URL to the server that has ${model}`;
  // A web page: the address belongs to another service.
  return status === 200 ? 'Set OPENAI_BASE_URL to the address of the interface, which often ends in /v1' : null;
}
