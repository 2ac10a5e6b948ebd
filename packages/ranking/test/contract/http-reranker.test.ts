import { createHttpReranker } from '@plumbline/ranking/http-reranker';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HELD_MS, holdLimits } from '../../../../test/support/held-limits.ts';
import {
  answer,
  disconnect,
  type ProviderServer,
  silence,
  startProviderServer,
} from '../../../../test/support/servers/provider-server.ts';

const KEY = 'rerank-test-key';

describe('http reranker', () => {
  let server: ProviderServer;

  beforeEach(async () => {
    server = await startProviderServer();
  });
  afterEach(() => server.close());

  const rerank = (
    documents: readonly string[],
    { hasKey = true, timeoutMs = 600_000, signal = new AbortController().signal } = {},
  ) => {
    const reranker = createHttpReranker({
      url: `${server.baseUrl}/v1/rerank`,
      model: 'judge',
      apiKey: hasKey ? KEY : undefined,
      timeoutMs,
    });
    return reranker.rerank({ query: 'Which oil fills the lamps?', documents, signal });
  };
  const replyWith = (body: unknown): void => server.replyWith(answer(200, JSON.stringify(body)));

  it('asks once for all documents and puts the scores into their order', async () => {
    replyWith({
      results: [
        { index: 1, relevance_score: 0.9, document: { text: 'whale oil' } },
        { index: 0, relevance_score: 0.1 },
      ],
    });

    expect(await rerank(['rope', 'whale oil'])).toEqual([0.1, 0.9]);
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/rerank',
        headers: { authorization: `Bearer ${KEY}` },
        body: { model: 'judge', query: 'Which oil fills the lamps?', documents: ['rope', 'whale oil'], top_n: 2 },
      },
    ]);
  });

  it('reads a bare list, too', async () => {
    replyWith([{ index: 0, score: 0.4 }]);

    expect(await rerank(['rope'])).toEqual([0.4]);
  });

  it('turns logits into scores from 0 to 1 and keeps their order', async () => {
    replyWith({ results: [-3, 0, 5].map((score, index) => ({ index, relevance_score: score })) });

    const scores = await rerank(['a', 'b', 'c']);

    expect(scores.map((score) => score?.toFixed(3))).toEqual(['0.047', '0.500', '0.993']);
  });

  it('gives null for an omitted document, and ignores invalid indexes', async () => {
    replyWith({
      results: [
        { index: 1, relevance_score: 0.5 },
        { index: 7, relevance_score: 0.8 },
      ],
    });

    expect(await rerank(['a', 'b'])).toEqual([null, 0.5]);
  });

  it('sends no key without one, and nothing for no documents', async () => {
    replyWith([{ index: 0, score: 0.4 }]);

    await rerank(['a'], { hasKey: false });
    expect(await rerank([])).toEqual([]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    { name: 'a refusal', reply: answer(401, 'bad key'), says: 'answered 401: bad key' },
    { name: 'a redirect', reply: answer(302, '', { location: 'http://127.0.0.1:1/' }), says: 'answered 302' },
    { name: 'a web page', reply: answer(200, '<html>'), says: 'something other than rerank results' },
    { name: 'another format', reply: answer(200, '{"scores": [1]}'), says: 'something other than rerank results' },
    {
      name: 'a score that is no number',
      reply: answer(200, '[{"index": 0, "score": "high"}]'),
      says: 'something other',
    },
    { name: 'a broken connection', reply: disconnect, says: 'closed the connection' },
    { name: 'a huge answer', reply: answer(200, ' '.repeat(6_000_000)), says: 'more than 5 MB' },
  ])('names $name', async ({ reply, says }) => {
    server.replyWith(reply);

    await expect(rerank(['a'])).rejects.toMatchObject({ name: 'RerankError', message: expect.stringContaining(says) });
  });

  it('shows neither the key nor the texts that the endpoint echoes', async () => {
    const text = 'The keeper hides the spare key below the third step.';
    server.replyWith(answer(422, `${KEY} sent "${text}"`));

    const error = await rerank([text]).catch((reason: unknown) => reason);

    const shown = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause);
    expect(shown).toContain('answered 422');
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain('third step');
  });

  it('gives up on an endpoint that does not answer in time', async () => {
    server.replyWith(silence);

    const limits = holdLimits();
    const ranked = rerank(['a'], { timeoutMs: HELD_MS });
    ranked.catch(() => undefined);
    await expect.poll(() => server.requests).toHaveLength(1);
    limits.runOut();

    await expect(ranked).rejects.toThrow('did not answer within 600 s');
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('stopped by the user');

    await expect(rerank(['a'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });
});
