import { z } from 'zod';
import type { ProviderDefinition } from './provider-definition.ts';

// Facts about publications are free to use; abstracts belong to their publishers. A mail address leads to the "polite"
// pool (https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/).

// Only the fields that are used; any may be missing.
const answerSchema = z.object({
  message: z.object({
    items: z.array(
      z.object({
        URL: z.string().nullish(),
        title: z.array(z.string()).nullish(),
        abstract: z.string().nullish(),
        published: z.object({ 'date-parts': z.array(z.array(z.number().nullable())) }).nullish(),
      }),
    ),
  }),
});

export const crossref: ProviderDefinition<'crossref'> = {
  name: 'crossref',
  kind: 'scholarly',
  baseUrl: 'https://api.crossref.org',
  baseUrlVariable: 'web.crossref-url',
  keyVariable: null,
  requiredVariables: [],
  // Tightened on 2025-12-01 and published only in headers (crossref.org, "Access and authentication"); one at a time
  // fits both pools.
  requestsPerSecond: 1,
  maxConcurrent: 1,
  maxResults: 100,
  async search({ query, topK, since }, client, { mailAddress }) {
    const { message } = await client.ask({
      path: '/works',
      parameters: {
        query,
        rows: String(topK),
        select: 'URL,title,abstract,published',
        ...(since !== null && { filter: `from-pub-date:${since}` }),
        ...(mailAddress !== null && { mailto: mailAddress }),
      },
      schema: answerSchema,
    });
    return message.items.map(({ URL, title, abstract, published }) => ({
      url: URL,
      title: title?.[0],
      snippet: abstract?.replace(/<jats:title>\s*abstract\s*<\/jats:title>/i, ''),
      publishedAt: toDate(published?.['date-parts'][0]),
    }));
  },
};

/** Year, month and day as far as they are known. */
function toDate(parts: readonly (number | null)[] = []): string | null {
  const known = parts.slice(0, parts.includes(null) ? parts.indexOf(null) : 3);
  if (known.length === 0) return null;
  return known.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}
