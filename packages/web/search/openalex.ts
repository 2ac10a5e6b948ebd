import { z } from 'zod';
import type { ProviderDefinition } from './provider-definition.ts';
import type { ReadRefusal } from './provider-failure.ts';
import { toPublicationDate } from './result-text.ts';

// Its records are CC0. Since 2026-02-13 it requires a key, free for a thousand searches a day
// (https://developers.openalex.org/api-reference/authentication).

// Only the fields that are used; any may be missing.
const answerSchema = z.object({
  results: z.array(
    z.object({
      id: z.string().nullish(),
      doi: z.string().nullish(),
      title: z.string().nullish(),
      publication_date: z.string().nullish(),
      abstract_inverted_index: z.record(z.string(), z.array(z.int().min(0).max(20_000))).nullish(),
      primary_location: z.object({ landing_page_url: z.string().nullish() }).nullish(),
      open_access: z.object({ oa_url: z.string().nullish() }).nullish(),
    }),
  ),
});
type Work = z.infer<typeof answerSchema>['results'][number];

// Two statuses have their own meaning here: https://developers.openalex.org/api-reference/errors.
const readRefusal: ReadRefusal = (status) => {
  if (status === 403) return { remedy: 'Rate limit reached; try again later.', isWorthRetrying: true };
  if (status === 429) {
    return { remedy: 'The daily allowance of the key is used up; continue tomorrow.', isWorthRetrying: false };
  }
  return undefined;
};

export const openalex: ProviderDefinition<'openalex'> = {
  name: 'openalex',
  kind: 'scholarly',
  baseUrl: 'https://api.openalex.org',
  baseUrlVariable: 'web.openalex-url',
  keyVariable: 'OPENALEX_API_KEY',
  requiredVariables: ['OPENALEX_API_KEY'],
  // 100 a second, but a free key allows 1,000 searches a day (developers.openalex.org/api-reference/authentication,
  // 2026).
  requestsPerSecond: 5,
  maxConcurrent: 4,
  maxResults: 100,
  async search({ query, topK, since }, client) {
    const { results } = await client.ask({
      path: '/works',
      parameters: {
        search: query,
        per_page: String(topK),
        select: 'id,doi,title,publication_date,abstract_inverted_index,primary_location,open_access',
        ...(since !== null && { filter: `from_publication_date:${since}` }),
        api_key: client.apiKey,
      },
      schema: answerSchema,
      readRefusal,
    });
    return results.map((work) => ({
      url: addressOf(work),
      title: work.title,
      snippet: toAbstract(work.abstract_inverted_index ?? {}),
      publishedAt: toPublicationDate(work.publication_date),
    }));
  },
};

/** Where the work can be read: preferably an open full text. */
function addressOf({ id, doi, primary_location: place, open_access: access }: Work): string | null | undefined {
  return access?.oa_url ?? place?.landing_page_url ?? doi ?? id;
}

/** Abstracts arrive as the positions of each word, because publishers do not allow running text. */
function toAbstract(places: Readonly<Record<string, readonly number[]>>): string {
  return Object.entries(places)
    .flatMap(([word, positions]) => positions.map((position) => ({ word, position })))
    .sort((a, b) => a.position - b.position)
    .map(({ word }) => word)
    .join(' ');
}
