import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A search, embedding and rerank service that refuses all requests and echoes everything it receives. */
export interface EchoingServer {
  /** Without a path. */
  readonly origin: string;
  /** Host and port. */
  readonly host: string;
  /** Statuses that were answered below a path. */
  statusesBelow(path: string): ReadonlySet<number>;
  close(): Promise<void>;
}

/** In turn for each first part of a path. */
const REFUSALS: readonly ((said: string, origin: string) => Refusal)[] = [
  (said) => ({ status: 401, body: JSON.stringify({ error: { message: said } }) }),
  (said) => ({ status: 403, body: `<html><body>${said}</body></html>` }),
  (said, origin) => ({
    status: 302,
    body: said,
    location: `${origin.replace('://', `://${encodeURIComponent(said.slice(0, 60))}@`)}/?said=${encodeURIComponent(said)}`,
  }),
  (said) => ({ status: 500, body: JSON.stringify({ detail: said, message: said }) }),
  (said) => ({ status: 200, body: said }),
  (said) => ({ status: 429, body: JSON.stringify({ message: said }) }),
];

interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
}

export async function startEchoingServer(): Promise<EchoingServer> {
  const answered = new Map<string, number[]>();
  const server = createServer((request, response) => {
    const path = /^\/[^/?]*/.exec(request.url ?? '')?.[0] ?? '';
    const statuses = answered.get(path) ?? [];
    answered.set(path, statuses);
    const { status, body, location } = refusalOf(statuses.length)(echoOf(request), origin());
    statuses.push(status);
    response.writeHead(status, { 'content-type': 'text/plain', ...(location !== undefined && { location }) }).end(body);
  });
  const host = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = (): string => `http://${host()}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: origin(),
    host: host(),
    statusesBelow: (path) => new Set(answered.get(path)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refusalOf(count: number): (typeof REFUSALS)[number] {
  const refusal = REFUSALS[count % REFUSALS.length];
  if (refusal === undefined) throw new Error('no refusals');
  return refusal;
}

/** Keys as they came, as they were written in the address, and what a basic authentication says when it is read. */
function echoOf({ headers, url = '' }: IncomingMessage): string {
  const { authorization = '' } = headers;
  const [, credentials = ''] = /^Basic (.*)$/.exec(authorization) ?? [];
  const read = Buffer.from(credentials, 'base64').toString();
  const keys = [headers['x-api-key'], headers['x-subscription-token']];
  return ['refused', authorization, read, ...keys, url, decodeURIComponent(url)].join(' ');
}
