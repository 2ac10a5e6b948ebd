import { contentTerms } from '@plumbline/language/terms';
import { z } from 'zod';
import type { ProviderDefinition } from './provider-definition.ts';
import { toPublicationDate } from './result-text.ts';
import { ProviderError } from './search-provider.ts';

// Metadata are CC0, the papers belong to their authors: https://info.arxiv.org/help/api/tou.html. One request every three
// seconds over one connection, for all clients of a user together; the task queue and the worker's limit ensure it.

const MAX_QUERY_WORDS = 20;
/** Later than any paper. */
const END_OF_TIME = '299912312359';

// Only the fields that are used; any may be missing.
const answerSchema = z.object({
  feed: z.object({
    entry: z
      .array(
        z.object({
          id: z.string(),
          title: z.string().nullish(),
          summary: z.string().nullish(),
          published: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
});

export const arxiv: ProviderDefinition<'arxiv'> = {
  name: 'arxiv',
  kind: 'scholarly',
  baseUrl: 'https://export.arxiv.org',
  baseUrlVariable: 'web.arxiv-url',
  keyVariable: null,
  requiredVariables: [],
  // One request every three seconds, one connection, for all clients together (info.arxiv.org/help/api/tou.html); half
  // a second more, because the first request also connects and arrives late.
  requestsPerSecond: 1 / 3.5,
  maxConcurrent: 1,
  maxResults: 100,
  async search({ query, language, topK, since }, client) {
    // Loaded late: every command knows the providers, and hardly one asks this one.
    const { XMLParser } = await import('fast-xml-parser');
    const parser = new XMLParser({
      parseTagValue: false,
      processEntities: false,
      isArray: (name) => name === 'entry',
    });
    const search = toSearch(query, language, since);
    if (search === null) return [];
    const { feed } = await client.ask({
      path: '/api/query',
      parameters: { search_query: search, max_results: String(topK), sortBy: 'relevance' },
      parse: (text) => parser.parse(text),
      schema: answerSchema,
    });
    const entries = feed.entry ?? [];
    refuseErrors(entries);
    return entries.map(({ id, title, summary, published }) => ({
      // arXiv still writes http for addresses served over https.
      url: id.trim().replace(/^http:/, 'https:'),
      title,
      snippet: summary,
      publishedAt: toPublicationDate(published),
    }));
  },
};

/** Joins the words with OR, so that a whole question finds something; null without words. */
function toSearch(query: string, language: string, since: string | null): string | null {
  const words = contentTerms(query, language).map(({ surface }) => `all:${surface.replaceAll(/[^\p{L}\p{N}]/gu, '')}`);
  if (words.length === 0) return null;
  const any = words.slice(0, MAX_QUERY_WORDS).join(' OR ');
  return since === null ? any : `(${any}) AND submittedDate:[${since.replaceAll('-', '')}0000 TO ${END_OF_TIME}]`;
}

/** arXiv reports an invalid query as an entry of the feed. */
function refuseErrors(entries: readonly { readonly id: string; readonly summary?: string | null | undefined }[]): void {
  const error = entries.find(({ id }) => id.includes('arxiv.org/api/errors'));
  if (error === undefined) return;
  const remedy = 'Put the question in other words.';
  throw new ProviderError({ provider: 'arxiv', outcome: 'did not understand the query', remedy, isPermanent: true });
}
