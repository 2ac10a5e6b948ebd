import { FORUM, OFFICE, type ProviderCase } from '../../support/builders/provider-case.ts';
import { KEY, QUERY } from '../../support/builders/provider-search.ts';

export const providerCase: ProviderCase = {
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
};
