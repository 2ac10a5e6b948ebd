import { z } from 'zod';
import type { SearchProvider } from '../search-provider.ts';
import { cutAtWord } from './plain-text.ts';
import type { ProviderClient } from './provider-client.ts';
import type { ReadRefusal } from './provider-failure.ts';
import { toPublicationDate } from './publication-date.ts';
import { toWebResults } from './result-text.ts';

// A paid service: https://docs.tavily.com. A key belongs to an account; a basic search costs one credit. Its terms let
// results be used in an application of one's own, not be sold on as a search service.

const MAX_QUERY_LENGTH = 400;
const MAX_RESULTS = 20;

// Only the fields that are read; any of them may be missing.
const answerSchema = z.object({
  results: z.array(
    z.object({
      url: z.string().nullish(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
});

const readRefusal: ReadRefusal = (status) =>
  status === 432 || status === 433
    ? { remedy: 'The credits of the account are used up; check its plan.', isWorthRetrying: false }
    : undefined;

export function createTavily(client: ProviderClient): SearchProvider {
  return {
    name: 'tavily',
    async search({ query, topK, domainAllow, domainBlock, since, signal }) {
      const { results } = await client.ask({
        path: '/search',
        headers: { authorization: `Bearer ${client.apiKey}` },
        body: {
          query: cutAtWord(query, MAX_QUERY_LENGTH),
          search_depth: 'basic',
          max_results: Math.min(topK, MAX_RESULTS),
          ...(domainAllow.length > 0 && { include_domains: domainAllow }),
          ...(domainBlock.length > 0 && { exclude_domains: domainBlock }),
          ...(since !== null && { start_date: since }),
        },
        schema: answerSchema,
        query,
        signal,
        readRefusal,
      });
      return toWebResults(
        results.map(({ url, title, content, published_date }) => ({
          url,
          title,
          snippet: content,
          publishedAt: toPublicationDate(published_date),
        })),
        topK,
      );
    },
  };
}
