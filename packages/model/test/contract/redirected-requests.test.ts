import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createOpenAIClient } from '../../engine/openai-client.ts';

const opened: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer);
  opened.push(server);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an endpoint that leads elsewhere', () => {
  it.each([301, 302, 303, 307, 308])('is not followed, and gets no prompt to another server: %i', async (status) => {
    const reached: string[] = [];
    const other = await serve((request, response) => {
      reached.push(String(request.url));
      response.end('{}');
    });
    const baseURL = await serve((_, response) => response.writeHead(status, { location: `${other}/v1` }).end());
    const { open, watch } = createOpenAIClient({ apiKey: 'none', baseURL, timeoutMs: 10_000 });
    const openai = await open();

    const asked = openai.chat.completions.create(
      { model: 'm', messages: [{ role: 'user', content: 'Which lamp?' }] },
      { fetchOptions: watch().fetchOptions },
    );

    await expect(asked).rejects.toMatchObject({ status });
    expect(reached).toEqual([]);
  });
});
