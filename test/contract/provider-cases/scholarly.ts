import { expect } from 'vitest';
import { KEY, QUERY } from '../../support/builders/provider-search.ts';
import type { ProviderCase } from './general.ts';

export const SCHOLARLY_CASES: readonly ProviderCase[] = [
  {
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
  },
  {
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
  },
  {
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
  },
  {
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
  },
];
