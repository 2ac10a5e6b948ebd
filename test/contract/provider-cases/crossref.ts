import type { ProviderCase } from '../../support/builders/provider-case.ts';
import { QUERY } from '../../support/builders/provider-search.ts';

export const providerCase: ProviderCase = {
  name: 'crossref',
  file: 'crossref.json',
  results: () => [
    {
      url: 'https://doi.org/10.5555/invented.1',
      title: 'Annoyance by CO2 heat pumps',
      snippet: 'Levels below 40 dB (p < 0.05) annoyed few. Walls reflect.',
      publishedAt: '2026-03',
    },
    {
      url: 'https://doi.org/10.5555/invented.2',
      title: 'https://doi.org/10.5555/invented.2',
      snippet: '',
      publishedAt: null,
    },
  ],
  request: {
    method: 'GET',
    path: '/base/works',
    parameters: {
      query: QUERY,
      rows: '10',
      select: 'URL,title,abstract,published',
      mailto: 'someone@contact.example',
    },
  },
  filtered: { parameters: { rows: '100', filter: 'from-pub-date:2026-09-15' } },
  empty: '{"message": {"items": []}}',
  wrong: '{"message": {"items": [{"title": "no list"}]}}',
  variable: 'PLUMBLINE_CONTACT',
};
