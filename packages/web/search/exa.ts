import { z } from 'zod';
import type { ProviderDefinition } from './provider-definition.ts';
import { toPublicationDate } from './result-text.ts';

// A paid service with its own index: https://exa.ai/docs. A search is paid per request, including the extracts of up to
// ten results. Its terms leave the rights in the pages with their publishers.

// Only the fields that are used; any may be missing.
const answerSchema = z.object({
  results: z.array(
    z.object({
      url: z.string().nullish(),
      title: z.string().nullish(),
      publishedDate: z.string().nullish(),
      highlights: z.array(z.string()).nullish(),
    }),
  ),
});

export const exa: ProviderDefinition<'exa'> = {
  name: 'exa',
  kind: 'general',
  baseUrl: 'https://api.exa.ai',
  baseUrlVariable: 'web.exa-url',
  keyVariable: 'EXA_API_KEY',
  requiredVariables: ['EXA_API_KEY'],
  // 10 a second for a team (exa.ai/docs/reference/rate-limits, 2026); half of it leaves room for others.
  requestsPerSecond: 5,
  maxConcurrent: 4,
  maxResults: 100,
  async search({ query, topK, domainAllow, domainBlock, since }, client) {
    const { results } = await client.ask({
      path: '/search',
      headers: { 'x-api-key': client.apiKey },
      body: {
        query,
        type: 'auto',
        numResults: topK,
        contents: { highlights: true },
        ...domainsOf(domainAllow, domainBlock),
        ...(since !== null && { startPublishedDate: `${since}T00:00:00.000Z` }),
      },
      schema: answerSchema,
    });
    return results.map(({ url, title, publishedDate, highlights }) => ({
      url,
      title,
      snippet: highlights?.join(' … '),
      publishedAt: toPublicationDate(publishedDate),
    }));
  },
};

/** Sends only one of the lists: callers filter again. */
function domainsOf(domainAllow: readonly string[], domainBlock: readonly string[]): object {
  if (domainAllow.length > 0) return { includeDomains: domainAllow };
  return domainBlock.length > 0 ? { excludeDomains: domainBlock } : {};
}
