import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { EnvironmentError } from '../../errors/failures.ts';
import type { Api } from '../context/api-context.ts';

/** Time for responses under way when the server stops. */
const GRACE_MS = 2_000;

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
  const server = createAdaptorServer({ fetch: api.fetch, overrideGlobalObjects: false });
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
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      await Promise.race([closed, delay(GRACE_MS, undefined, { ref: false })]);
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

function addressOf(bound: string | AddressInfo | null, host: string): string {
  const port = bound === null || typeof bound === 'string' ? 0 : bound.port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
