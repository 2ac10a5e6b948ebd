import { FORUM, OFFICE, type ProviderCase } from '../../support/builders/provider-case.ts';
import { KEY, QUERY } from '../../support/builders/provider-search.ts';

export const providerCase: ProviderCase = {
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
};
