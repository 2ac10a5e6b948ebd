import type { ProviderCase } from '../../support/builders/provider-case.ts';
import { QUERY } from '../../support/builders/provider-search.ts';

export const providerCase: ProviderCase = {
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
};
