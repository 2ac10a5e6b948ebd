import { FORUM, OFFICE, type ProviderCase } from '../../support/builders/provider-case.ts';
import { KEY, QUERY } from '../../support/builders/provider-search.ts';

export const providerCase: ProviderCase = {
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
};
