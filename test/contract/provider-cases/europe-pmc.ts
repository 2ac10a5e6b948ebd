import { expect } from 'vitest';
import type { ProviderCase } from '../../support/builders/provider-case.ts';

export const providerCase: ProviderCase = {
  name: 'europe-pmc',
  file: 'europe-pmc.json',
  results: () => [
    {
      url: 'https://europepmc.org/articles/PMC9900001',
      title: 'Annoyance by heat pumps.',
      snippet: 'Background Levels below 40 dB annoyed few.',
      publishedAt: '2026-03-14',
    },
    { url: 'https://doi.org/10.5555/invented.2', title: 'Behind a wall', snippet: '', publishedAt: null },
    {
      url: 'https://europepmc.org/article/AGR/99000003',
      title: 'Known by its record alone',
      snippet: '',
      publishedAt: null,
    },
  ],
  request: {
    method: 'GET',
    path: '/base/search',
    parameters: {
      query: '("noise" OR "limits" OR "hold" OR "heat" OR "pumps")',
      format: 'json',
      resultType: 'core',
      pageSize: '10',
    },
  },
  filtered: {
    parameters: {
      query: expect.stringMatching(/ AND \(FIRST_PDATE:\[2026-09-15 TO 3000-12-31\]\)$/),
      pageSize: '100',
    },
  },
  empty: '{"resultList": {"result": []}}',
  wrong: '{"hitCount": 0}',
  variable: 'PLUMBLINE_CONTACT',
};
