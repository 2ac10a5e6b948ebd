import type { ProviderCase } from '../../support/builders/provider-case.ts';
import { KEY, QUERY } from '../../support/builders/provider-search.ts';

export const providerCase: ProviderCase = {
  name: 'openalex',
  file: 'openalex.json',
  results: () => [
    {
      url: 'https://repository.example/invented-1.pdf',
      title: 'Annoyance by heat pumps',
      snippet: 'Levels below 40 dB beat 40',
      publishedAt: '2026-03-14',
    },
    { url: 'https://journal.example/2', title: 'https://journal.example/2', snippet: '', publishedAt: null },
    { url: 'https://openalex.org/W3', title: 'Known by its record alone', snippet: '', publishedAt: null },
  ],
  request: { method: 'GET', path: '/base/works', parameters: { search: QUERY, per_page: '10', api_key: KEY } },
  filtered: { parameters: { per_page: '100', filter: 'from_publication_date:2026-09-15' } },
  empty: '{"results": []}',
  wrong: '{"results": [{"abstract_inverted_index": {"word": [-1]}}]}',
  variable: 'OPENALEX_API_KEY',
};
