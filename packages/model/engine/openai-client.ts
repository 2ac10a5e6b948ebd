import { createRemoteAgent } from '@plumbline/adapters/remote-agent';
import type OpenAI from 'openai';
import { type Dispatcher, fetch as undiciFetch } from 'undici';

export interface OpenAIClientOptions {
  /** Any word for servers that need none. */
  readonly apiKey: string;
  readonly baseURL: string;
  /** For one request, from connecting to the last byte. */
  readonly timeoutMs: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** How far a request got: no connection, accepted by the server, or first bytes of the answer. */
export type RequestReach = 'unconnected' | 'accepted' | 'answering';

/** A request whose progress is observed. */
export interface WatchedRequest {
  /** Options for the observed request. */
  readonly fetchOptions: { readonly dispatcher?: Dispatcher };
  readonly reach: () => RequestReach;
}

export interface OpenAIClient {
  /** Loads the package at the first call: a worker without a model never needs it. */
  readonly open: () => Promise<OpenAI>;
  readonly watch: () => WatchedRequest;
}

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Longer than the request's own timeout, so that the message names ours and not a socket's. */
const SOCKET_MARGIN_MS = 5_000;

/** A client that ignores the environment but for its proxies, follows no redirect, which could lead prompts elsewhere, and never retries. */
export function createOpenAIClient({ apiKey, baseURL, timeoutMs, fetch }: OpenAIClientOptions): OpenAIClient {
  const socketTimeoutMs = timeoutMs + SOCKET_MARGIN_MS;
  const agent = createRemoteAgent({ headersTimeout: socketTimeoutMs, bodyTimeout: socketTimeoutMs });
  const create = async (): Promise<OpenAI> => {
    const { default: Client } = await import('openai');
    return new Client({
      apiKey,
      adminAPIKey: null,
      baseURL,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      timeout: timeoutMs,
      maxRetries: 0,
      fetchOptions: { redirect: 'manual' },
      // Node's own fetch refuses an agent of the undici package, whose types differ from Node's older copy.
      fetch: fetch ?? (undiciFetch as unknown as typeof globalThis.fetch),
    });
  };
  let opened: Promise<OpenAI> | undefined;
  const open = (): Promise<OpenAI> => {
    opened ??= create();
    return opened;
  };
  return { open, watch: () => (fetch === undefined ? watchRequest(agent) : UNWATCHED) };
}

/** An injected transport has its own connections. */
const UNWATCHED: WatchedRequest = { fetchOptions: {}, reach: () => 'unconnected' };

function watchRequest(agent: Dispatcher): WatchedRequest {
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
