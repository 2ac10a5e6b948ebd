import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PageAnswer = (response: ServerResponse, request: IncomingMessage) => void;

/** A site on loopback that knows exactly the paths it was given, and what was asked of it. */
export interface PageServer {
  /** `127.0.0.1:<port>`, as the list of allowed hosts wants it. */
  readonly host: string;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** Paths in the order they were asked for; an unknown one is answered 418, which no test expects. */
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  readonly connections: number;
  close(): Promise<void>;
}

/** @param pages answers by path, with its query; they may be added later */
export async function startPageServer(pages: Record<string, PageAnswer>): Promise<PageServer> {
  const requests: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    headers.push(request.headers);
    const answer = pages[path];
    if (answer !== undefined) answer(response, request);
    else response.writeHead(418).end();
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    headers,
    get connections() {
      return connections;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answer(
  status: number,
  headers: Record<string, string | number>,
  body: string | Uint8Array,
): PageAnswer {
  return (response) => response.writeHead(status, headers).end(body);
}

export function htmlPage(body: string, headers: Record<string, string> = {}): PageAnswer {
  return answer(200, { 'content-type': 'text/html; charset=utf-8', ...headers }, body);
}

export function redirectTo(location: string, status = 302): PageAnswer {
  return answer(status, { location }, '');
}

/** A site without rules for programs. */
export const NO_ROBOTS: PageAnswer = answer(404, {}, '');
