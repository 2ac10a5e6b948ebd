import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { SearchWebInput } from '@plumbline/contracts/research/retrieval-activities';
import { createUnrecordedCalls } from '@plumbline/model/calls';
import type { SearchProviders, WebQuery, WebResult } from '@plumbline/web/search';
import { describe, expect, it } from 'vitest';
import { createSearchWeb } from '../../../activities/entries/research/search-web.ts';

const { signal } = new AbortController();

const result = (url: string, changes: Partial<WebResult> = {}): WebResult => ({
  url,
  title: `Title of ${url}`,
  snippet: 'A few words.',
  publishedAt: null,
  ...changes,
});

/** Searches with a provider that has these results and notes what it is asked. */
async function search(results: readonly WebResult[], changes: Partial<SearchWebInput> = {}, unanswered?: string) {
  const asked: WebQuery[] = [];
  const providers: SearchProviders = {
    open: (name) => ({
      name,
      async search(query) {
        asked.push(query);
        if (unanswered !== undefined) query.onUnanswered?.(unanswered);
        return results;
      },
    }),
  };
  const input: SearchWebInput = {
    provider: 'searxng',
    query: 'noise of heat pumps',
    language: 'en',
    topK: 10,
    domainAllow: [],
    domainBlock: [],
    since: null,
    primaryOnly: false,
    metering: UNLIMITED,
    ...changes,
  };
  const found = await createSearchWeb({ providers, paidCalls: createUnrecordedCalls() })(input, signal);
  return { ...found, asked, locators: found.hits.map(({ locator }) => locator) };
}

describe('searchWeb', () => {
  it('notes what the provider asked in vain', async () => {
    const asked = await search([result('https://a.example/1')], {}, 'google (CAPTCHA)');

    expect(asked).toMatchObject({ notes: [], unanswered: ['google (CAPTCHA)'] });
  });

  it('makes a hit of every result, with the address as its locator', async () => {
    const { hits } = await search([result('https://a.example/1'), result('https://b.example/2')]);

    expect(hits).toEqual([
      {
        provider: 'searxng',
        query: 'noise of heat pumps',
        rank: 1,
        providerScore: 1,
        title: 'Title of https://a.example/1',
        locator: 'https://a.example/1',
        snippet: 'A few words.',
        passage: null,
        publishedAt: null,
      },
      expect.objectContaining({ rank: 2, providerScore: 0.5, locator: 'https://b.example/2' }),
    ]);
  });

  it('leaves out results without a page address', async () => {
    const { locators } = await search([
      result('ftp://a.example/'),
      result('javascript:alert(1)'),
      result('not an address'),
      result('https://a.example/1'),
    ]);

    expect(locators).toEqual(['https://a.example/1']);
  });

  it('keeps a page once, at its better rank', async () => {
    const { hits } = await search([
      result('https://a.example/1'),
      result('https://a.example/1?utm_source=letter#part'),
      result('https://b.example/2'),
    ]);

    expect(hits.map(({ locator, rank }) => [locator, rank])).toEqual([
      ['https://a.example/1', 1],
      ['https://b.example/2', 3],
    ]);
  });

  it('keeps to the domains that are allowed and away from those that are blocked', async () => {
    const results = [
      result('https://office.example/1'),
      result('https://news.office.example/2'),
      result('https://notoffice.example/3'),
      result('https://other.example/4'),
    ];

    const { locators } = await search(results, {
      domainAllow: ['office.example'],
      domainBlock: ['news.office.example'],
    });

    expect(locators).toEqual(['https://office.example/1']);
  });

  it('drops older results, keeps and counts those without a date', async () => {
    const results = [
      result('https://a.example/old', { publishedAt: '2025-12-31' }),
      result('https://a.example/new', { publishedAt: '2026-02' }),
      result('https://a.example/undated'),
    ];

    const { locators, notes } = await search(results, { since: '2026-01-01' });

    expect(locators).toEqual(['https://a.example/new', 'https://a.example/undated']);
    expect(notes).toEqual(['searxng: 1 of 2 results have no date and may be older than 2026-01-01']);
  });

  it('adds no note about dates when none are wanted', async () => {
    expect((await search([result('https://a.example/undated')])).notes).toEqual([]);
  });

  it('keeps only sources of the first tier when only those are wanted', async () => {
    const results = [result('https://garden-forum.example/1'), result('https://www.iso.org/standard/1.html')];

    expect((await search(results, { primaryOnly: true })).locators).toEqual(['https://www.iso.org/standard/1.html']);
  });

  it.each([
    { changes: {}, topK: 10 },
    { changes: { primaryOnly: true }, topK: 30 },
    { changes: { domainAllow: ['a.example'] }, topK: 30 },
  ])('asks for $topK results to have 10 with $changes', async ({ changes, topK }) => {
    expect((await search([], changes)).asked).toMatchObject([{ topK }]);
  });

  it('passes the filters and the signal to the provider', async () => {
    const filters = { domainAllow: ['a.example'], domainBlock: ['b.example'], since: '2026-01-01' };

    expect((await search([], { ...filters, language: 'de' })).asked).toMatchObject([
      { ...filters, language: 'de', query: 'noise of heat pumps', signal },
    ]);
  });

  it('asks the provider to keep to target domains, and keeps what another one finds elsewhere', async () => {
    const results = [result('https://office.example/1'), result('https://other.example/2')];

    const { asked, locators } = await search(results, { targetDomains: ['office.example'] });

    expect(asked).toMatchObject([{ domainAllow: ['office.example'], topK: 10 }]);
    expect(locators).toEqual(['https://office.example/1', 'https://other.example/2']);
  });

  it('gives no more hits than wanted', async () => {
    const results = ['1', '2', '3'].map((page) => result(`https://a.example/${page}`));

    expect((await search(results, { topK: 2 })).hits).toHaveLength(2);
  });

  it('cuts a long abstract at a word', async () => {
    const { hits } = await search([result('https://a.example/1', { snippet: 'word '.repeat(400).trim() })]);

    expect(hits[0]?.snippet).toHaveLength(600);
    expect(hits[0]?.snippet).toMatch(/ word…$/);
  });
});
