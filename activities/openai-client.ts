import OpenAI from 'openai';
import { Agent, fetch as undiciFetch } from 'undici';

export interface OpenAIClientOptions {
  /** Any word for servers that ask for none. */
  readonly apiKey: string;
  readonly baseURL: string;
  /** For one request, from connecting to the last byte. */
  readonly timeoutMs: number;
  readonly fetch?: typeof globalThis.fetch;
}

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Longer than the request's own timeout, so that the message names ours and not a socket's. */
const SOCKET_MARGIN_MS = 5_000;

/** A client that takes no key, account or address from the environment, and never asks twice: Temporal owns retries. */
export function createOpenAIClient({ apiKey, baseURL, timeoutMs, fetch }: OpenAIClientOptions): OpenAI {
  const socketTimeoutMs = timeoutMs + SOCKET_MARGIN_MS;
  const dispatcher = new Agent({ headersTimeout: socketTimeoutMs, bodyTimeout: socketTimeoutMs });
  return new OpenAI({
    apiKey,
    adminAPIKey: null,
    baseURL,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    timeout: timeoutMs,
    maxRetries: 0,
    // Node's own fetch refuses an agent of the undici package, so they come as a pair.
    // The package types `fetch` by Node's older copy of undici.
    ...(fetch === undefined
      ? { fetch: undiciFetch as unknown as typeof globalThis.fetch, fetchOptions: { dispatcher } }
      : { fetch }),
  });
}
