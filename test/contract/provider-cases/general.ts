import type { WebResult } from '../../../activities/web-search/search-provider.ts';
import type { WebProvider } from '../../../workflows/contracts/web-search.ts';
import { KEY, QUERY } from '../../support/builders/provider-search.ts';

/** What one provider answers and is asked, in its own shape. */
export interface ProviderCase {
  readonly name: WebProvider;
  /** In `test/fixtures/providers`. */
  readonly file: string;
  readonly results: (baseUrl: string) => readonly WebResult[];
  /** The request for a plain search. */
  readonly request: object;
  /** The request for 500 results in German since 2026-09-15, of one domain and not of another, on 2026-10-01. */
  readonly filtered: object;
  /** An answer without results. */
  readonly empty: string;
  /** An answer in another schema. */
  readonly wrong: string;
  /** What decides whether it lets us in. */
  readonly variable: string;
}

const OFFICE: WebResult = {
  url: 'https://noise-office.example/heat-pumps',
  title: 'Heat pumps & quiet hours',
  snippet: 'Outdoor units may reach 40 dB at night.',
  publishedAt: '2026-03-14',
};
const FORUM: WebResult = {
  url: 'https://garden-forum.example/thread/7',
  title: 'My unit hums',
  snippet: '',
  publishedAt: null,
};

export const GENERAL_CASES: readonly ProviderCase[] = [
  {
    name: 'searxng',
    file: 'searxng.json',
    results: () => [OFFICE, FORUM],
    request: { method: 'GET', path: '/base/search', parameters: { q: QUERY, format: 'json', language: 'en' } },
    filtered: { parameters: { language: 'de', time_range: 'month' } },
    empty: '{"results": []}',
    wrong: '{"results": [{"url": 7}]}',
    variable: 'SEARXNG_URL',
  },
  {
    name: 'tavily',
    file: 'tavily.json',
    results: () => [
      { ...OFFICE, title: 'Heat pumps and quiet hours' },
      { ...FORUM, title: FORUM.url, snippet: 'My unit hums.' },
    ],
    request: {
      method: 'POST',
      path: '/base/search',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: { query: QUERY, search_depth: 'basic', max_results: 10 },
    },
    filtered: {
      body: {
        max_results: 20,
        include_domains: ['noise-office.example'],
        exclude_domains: ['garden-forum.example'],
        start_date: '2026-09-15',
      },
    },
    empty: '{"results": []}',
    wrong: '{"results": {}}',
    variable: 'TAVILY_API_KEY',
  },
  {
    name: 'brave',
    file: 'brave.json',
    results: () => [{ ...OFFICE, snippet: "Outdoor units may reach 40 dB at night 'outdoors'." }, FORUM],
    request: {
      method: 'GET',
      path: '/base/res/v1/web/search',
      headers: { 'x-subscription-token': KEY },
      parameters: { q: QUERY, count: '10', result_filter: 'web', search_lang: 'en' },
    },
    filtered: {
      parameters: {
        q: `${QUERY} site:noise-office.example`,
        count: '20',
        search_lang: 'de',
        freshness: '2026-09-15to2026-10-01',
      },
    },
    empty: '{"type": "search"}',
    wrong: '{"type": "search", "web": {"results": "none"}}',
    variable: 'BRAVE_API_KEY',
  },
  {
    name: 'exa',
    file: 'exa.json',
    results: () => [
      {
        ...OFFICE,
        title: 'Heat pumps and quiet hours',
        snippet: 'Outdoor units may reach 40 dB at night. … Walls reflect.',
      },
      { ...FORUM, title: FORUM.url },
    ],
    request: {
      method: 'POST',
      path: '/base/search',
      headers: { 'x-api-key': KEY },
      body: { query: QUERY, type: 'auto', numResults: 10, contents: { highlights: true } },
    },
    filtered: {
      body: {
        numResults: 100,
        includeDomains: ['noise-office.example'],
        startPublishedDate: '2026-09-15T00:00:00.000Z',
      },
    },
    empty: '{"results": []}',
    wrong: '{"requestId": "no results"}',
    variable: 'EXA_API_KEY',
  },
  {
    name: 'wikipedia',
    file: 'wikipedia.json',
    results: (baseUrl) => [
      {
        url: `${baseUrl}/en/wiki/W%C3%A4rmepumpe/Schall_%26_Recht`,
        title: 'Wärmepumpe/Schall & Recht',
        snippet: 'Unterseite eines erfundenen Artikels. Nachts gelten für Wärmepumpen strengere "Richtwerte"',
        publishedAt: null,
      },
      { url: `${baseUrl}/en/wiki/Schall`, title: 'Schall', snippet: '', publishedAt: null },
    ],
    request: { method: 'GET', path: '/en/w/rest.php/v1/search/page', parameters: { q: QUERY, limit: '10' } },
    filtered: { path: '/de/w/rest.php/v1/search/page', parameters: { limit: '100' } },
    empty: '{"pages": []}',
    wrong: '{"pages": [{"title": "no key"}]}',
    variable: 'PLUMBLINE_CONTACT',
  },
];
