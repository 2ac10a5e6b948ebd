import { expect } from 'vitest';
import type { ProviderCase } from '../../support/builders/provider-case.ts';

export const providerCase: ProviderCase = {
  name: 'arxiv',
  file: 'arxiv.xml',
  results: () => [
    {
      url: 'https://arxiv.org/abs/2603.00001v2',
      title: '2026',
      snippet: 'Levels below 40 dB annoyed few ($p < 0.05$) & walls reflect.',
      publishedAt: '2026-03-14',
    },
  ],
  request: {
    method: 'GET',
    path: '/base/api/query',
    parameters: {
      search_query: 'all:noise OR all:limits OR all:hold OR all:heat OR all:pumps',
      max_results: '10',
      sortBy: 'relevance',
    },
  },
  filtered: {
    parameters: {
      search_query: expect.stringMatching(/^\(all:.*\) AND submittedDate:\[202609150000 TO \d{12}\]$/),
      max_results: '100',
    },
  },
  empty: '<feed xmlns="http://www.w3.org/2005/Atom"><title>nothing</title></feed>',
  wrong: '<feed><entry><title>no id</title></entry></feed>',
  variable: 'PLUMBLINE_CONTACT',
};
