import { APIError } from 'openai/core/error';
import { z } from 'zod';
import { NO_ADVICE, parseRetryAdvice } from '../http/retry-advice.ts';
import { removeSecrets } from '../http/secret-removal.ts';
import { ModelEndpointError, type ModelEndpointFacts } from './model-endpoint-error.ts';
import type { RequestReach } from './openai-client.ts';
import { type DescribedSilence, describeSilence } from './request-silence.ts';

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
    requestId: answer?.headers.get('x-request-id') ?? undefined,
    advice: answer === undefined ? NO_ADVICE : parseRetryAdvice(answer, new Date()),
  });
}

interface RefusingAnswer extends Pick<ModelEndpointFacts, 'codes' | 'complaint'> {
  readonly status: number;
  readonly headers: Headers;
}

const code = z.union([z.string(), z.number()]).nullish().catch(null);
const providerErrorSchema = z.union([
  z.string().transform((message) => ({ message, code: null, type: null, param: null })),
  z.object({ message: z.string().catch(''), code, type: code, param: code }),
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
