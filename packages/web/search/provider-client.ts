import { readBody, TooManyBytesError } from '@plumbline/adapters/bounded-body';
import { hideSecrets } from '@plumbline/adapters/secret-removal';
import { type Dispatcher, fetch, type Response } from 'undici';
import { z } from 'zod';
import {
  type AskedProvider,
  describeRefusal,
  describeWrongAnswer,
  type ReadRefusal,
  toSilenceError,
} from './provider-failure.ts';
import { ProviderError, type ProviderTraits } from './search-provider.ts';

/** A typical page of results is a tenth of this. */
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

export interface ProviderClientOptions {
  readonly traits: ProviderTraits;
  /** Without a trailing slash; its user name and password are sent as basic authentication. */
  readonly baseUrl: string;
  /** Empty without one. */
  readonly apiKey: string;
  readonly userAgent: string;
  /** For one request, from connecting to the last byte. */
  readonly timeoutMs: number;
  readonly dispatcher: Dispatcher;
  /** Waits until the next request may leave. */
  readonly awaitTurn: (signal: AbortSignal) => Promise<void>;
  /** The search query; removed from errors. */
  readonly query: string;
  readonly signal: AbortSignal;
}

export interface ProviderRequest<Answer> {
  /** Replaces the client's base URL. */
  readonly baseUrl?: string;
  /** Path below the base URL. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without a body the request is a GET. */
  readonly body?: object;
  /** Parses the answer's text; JSON by default. */
  readonly parse?: (text: string) => unknown;
  readonly schema: z.ZodType<Answer>;
  /** Statuses with an unusual meaning at this provider. */
  readonly readRefusal?: ReadRefusal;
}

/** A client for one search of one provider. */
export interface ProviderClient extends Pick<ProviderClientOptions, 'baseUrl' | 'apiKey'> {
  /** Sends one request, once. @throws {ProviderError} and the signal's reason once it is aborted */
  ask<Answer>(request: ProviderRequest<Answer>): Promise<Answer>;
}

/** A client with a plain agent, because a provider may be in the local network. */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  return {
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    async ask(request) {
      const url = addressOf(request, options.baseUrl);
      options.signal.throwIfAborted();
      await options.awaitTurn(options.signal);
      const asked = { ...options, host: url.host };
      return readAnswer(asked, request, await askForText(asked, url, request));
    },
  };
}

async function askForText(
  asked: AskedProvider & ProviderClientOptions,
  url: URL,
  request: ProviderRequest<unknown>,
): Promise<string> {
  const timeout = AbortSignal.timeout(asked.timeoutMs);
  try {
    const response = await send(asked, url, request, AbortSignal.any([asked.signal, timeout]));
    if (response.ok) return await readText(response);
    // Only the status matters: an incomplete or far too long explanation is dropped.
    const complaint = await readText(response).catch(() => '');
    throw describeRefusal(asked, response, hideSecrets(complaint, secretsIn(url)), request.readRefusal);
  } catch (error) {
    asked.signal.throwIfAborted();
    if (error instanceof ProviderError) throw error;
    if (error instanceof TooManyBytesError) throw describeWrongAnswer(asked, 'more than 5 MB');
    throw toSilenceError(asked, error, timeout.aborted);
  }
}

function addressOf({ baseUrl, path, parameters = {} }: ProviderRequest<unknown>, usualBaseUrl: string): URL {
  const url = new URL(`${baseUrl ?? usualBaseUrl}${path}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

function send(
  { userAgent, dispatcher }: ProviderClientOptions,
  address: URL,
  { headers = {}, body }: ProviderRequest<unknown>,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'user-agent': userAgent,
      ...(address.username !== '' && { authorization: `Basic ${toBase64(credentialsOf(address))}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A redirect must not send the key to another server.
    redirect: 'manual',
    signal,
    dispatcher,
  });
}

/** fetch refuses an address that carries them. */
function credentialsOf({ username, password }: URL): string {
  return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

/** Forms of the address's credentials that a server may echo. */
function secretsIn(address: URL): readonly string[] {
  if (address.username === '') return [];
  const credentials = credentialsOf(address);
  return [toBase64(credentials), credentials, decodeURIComponent(address.password)];
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

async function readText(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length')) > MAX_ANSWER_BYTES) {
    await response.body?.cancel();
    throw new TooManyBytesError();
  }
  return new TextDecoder().decode(await readBody(response.body, MAX_ANSWER_BYTES, 'error'));
}

function readAnswer<Answer>(
  asked: AskedProvider,
  { parse = JSON.parse, schema }: ProviderRequest<Answer>,
  text: string,
): Answer {
  let content: unknown;
  try {
    content = parse(text);
  } catch {
    throw describeWrongAnswer(asked, 'an answer in an unexpected format');
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${z.core.toDotPath(issue.path)}`;
  throw describeWrongAnswer(asked, `unexpected content${place}: ${issue?.message ?? 'unknown'}`);
}
