import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import ipaddr from 'ipaddr.js';
import { EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { Api } from '../../service/api-context.ts';

/** Time for responses under way when the server stops. */
const GRACE_MS = 2_000;
const LOOK_MS = 20;

export interface ListeningServer {
  /** With protocol and port. */
  readonly address: string;
  close(): Promise<void>;
}

/** @throws {EnvironmentError} when the port is not free */
export async function listen(
  api: Pick<Api, 'fetch'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ListeningServer> {
  const answer = getRequestListener(api.fetch);
  const server = createServer((request, response) => void answer(request, response));
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new EnvironmentError(
      `cannot listen on ${host}, port ${port} (${error instanceof Error ? error.message : String(error)})`,
      'Choose another port with --port, or another address with --host.',
      { cause: error },
    );
  }
  return {
    address: addressOf(server.address(), host),
    async close() {
      const closed = once(server, 'close');
      server.close();
      // A connection whose response has just ended would be kept for the next request.
      const idling = setInterval(() => server.closeIdleConnections(), LOOK_MS);
      await Promise.race([closed, delay(GRACE_MS, undefined, { ref: false })]);
      clearInterval(idling);
      server.closeAllConnections();
      await closed;
    },
  };
}

function addressOf(bound: string | AddressInfo | null, host: string): string {
  const port = bound === null || typeof bound === 'string' ? 0 : bound.port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Only programs of this machine reach it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** @throws {UsageError} for an address that others reach, without a token */
export function checkBinding(host: string, needsToken: boolean): void {
  if (needsToken || isLoopback(host)) return;
  throw new UsageError(
    `other machines can reach ${host}, so requests must carry a token`,
    'Set PLUMBLINE_HTTP_TOKEN, or name a file with --token-file. Use 127.0.0.1 to serve this machine alone.',
  );
}
