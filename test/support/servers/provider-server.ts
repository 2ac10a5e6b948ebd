import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export interface ProviderServerRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
}

export interface ProviderServer {
  readonly baseUrl: string;
  readonly requests: readonly ProviderServerRequest[];
  /** Queues an answer for one request. */
  replyWith(answer: ProviderAnswer): void;
  close(): Promise<void>;
}

export type ProviderAnswer = (response: ServerResponse) => void;

/** An answer with this status, body and headers. */
export function answer(status: number, body: string, headers: Record<string, string> = {}): ProviderAnswer {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Accepts the request and never answers. */
export const silence: ProviderAnswer = () => {};

/** Breaks the connection off before an answer. */
export const disconnect: ProviderAnswer = (response) => void response.destroy();

/** A search service on a free loopback port that gives scripted answers only. */
export async function startProviderServer(): Promise<ProviderServer> {
  const requests: ProviderServerRequest[] = [];
  const queue: ProviderAnswer[] = [];
  const server = createServer((message, response) => {
    void readRequest(message).then((request) => {
      requests.push(request);
      const reply = queue.shift() ?? answer(501, `unscripted: ${request.method} ${request.path}`);
      reply(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    replyWith: (next) => void queue.push(next),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<ProviderServerRequest> {
  const url = new URL(message.url ?? '/', 'http://loopback');
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  return {
    method: message.method ?? '',
    path: url.pathname,
    parameters: Object.fromEntries(url.searchParams),
    headers: message.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
