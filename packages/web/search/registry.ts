import { z } from 'zod';
import type { ProviderDefinition } from './provider-definition.ts';
import { CONTACT_VARIABLE } from './search-provider.ts';

// Texts are CC BY-SA 4.0: quotations name the article. https://www.mediawiki.org/wiki/API:REST_API; the User-Agent must
// name a contact of the client's operator (https://foundation.wikimedia.org/wiki/Policy:User-Agent_policy), requests
// are sent one after another (https://www.mediawiki.org/wiki/API:Etiquette).
// Only the fields that are used; any may be missing.
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

/** Its base URL has a placeholder for the language, because each language has its own Wikipedia. */
export const wikipedia: ProviderDefinition<'wikipedia'> = {
  name: 'wikipedia',
  kind: 'encyclopedia',
  baseUrl: 'https://{language}.wikipedia.org',
  baseUrlVariable: 'web.wikipedia-url',
  keyVariable: null,
  requiredVariables: [CONTACT_VARIABLE],
  // "Requests in series" (mediawiki.org/wiki/API:Etiquette); limits per minute since March 2026, lower without a contact.
  requestsPerSecond: 1,
  maxConcurrent: 1,
  maxResults: 100,
  async search({ query, language, topK }, client) {
    const edition = /^[a-z]{2,3}$/.test(language) && language !== 'und' ? language : 'en';
    const baseUrl = client.baseUrl.replace('{language}', edition);
    const { pages } = await client.ask({
      baseUrl,
      path: '/w/rest.php/v1/search/page',
      parameters: { q: query, limit: String(topK) },
      schema: answerSchema,
    });
    return pages.map(({ key, title, excerpt, description }) => ({
      url: `${baseUrl}/wiki/${encodeURIComponent(key).replaceAll('%2F', '/')}`,
      title,
      snippet: [description, excerpt].filter(Boolean).join('. '),
      // The index knows when a page was last edited, not when its words were written.
      publishedAt: null,
    }));
  },
};

export { arxiv } from './arxiv.ts';
export { brave } from './brave.ts';
export { crossref } from './crossref.ts';
export { europePmc } from './europe-pmc.ts';
export { exa } from './exa.ts';
export { openalex } from './openalex.ts';
export { searxng } from './searxng.ts';
export { tavily } from './tavily.ts';
