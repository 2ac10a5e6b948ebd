import OpenAI from 'openai';
import { Agent, type Dispatcher, fetch as undiciFetch } from 'undici';

export interface OpenAIClientOptions {
  /** Any word for servers that ask for none. */
  readonly apiKey: string;
  readonly baseURL: string;
  /** For one request, from connecting to the last byte. */
  readonly timeoutMs: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** How far a request has got: to no connection, to a server that took it, or to the beginning of an answer. */
export type RequestReach = 'unconnected' | 'accepted' | 'answering';

/** One request that is watched while it is sent. */
export interface WatchedRequest {
  /** For the request that is to be watched. */
  readonly fetchOptions: { readonly dispatcher?: Dispatcher };
  readonly reach: () => RequestReach;
}

export interface OpenAIClient {
  readonly openai: OpenAI;
  readonly watch: () => WatchedRequest;
}

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Longer than the request's own timeout, so that the message names ours and not a socket's. */
const SOCKET_MARGIN_MS = 5_000;

/** A client that takes no key, account or address from the environment, and never asks twice: Temporal owns retries. */
export function createOpenAIClient({ apiKey, baseURL, timeoutMs, fetch }: OpenAIClientOptions): OpenAIClient {
  const socketTimeoutMs = timeoutMs + SOCKET_MARGIN_MS;
  const agent = new Agent({ headersTimeout: socketTimeoutMs, bodyTimeout: socketTimeoutMs });
  const openai = new OpenAI({
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
    fetch: fetch ?? (undiciFetch as unknown as typeof globalThis.fetch),
  });
  return { openai, watch: () => (fetch === undefined ? watchRequest(agent) : UNWATCHED) };
}

/** A transport with its own connections takes no agent of ours. */
const UNWATCHED: WatchedRequest = { fetchOptions: {}, reach: () => 'unconnected' };

function watchRequest(agent: Agent): WatchedRequest {
  let reach: RequestReach = 'unconnected';
  const watching = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
    // A request starts once it has a connection.
    onRequestStart(controller, context) {
      reach = 'accepted';
      handler.onRequestStart?.(controller, context);
    },
    onResponseStart(...answer) {
      reach = 'answering';
      handler.onResponseStart?.(...answer);
    },
    onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onResponseData: (...part) => handler.onResponseData?.(...part),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...failure) => handler.onResponseError?.(...failure),
    onBodySent: (chunk) => handler.onBodySent?.(chunk),
    onRequestSent: () => handler.onRequestSent?.(),
  });
  const dispatcher = agent.compose((dispatch) => (options, handler) => dispatch(options, watching(handler)));
  return { fetchOptions: { dispatcher }, reach: () => reach };
}
