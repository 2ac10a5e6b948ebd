import { WEB_PROVIDERS, type WebProvider } from '@plumbline/contracts/common/web-search';
import { providerDefinitions } from '@plumbline/web/provider-definitions';
import type { WebQuery } from '@plumbline/web/search';
import { createSearchProviders, type SearchProvidersConfig } from '@plumbline/web/search-providers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { loadProviderCases } from '../support/builders/provider-case.ts';
import { fixture, KEY, providerErrorOf, QUERY, searchAt } from '../support/builders/provider-search.ts';
import { HELD_MS, holdLimits } from '../support/held-limits.ts';
import {
  answer,
  disconnect,
  type ProviderServer,
  silence,
  startProviderServer,
} from '../support/servers/provider-server.ts';

const PROVIDER_CASES = await loadProviderCases();
const MEGABYTE = 1024 * 1024;

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const search = (name: WebProvider, query: Partial<WebQuery> = {}, timeoutMs?: number) =>
  searchAt(server.baseUrl, name, query, timeoutMs);

describe.each(PROVIDER_CASES)('$name', ({ name, file, results, request, filtered, empty, wrong, variable }) => {
  const answers = () => server.replyWith(answer(200, fixture(file)));

  it('maps its answer to results, as plain text', async () => {
    answers();

    const found = await search(name);

    expect(found).toEqual(results(server.baseUrl));
  });

  it('sends the query and a user agent', async () => {
    answers();

    await search(name);

    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject(request);
    expect(server.requests[0]?.headers['user-agent']).toMatch(/^Plumbline\/\d.* \(mailto:someone@contact\.example\)$/);
  });

  it('passes on the filters that it knows', async () => {
    answers();

    await search(name, {
      language: 'de',
      topK: 500,
      since: '2026-09-15',
      domainAllow: ['noise-office.example'],
      domainBlock: ['garden-forum.example'],
    });

    expect(server.requests[0]).toMatchObject(filtered);
  });

  it('gives no more results than wanted', async () => {
    answers();

    await expect(search(name, { topK: 1 })).resolves.toHaveLength(1);
  });

  it('finds nothing without an error', async () => {
    server.replyWith(answer(200, empty));

    await expect(search(name)).resolves.toEqual([]);
  });

  it.each([
    { what: 'another schema', body: wrong },
    { what: 'a web page', body: '<!doctype html><title>Welcome</title>' },
    { what: 'nothing', body: '' },
  ])('rejects an answer with $what permanently', async ({ body }) => {
    server.replyWith(answer(200, body));

    const error = await providerErrorOf(search(name));

    expect(error.message).toMatch(/unexpected (?:content|format)/);
    expect(toFailure(error)).toMatchObject({ type: 'ProviderRejected', nonRetryable: true });
  });

  it('gives up when refused access, and names the variable but not the key', async () => {
    server.replyWith(answer(401, JSON.stringify({ error: { message: `unknown key ${KEY}` } })));

    const error = await providerErrorOf(search(name));

    expect(error.facts.status).toBe(401);
    expect(error.message).toContain(variable);
    expect(error.message).not.toContain(KEY);
    expect(toFailure(error)).toMatchObject({ type: 'ProviderRejected', nonRetryable: true });
  });

  it('waits as long as the provider says at a rate limit', async () => {
    server.replyWith(answer(429, '{}', { 'retry-after': '7' }));

    const error = await providerErrorOf(search(name));

    expect(error.facts).toMatchObject({ status: 429, advice: { retryAfterMs: 7_000 } });
    // Only OpenAlex means the whole day by it.
    expect(toFailure(error)).toMatchObject(
      name === 'openalex'
        ? { type: 'ProviderRejected', nonRetryable: true }
        : { type: 'ProviderUnavailable', nonRetryable: false, nextRetryDelay: 7_000 },
    );
  });

  it.each([500, 502, 503])('tries again after a %i', async (status) => {
    server.replyWith(answer(status, 'in trouble'));

    const error = await providerErrorOf(search(name));

    expect(toFailure(error)).toMatchObject({ type: 'ProviderUnavailable', nonRetryable: false });
  });

  it('tries again when no answer comes in time', async () => {
    server.replyWith(silence);

    const limits = holdLimits();
    const failed = providerErrorOf(search(name, {}, HELD_MS));
    await expect.poll(() => server.requests).toHaveLength(1);
    limits.runOut();
    const error = await failed;

    expect(error.message).toContain('did not answer within 600 s');
    expect(toFailure(error)).toMatchObject({ type: 'ProviderUnavailable', nonRetryable: false });
  });

  it('tries again when the connection breaks', async () => {
    server.replyWith(disconnect);

    const error = await providerErrorOf(search(name));

    expect(error.message).toContain('closed the connection');
    expect(toFailure(error)).toMatchObject({ type: 'ProviderUnavailable' });
  });

  it.each([
    { what: 'announced', headers: { 'content-length': String(10 * MEGABYTE) } },
    { what: 'in pieces', headers: {} },
  ])('refuses an answer of 10 MB, $what', async ({ headers }) => {
    server.replyWith((response) => {
      response.writeHead(200, headers);
      for (let sent = 0; sent < 10; sent++) response.write(Buffer.alloc(MEGABYTE, ' '));
      response.end();
    });

    const error = await providerErrorOf(search(name));

    expect(error.message).toContain('more than 5 MB');
    expect(toFailure(error)).toMatchObject({ type: 'ProviderRejected', nonRetryable: true });
  });

  it('sends its key to no other server', async () => {
    server.replyWith(answer(302, '', { location: `${server.baseUrl}/elsewhere` }));

    const error = await providerErrorOf(search(name));

    expect(server.requests).toHaveLength(1);
    expect(error.message).toMatch(/Set (?:[A-Z_]+_URL|web\.[a-z-]+-url) to the address that it redirects to/);
  });

  it('ends with the reason of a cancellation', async () => {
    const controller = new AbortController();
    server.replyWith(() => controller.abort(new Error('stopped by a person')));

    await expect(search(name, { signal: controller.signal })).rejects.toThrow('stopped by a person');
  });
});

describe('createSearchProviders', () => {
  const nothing: SearchProvidersConfig = { contact: null, apiKeys: {}, baseUrls: {} };

  it('has a case for every provider', () => {
    expect(PROVIDER_CASES.map(({ name }) => name).sort()).toEqual([...WEB_PROVIDERS].sort());
  });

  it.each(providerDefinitions().filter(({ requiredVariables }) => requiredVariables.length > 0))(
    'names the variables that $name lacks',
    async ({ name, requiredVariables }) => {
      const error = await providerErrorOf((async () => createSearchProviders(nothing).open(name))());

      expect(error.message).toContain(`Set ${requiredVariables.join(' and ')}`);
      expect(toFailure(error)).toMatchObject({ type: 'ProviderRejected', nonRetryable: true });
    },
  );

  it.each(['crossref', 'arxiv', 'europe-pmc'] as const)('asks %s without any setting', (name) => {
    expect(createSearchProviders(nothing).open(name).name).toBe(name);
  });

  it('creates a provider once', () => {
    const providers = createSearchProviders(nothing);

    expect(providers.open('arxiv')).toBe(providers.open('arxiv'));
  });
});

describe.each([
  { name: 'searxng', file: 'searxng.json', most: 32 },
  { name: 'brave', file: 'brave.json', most: 50 },
] as const)('the domains of a query to $name', ({ name, file, most }) => {
  const asked = async (query: Partial<WebQuery>) => {
    server.replyWith(answer(200, fixture(file)));
    await search(name, query);
    return server.requests.at(-1)?.parameters['q'] ?? '';
  };
  const domains = Array.from({ length: 30 }, (_, index) => `office-${index}.example`);
  const named = (query: string) => [...query.matchAll(/site:([\w.-]+)/g)].map(([, domain]) => domain);

  it('are alternatives', async () => {
    const domainAllow = ['noise-office.example', 'court.example'];

    expect(await asked({ domainAllow })).toBe(`${QUERY} (site:noise-office.example OR site:court.example)`);
  });

  it('are as many as it reads, others for another query and on another day', async () => {
    const first = await asked({ domainAllow: domains });
    const others = [await asked({ domainAllow: domains, query: 'noise' })];
    for (const day of ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14']) {
      others.push(await asked({ domainAllow: domains, since: `2026-09-${day}` }));
    }

    expect(first.startsWith(`${QUERY} (site:`)).toBe(true);
    expect(first.split(/\s/).length).toBeLessThanOrEqual(most);
    expect(first.length).toBeLessThanOrEqual(400);
    expect(named(first).length).toBeGreaterThan(8);
    expect(new Set(others.flatMap(named)).size).toBe(domains.length);
  });

  it('leave half of the room to its words', async () => {
    const query = await asked({ domainAllow: domains, query: 'noise '.repeat(100).trim() });

    expect(query.split(/\s/).length).toBeLessThanOrEqual(most);
    expect(query.match(/noise/g)?.length).toBeGreaterThanOrEqual(most / 2);
    expect(named(query).length).toBeGreaterThan(4);
  });
});

describe('searxng without results', () => {
  it.each<[string, unknown, string | null]>([
    ['no engine failed', [], null],
    ['an older version names none', undefined, null],
    ['one failed', [['google', 'CAPTCHA']], 'its search engines did not answer: google (CAPTCHA)'],
    [
      'all failed',
      [
        ['brave', 'Suspended: too many requests'],
        ['duckduckgo', 'timeout'],
      ],
      'its search engines did not answer: brave (Suspended: too many requests), duckduckgo (timeout)',
    ],
    ['one failed for no reason', [['google']], 'its search engines did not answer: google (no reason given)'],
    [
      'many failed',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, 'x']),
      'its search engines did not answer: a (x), b (x), c (x), d (x), e (x), …',
    ],
  ])('says that nothing was searched where %s', async (_, engines, problem) => {
    server.replyWith(answer(200, JSON.stringify({ results: [], unresponsive_engines: engines })));

    const found = await search('searxng').catch((error: Error) => `${error.name}: ${error.message}`);

    expect(found).toEqual(problem === null ? [] : `NothingSearchedError: ${problem}`);
  });

  it('takes the results of the engines that did answer', async () => {
    const results = [{ url: 'https://noise.example/a', title: 'Noise', content: 'At night.' }];
    server.replyWith(answer(200, JSON.stringify({ results, unresponsive_engines: [['google', 'CAPTCHA'], ['bing']] })));

    const unanswered: string[] = [];
    const onUnanswered = (service: string): unknown => unanswered.push(service);
    await expect(search('searxng', { onUnanswered })).resolves.toHaveLength(1);
    expect(unanswered).toEqual(['google (CAPTCHA)', 'bing (no reason given)']);
  });
});
