import { createOpenAIEmbedder, type OpenAIEmbedderOptions } from '@plumbline/ranking/openai-embedder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HELD_MS, holdLimits } from '../../../../test/support/held-limits.ts';
import {
  answer,
  disconnect,
  type ProviderServer,
  silence,
  startProviderServer,
} from '../../../../test/support/servers/provider-server.ts';

const KEY = 'sk-embedding-test-key';
const JSON_HEADERS = { 'content-type': 'application/json' };

describe('openai embedder', () => {
  let server: ProviderServer;

  beforeEach(async () => {
    server = await startProviderServer();
  });
  afterEach(() => server.close());

  const embedder = (timeoutMs = 600_000) =>
    createOpenAIEmbedder({ apiKey: KEY, baseURL: `${server.baseUrl}/v1`, model: 'small', timeoutMs });
  const embed = (texts: readonly string[], { timeoutMs = 600_000, signal = new AbortController().signal } = {}) =>
    embedder(timeoutMs).embed(texts, 'passage', signal);
  const replyWith = (embeddings: readonly unknown[]): void =>
    server.replyWith(
      answer(200, JSON.stringify({ data: embeddings.map((embedding, index) => ({ index, embedding })) }), JSON_HEADERS),
    );
  const inBase64 = (values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer).toString('base64');
  const requests = () =>
    server.requests.map(({ body }) => body as { input: string[]; model: string; dimensions?: number });

  it('reads vectors as numbers and as base64', async () => {
    replyWith([[1, 0.5], inBase64([0.25, -1])]);

    expect(await embed(['a', 'b'])).toEqual([Float32Array.of(1, 0.5), Float32Array.of(0.25, -1)]);
    expect(requests()).toMatchObject([{ model: 'small', input: ['a', 'b'] }]);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('follows the index of each vector', async () => {
    const data = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ];
    server.replyWith(answer(200, JSON.stringify({ data }), JSON_HEADERS));

    expect(await embed(['a', 'b'])).toEqual([Float32Array.of(1), Float32Array.of(2)]);
  });

  it('sends 64 texts at a time, each cut at 8,000 characters', async () => {
    replyWith(Array.from({ length: 64 }, () => [1]));
    replyWith([[2]]);

    const vectors = await embed(Array.from({ length: 65 }, () => 'x'.repeat(9_000)));

    expect(vectors).toHaveLength(65);
    expect(requests().map(({ input }) => input.length)).toEqual([64, 1]);
    expect(new Set(requests().flatMap(({ input }) => input.map((text) => text.length)))).toEqual(new Set([8_000]));
  });

  const embedAs = (options: Partial<OpenAIEmbedderOptions>, role: 'query' | 'passage' = 'query') =>
    createOpenAIEmbedder({
      apiKey: KEY,
      baseURL: `${server.baseUrl}/v1`,
      model: 'small',
      timeoutMs: 600_000,
      ...options,
    }).embed(['Which lamp?'], role, new AbortController().signal);

  it('puts the words before a text that its model needs, different ones before queries and passages', async () => {
    replyWith([[1]]);
    replyWith([[1]]);

    await embedAs({ model: 'multilingual-e5-small' }, 'query');
    await embedAs({ model: 'multilingual-e5-small' }, 'passage');

    expect(requests().flatMap(({ input }) => input)).toEqual(['query: Which lamp?', 'passage: Which lamp?']);
  });

  it('puts the words before a text that are set, also none', async () => {
    replyWith([[1]]);
    replyWith([[1]]);
    const prefixes = { query: 'ask: ', passage: '' };

    await embedAs({ model: 'e5', prefixes }, 'query');
    await embedAs({ model: 'e5', prefixes }, 'passage');

    expect(requests().flatMap(({ input }) => input)).toEqual(['ask: Which lamp?', 'Which lamp?']);
  });

  it('asks for shorter vectors', async () => {
    replyWith([[1, 0]]);

    expect(await embedAs({ dimensions: 2 })).toEqual([Float32Array.of(1, 0)]);
    expect(requests()).toMatchObject([{ dimensions: 2 }]);
  });

  it('cuts the vectors of a server that sends whole ones, if the model allows it', async () => {
    replyWith([[3, 4, 12]]);

    const [vector] = await embedAs({ model: 'nomic-embed-text:latest', dimensions: 2 });

    expect([...(vector ?? [])]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
  });

  it.each([
    { name: 'longer ones of a model that may not allow it', embedding: [3, 4, 12], says: 'not known to keep' },
    { name: 'shorter ones', embedding: [3], says: 'vectors of 1 numbers, not of 2' },
  ])('refuses $name', async ({ embedding, says }) => {
    replyWith([embedding]);

    const refused = embedAs({ model: 'all-minilm', dimensions: 2 });

    await expect(refused).rejects.toThrow(says);
    await expect(refused).rejects.toThrow('embedding.dimensions');
  });

  it.each([
    { status: 413, message: '', retry: 'shorter' },
    { status: 400, message: "This model's maximum context length is 512 tokens", retry: 'shorter' },
    { status: 500, message: 'input is too large to process. increase the physical batch size', retry: 'shorter' },
    { status: 500, message: 'out of memory', retry: 'fewer' },
    { status: 400, message: 'unknown field', retry: 'none' },
    { status: 401, message: 'bad key', retry: 'none' },
  ])('says after $status "$message" whether a smaller request may succeed', async ({ status, message, retry }) => {
    server.replyWith(answer(status, JSON.stringify({ error: { message } }), JSON_HEADERS));

    await expect(embed(['a'])).rejects.toMatchObject({ name: 'EmbeddingError', retry });
  });

  it('has an id for each endpoint, model, prefix and length', () => {
    const ids = [
      embedder(),
      createOpenAIEmbedder({ apiKey: KEY, baseURL: undefined, model: 'small', timeoutMs: 1, dimensions: 64 }),
      createOpenAIEmbedder({
        apiKey: KEY,
        baseURL: undefined,
        model: 'small',
        timeoutMs: 1,
        prefixes: { query: 'ask: ', passage: undefined },
      }),
      createOpenAIEmbedder({ apiKey: KEY, baseURL: undefined, model: 'small', timeoutMs: 1 }),
      createOpenAIEmbedder({ apiKey: KEY, baseURL: undefined, model: 'large', timeoutMs: 1 }),
    ].map(({ id }) => id);

    expect(new Set(ids).size).toBe(5);
    expect(ids.join()).not.toContain(KEY);
  });

  it.each([
    { name: 'vectors of different lengths', embeddings: [[1, 2], [1]], says: 'different lengths' },
    { name: 'empty vectors', embeddings: [[], []], says: 'different lengths' },
    { name: 'too few vectors', embeddings: [[1]], says: '1 vectors for 2 texts' },
    { name: 'values that are not numbers', embeddings: [[1], inBase64([Number.NaN])], says: 'not numbers' },
    { name: 'infinite values', embeddings: [[1], inBase64([Number.POSITIVE_INFINITY])], says: 'not numbers' },
    { name: 'half a number', embeddings: [[1], 'AAA='], says: 'without embeddings' },
    { name: 'something else', embeddings: [{}, null], says: 'without embeddings' },
  ])('refuses $name', async ({ embeddings, says }) => {
    replyWith(embeddings);

    await expect(embed(['a', 'b'])).rejects.toMatchObject({
      name: 'EmbeddingError',
      message: expect.stringContaining(says),
    });
  });

  it.each([
    {
      name: 'a refused key',
      reply: answer(401, '{"error": {"message": "bad key"}}', JSON_HEADERS),
      says: 'Check the key',
    },
    { name: 'trouble', reply: answer(503, '{}', JSON_HEADERS), says: 'answered 503' },
    { name: 'an unknown model', reply: answer(404, '{}', JSON_HEADERS), says: 'PLUMBLINE_EMBEDDING_MODEL' },
    { name: 'a web page', reply: answer(200, '<html>', { 'content-type': 'text/html' }), says: 'without embeddings' },
    { name: 'half a JSON text', reply: answer(200, '{"data": [', JSON_HEADERS), says: 'not JSON' },
    { name: 'a broken connection', reply: disconnect, says: 'closed the connection' },
  ])('names $name, and asks once', async ({ reply, says }) => {
    server.replyWith(reply);

    await expect(embed(['a'])).rejects.toMatchObject({
      name: 'EmbeddingError',
      message: expect.stringContaining(says),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('shows neither the key nor the texts that the endpoint echoes', async () => {
    const text = 'The keeper hides the spare key below the third step.';
    server.replyWith(answer(400, JSON.stringify({ error: { message: `${KEY} sent "${text}"` } }), JSON_HEADERS));

    const error = await embed([text]).catch((reason: unknown) => reason);

    const shown = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause);
    expect(shown).toContain('answered 400');
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain('third step');
  });

  it('gives up on an endpoint that does not answer in time', async () => {
    server.replyWith(silence);

    const limits = holdLimits();
    const embedded = embed(['a'], { timeoutMs: HELD_MS });
    embedded.catch(() => undefined);
    await expect.poll(() => server.requests).toHaveLength(1);
    limits.runOut();

    await expect(embedded).rejects.toThrow('accepted the request and did not answer within 600 s');
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('stopped by the user');

    await expect(embed(['a'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });
});
