import { z } from 'zod';
import type { ProviderDefinition } from './provider-definition.ts';
import type { ReadRefusal } from './provider-failure.ts';
import { cutAtWord, toPublicationDate } from './result-text.ts';

// A paid service: https://docs.tavily.com. A key belongs to an account; a basic search costs one credit. Its terms
// allow using results in your own application, but not reselling them as a search service.

const MAX_QUERY_LENGTH = 400;
// Only the fields that are used; any may be missing.
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

export const tavily: ProviderDefinition<'tavily'> = {
  name: 'tavily',
  kind: 'general',
  baseUrl: 'https://api.tavily.com',
  baseUrlVariable: 'web.tavily-url',
  keyVariable: 'TAVILY_API_KEY',
  requiredVariables: ['TAVILY_API_KEY'],
  // 100 requests a minute with a development key (docs.tavily.com/documentation/rate-limits, 2026).
  requestsPerSecond: 1.5,
  maxConcurrent: 4,
  maxResults: 20,
  async search({ query, topK, domainAllow, domainBlock, since }, client) {
    const { results } = await client.ask({
      path: '/search',
      headers: { authorization: `Bearer ${client.apiKey}` },
      body: {
        query: cutAtWord(query, MAX_QUERY_LENGTH),
        search_depth: 'basic',
        max_results: topK,
        ...(domainAllow.length > 0 && { include_domains: domainAllow }),
        ...(domainBlock.length > 0 && { exclude_domains: domainBlock }),
        ...(since !== null && { start_date: since }),
      },
      schema: answerSchema,
      readRefusal,
    });
    return results.map(({ url, title, content, published_date }) => ({
      url,
      title,
      snippet: content,
      publishedAt: toPublicationDate(published_date),
    }));
  },
};
