import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { WebQuery } from '@plumbline/web/search';
import { createSearchProviders } from '@plumbline/web/search-providers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { fixture, providerErrorOf, searchAt } from '../support/builders/provider-search.ts';
import { answer, type ProviderServer, startProviderServer } from '../support/servers/provider-server.ts';

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const search = (name: WebProvider, query: Partial<WebQuery> = {}) => searchAt(server.baseUrl, name, query);

describe('a provider with special behaviour', () => {
  it('asks for the JSON format of a SearXNG that has it switched off', async () => {
    server.replyWith(answer(403, 'Forbidden'));

    expect((await providerErrorOf(search('searxng'))).message).toContain('formats: [html, json]');
  });

  it('sends the user name and password of a SearXNG address as basic authentication', async () => {
    server.replyWith(answer(200, fixture('searxng.json')));
    const baseUrl = server.baseUrl.replace('//', '//reader:p%40ss@');
    const providers = createSearchProviders({ contact: null, apiKeys: {}, baseUrls: { searxng: baseUrl } });

    const query = { query: 'x', language: 'und', topK: 1, domainAllow: [], domainBlock: [], since: null };
    await providers.open('searxng').search({ ...query, signal: new AbortController().signal });

    const credentials = Buffer.from('reader:p@ss').toString('base64');
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: `Basic ${credentials}` },
      parameters: { language: 'all' },
    });
  });

  it('gives up when the monthly limit of Brave is used up, and waits when only the limit per second is', async () => {
    server.replyWith(answer(429, '{}', { 'x-ratelimit-remaining': '0, 0' }));
    server.replyWith(answer(429, '{}', { 'x-ratelimit-remaining': '0, 1200' }));

    expect(toFailure(await providerErrorOf(search('brave')))).toMatchObject({ type: 'ProviderRejected' });
    expect(toFailure(await providerErrorOf(search('brave')))).toMatchObject({ type: 'ProviderUnavailable' });
  });

  it.each([432, 433])('gives up Tavily when the credits are used up (%i)', async (status) => {
    server.replyWith(answer(status, '{"detail": {"error": "over the limit"}}'));

    expect((await providerErrorOf(search('tavily'))).message).toContain(`answered ${status}: over the limit`);
  });

  it('retries when OpenAlex asks to slow down', async () => {
    server.replyWith(answer(403, '{"error": "Forbidden", "message": "slow down"}'));

    expect(toFailure(await providerErrorOf(search('openalex')))).toMatchObject({ type: 'ProviderUnavailable' });
  });

  it('treats an error entry of arXiv as an error', async () => {
    server.replyWith(answer(200, fixture('arxiv-error.xml')));

    expect((await providerErrorOf(search('arxiv'))).message).toContain('did not understand the query');
  });

  it.each(['arxiv', 'europe-pmc'] as const)('sends %s nothing without a content word', async (name) => {
    await expect(search(name, { query: 'What is the?!' })).resolves.toEqual([]);
    expect(server.requests).toHaveLength(0);
  });
});
