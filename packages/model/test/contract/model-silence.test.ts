import type { Socket } from 'node:net';
import { createOpenAIEmbedder } from '@plumbline/ranking/openai-embedder';
import { EmbeddingError } from '@plumbline/search/embedder';
import { afterEach, describe, expect, it } from 'vitest';
import { holdLimits } from '../../../../test/support/held-limits.ts';
import { readByClient } from '../../../../test/support/read-by-client.ts';
import { startRawServer } from '../../../../test/support/servers/raw-server.ts';
import { createChatEndpoint } from '../../engine/chat-endpoint.ts';

/** Held, so that it runs out when it shall. */
const LIMIT_MS = 1_000;
const UP = 'is running';

let server: Awaited<ReturnType<typeof startRawServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function listen(talk: (socket: Socket) => void): Promise<string> {
  server = await startRawServer((socket) => void socket.once('data', () => talk(socket)));
  return server.origin;
}

async function saidBy(origin: string, timeoutMs = 600_000): Promise<string> {
  const endpoint = createChatEndpoint({ apiKey: 'none', baseURL: `${origin}/v1`, timeoutMs });
  const asked = endpoint.complete({
    model: 'm1',
    modelVariable: 'PLUMBLINE_MODEL',
    messages: [{ role: 'user', content: 'Which lamp?' }],
    responseFormat: undefined,
    form: { delivery: 'stream', lengthLimit: 'none', temperature: 'left-out' },
    maxTokens: 100,
    temperature: undefined,
    patience: 1,
    signal: new AbortController().signal,
  });
  return asked.then(
    () => expect.fail('it answered'),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

const answering = (type: string, body: string) => (socket: Socket) =>
  void socket.end(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);

describe('a model endpoint that gives no answer', () => {
  it('is known to be up when it accepted the request but ran out of time', async () => {
    const limits = holdLimits(LIMIT_MS);
    const said = await saidBy(await listen(limits.runOut), LIMIT_MS);

    expect(said).toContain('accepted the request and did not answer within 1 s. Use a smaller or faster model');
    expect(said).toContain('model.timeout-seconds');
    expect(said).not.toContain(UP);
  });

  it('is said to have begun when bytes of an answer arrived', async () => {
    const beginning = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"choices"';
    const limits = holdLimits(LIMIT_MS);
    void readByClient('headers').then(limits.runOut);
    const said = await saidBy(await listen((socket) => void socket.write(beginning)), LIMIT_MS);

    expect(said).toContain('began to answer and then sent nothing for 1 s. Use a smaller or faster model');
    expect(said).not.toContain(UP);
  });

  it('may be down when nothing listens', async () => {
    const origin = await listen(() => undefined);
    await server?.close();

    expect(await saidBy(origin)).toContain(
      'refused the connection (ECONNREFUSED). Check OPENAI_BASE_URL and whether its server is running.',
    );
  });

  it('is at a host that does not exist', async () => {
    expect(await saidBy('http://model.invalid')).toMatch(
      /is at an unknown host \((?:ENOTFOUND|EAI_AGAIN)\)\. Check the host in OPENAI_BASE_URL and the network\.$/,
    );
  });

  it('does not speak TLS at an https address', async () => {
    const origin = await listen(answering('text/plain', 'what?'));

    expect(await saidBy(origin.replace('http:', 'https:'))).toMatch(
      /has no trusted secure connection \(\w+\)\. Check whether OPENAI_BASE_URL needs http/,
    );
  });

  it('is up when it resets the connection', async () => {
    const said = await saidBy(await listen((socket) => void socket.resetAndDestroy()));

    expect(said).toMatch(/accepted the request and closed the connection \(\w+\)\. The server closed the connection/);
    expect(said).not.toContain(UP);
  });

  it('is not a model endpoint when it answers with a web page', async () => {
    expect(await saidBy(await listen(answering('text/html', '<html>Welcome</html>')))).toContain(
      'Set OPENAI_BASE_URL to the address of the interface',
    );
  });
});

describe('an embeddings endpoint that gives no answer', () => {
  const embed = (origin: string, timeoutMs: number) =>
    createOpenAIEmbedder({ apiKey: 'none', baseURL: `${origin}/v1`, model: 'e1', timeoutMs }).embed(
      ['Which lamp?'],
      'query',
      new AbortController().signal,
    );

  it('is distinguished from one that is down', async () => {
    const limits = holdLimits(LIMIT_MS);
    const slow = embed(await listen(limits.runOut), LIMIT_MS);

    await expect(slow).rejects.toThrow(EmbeddingError);
    await expect(slow).rejects.toThrow(/accepted the request and did not answer within 1 s\. Use a smaller or faster/);
  });

  it('may be down when nothing listens', async () => {
    const origin = await listen(() => undefined);
    await server?.close();

    await expect(embed(origin, 20_000)).rejects.toThrow(/refused the connection .* is running\.$/);
  });
});
