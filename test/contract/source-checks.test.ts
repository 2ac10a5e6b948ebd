import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebConfig } from '../../workers/config/worker-config.ts';
import { checkEmbedding, checkRerank, checkSources, examineEmbedding } from '../../workers/lifecycle/source-checks.ts';
import { fixture } from '../support/builders/provider-search.ts';
import { answer, type ProviderServer, startProviderServer } from '../support/servers/provider-server.ts';

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const web = (changes: Partial<WebConfig> = {}): WebConfig => ({
  contact: 'someone@contact.example',
  apiKeys: {},
  baseUrls: {},
  allowedHosts: [],
  pageTtlMs: 0,
  ...changes,
});

describe('checkSources', () => {
  it('says what is ready and which variables the others need', async () => {
    await expect(checkSources(web({ apiKeys: { brave: 'key' } }))).resolves.toBe(
      'ready: brave (general), wikipedia (encyclopedia), crossref, arxiv, europe-pmc (scholarly); not set up: searxng (SEARXNG_URL), tavily (TAVILY_API_KEY), exa (EXA_API_KEY), openalex (OPENALEX_API_KEY)',
    );
  });

  it('says that a contact is missing', async () => {
    await expect(checkSources(web({ contact: null }))).resolves.toMatch(
      /wikipedia \(PLUMBLINE_CONTACT\).*; PLUMBLINE_CONTACT is not set/,
    );
  });

  it('asks a SearXNG that is set up', async () => {
    server.replyWith(answer(200, fixture('searxng.json')));

    const detail = await checkSources(web({ baseUrls: { searxng: server.baseUrl } }));

    expect(detail).toMatch(/^searxng answers with 2 results; ready: searxng \(general\)/);
    expect(server.requests).toMatchObject([{ path: '/search' }]);
  });

  it('fails with what is to be done when the SearXNG refuses', async () => {
    server.replyWith(answer(403, 'Forbidden'));

    await expect(checkSources(web({ baseUrls: { searxng: server.baseUrl } }))).rejects.toThrow('formats: [html, json]');
  });
});

describe('checkEmbedding', () => {
  it('needs none', async () => {
    expect(await examineEmbedding(null)).toMatchObject({ outcome: 'off', commands: ['npx plumbline model'] });
  });

  it('asks for one vector', async () => {
    server.replyWith(
      answer(200, '{"data": [{"index": 0, "embedding": [0.6, 0.8]}]}', { 'content-type': 'application/json' }),
    );

    await expect(
      checkEmbedding({ apiKey: 'none', baseURL: `${server.baseUrl}/v1`, model: 'small-vectors' }),
    ).resolves.toBe('small-vectors answers with 2 dimensions');
  });

  it('fails when the endpoint refuses', async () => {
    server.replyWith(answer(401, '{"error": {"message": "unknown key"}}'));

    await expect(
      checkEmbedding({ apiKey: 'none', baseURL: `${server.baseUrl}/v1`, model: 'small-vectors' }),
    ).rejects.toThrow('401');
  });
});

describe('checkRerank', () => {
  const rerank = () => ({ url: `${server.baseUrl}/v1/rerank`, model: 'small-ranker', apiKey: undefined });

  it('needs none', async () => {
    await expect(checkRerank(null)).resolves.toMatch(/^none configured/);
  });

  it('asks for two judgements', async () => {
    server.replyWith(
      answer(200, '{"results": [{"index": 0, "relevance_score": 0.9}, {"index": 1, "relevance_score": 0.1}]}'),
    );

    await expect(checkRerank(rerank())).resolves.toBe('small-ranker answers');
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/v1/rerank', body: { model: 'small-ranker' } }]);
  });

  it('fails when the endpoint refuses', async () => {
    server.replyWith(answer(500, 'in trouble'));

    await expect(checkRerank(rerank())).rejects.toThrow('500');
  });
});
