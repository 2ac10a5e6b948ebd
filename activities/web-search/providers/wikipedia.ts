import { z } from 'zod';
import type { SearchProvider } from '../search-provider.ts';
import type { ProviderClient } from './provider-client.ts';
import { toWebResults } from './result-text.ts';

// Texts are CC BY-SA 4.0: quotations name the article. https://www.mediawiki.org/wiki/API:REST_API; the User-Agent must
// say how to reach whoever runs the client (https://foundation.wikimedia.org/wiki/Policy:User-Agent_policy), requests
// come one after the other (https://www.mediawiki.org/wiki/API:Etiquette).

const MAX_RESULTS = 100;

// Only the fields that are read; any of them may be missing.
const answerSchema = z.object({
  pages: z.array(
    z.object({
      key: z.string(),
      title: z.string().nullish(),
      excerpt: z.string().nullish(),
      description: z.string().nullish(),
    }),
  ),
});

/** Its base URL has a place for the language, because each has a Wikipedia of its own. */
export function createWikipedia(client: ProviderClient): SearchProvider {
  return {
    name: 'wikipedia',
    async search({ query, language, topK, signal }) {
      const edition = /^[a-z]{2,3}$/.test(language) && language !== 'und' ? language : 'en';
      const baseUrl = client.baseUrl.replace('{language}', edition);
      const { pages } = await client.ask({
        baseUrl,
        path: '/w/rest.php/v1/search/page',
        parameters: { q: query, limit: String(Math.min(topK, MAX_RESULTS)) },
        schema: answerSchema,
        query,
        signal,
      });
      return toWebResults(
        pages.map(({ key, title, excerpt, description }) => ({
          url: `${baseUrl}/wiki/${encodeURIComponent(key).replaceAll('%2F', '/')}`,
          title,
          snippet: [description, excerpt].filter(Boolean).join('. '),
          // The index knows when a page was edited last, not when its words were written.
          publishedAt: null,
        })),
        topK,
      );
    },
  };
}
