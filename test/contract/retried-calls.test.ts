import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Connection } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { retriedCalls } from '../../client/connection/retried-calls.ts';

const UNAVAILABLE = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '14' };

describe('a call to Temporal', () => {
  it('that is waiting for its next attempt ends with its connection', async () => {
    const refused = Promise.withResolvers<void>();
    const server = createServer().on('stream', (stream) => {
      stream.respond(UNAVAILABLE, { endStream: true });
      stream.once('close', refused.resolve);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const connection = Connection.lazy({ address: `127.0.0.1:${port}`, interceptors: retriedCalls() });

    const call = connection.workflowService.describeNamespace({ namespace: 'default' });
    const closing = refused.promise.then(() => connection.close());

    await expect(call).rejects.toThrow('the connection is closed');
    await closing;
    server.close();
  });
});
