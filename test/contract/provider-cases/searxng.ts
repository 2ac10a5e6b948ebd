import { FORUM, OFFICE, type ProviderCase } from '../../support/builders/provider-case.ts';
import { QUERY } from '../../support/builders/provider-search.ts';

export const providerCase: ProviderCase = {
  name: 'searxng',
  file: 'searxng.json',
  results: () => [OFFICE, FORUM],
  request: { method: 'GET', path: '/base/search', parameters: { q: QUERY, format: 'json', language: 'en' } },
  filtered: { parameters: { q: `${QUERY} site:noise-office.example`, language: 'de', time_range: 'month' } },
  empty: '{"results": []}',
  wrong: '{"results": [{"url": 7}]}',
  variable: 'SEARXNG_URL',
};
