import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Stands before an S3 server, and is busy now and then. */
export interface FaultyStorage {
  readonly endpoint: string;
  refused(): number;
  close(): Promise<void>;
}

/** @param refuseEach this many requests, of which the last is answered with 503 */
export async function startFaultyStorage(endpoint: string, refuseEach: number): Promise<FaultyStorage> {
  const { hostname, port } = new URL(endpoint);
  let count = 0;
  let refused = 0;
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    count += 1;
    if (count % refuseEach === 0) {
      refused += 1;
      message.resume().on('end', () => response.writeHead(503).end());
      return;
    }
    const { method, url, headers } = message;
    // The host stays as it was signed.
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      void pipeline(answer, response).catch(() => response.destroy());
    });
    void pipeline(message, onward).catch(() => response.destroy());
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
