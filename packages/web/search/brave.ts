import { z } from 'zod';
import { type ProviderDefinition, withSites } from './provider-definition.ts';
import type { ReadRefusal } from './provider-failure.ts';
import { toPublicationDate } from './result-text.ts';

// A paid service with its own index: https://api-dashboard.search.brave.com. The plan decides whether results may be
// stored; a run stores titles and snippets, so take a plan with storage rights.

const MAX_QUERY_WORDS = 50;

/**
 * Languages that Brave knows by their ISO code; it refuses any other (api-dashboard.search.brave.com, `search_lang`).
 */
const LANGUAGES: ReadonlySet<string> = new Set(
  [
    'ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl',
    'es sv ta te th tr uk vi',
  ].flatMap((line) => line.split(' ')),
);
const OTHER_LANGUAGES: Readonly<Record<string, string>> = { ja: 'jp', no: 'nb', pt: 'pt-pt', zh: 'zh-hans' };

// Only the fields that are used; any may be missing.
const answerSchema = z.object({
  type: z.literal('search'),
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string().nullish(),
          title: z.string().nullish(),
          description: z.string().nullish(),
          page_age: z.string().nullish(),
        }),
      ),
    })
    .nullish(),
});

/** The limit header has two numbers, for the second and for the month. */
const readRefusal: ReadRefusal = (status, headers) => {
  const [, leftInMonth] = headers.get('x-ratelimit-remaining')?.split(',') ?? [];
  return status === 429 && leftInMonth?.trim() === '0'
    ? { remedy: 'The searches of this month are used up; check the plan of the account.', isWorthRetrying: false }
    : undefined;
};

export const brave: ProviderDefinition<'brave'> = {
  name: 'brave',
  kind: 'general',
  baseUrl: 'https://api.search.brave.com',
  baseUrlVariable: 'web.brave-url',
  keyVariable: 'BRAVE_API_KEY',
  requiredVariables: ['BRAVE_API_KEY'],
  // The smallest plan allows 1 a second (api.search.brave.com, "Response Headers", X-RateLimit-Limit, 2026).
  requestsPerSecond: 1,
  maxConcurrent: 2,
  maxResults: 20,
  async search(asked, client, { now }) {
    const { language, topK, since } = asked;
    const searchLanguage = LANGUAGES.has(language) ? language : OTHER_LANGUAGES[language];
    const { web } = await client.ask({
      path: '/res/v1/web/search',
      parameters: {
        q: withSites(asked, MAX_QUERY_WORDS),
        count: String(topK),
        result_filter: 'web',
        ...(searchLanguage !== undefined && { search_lang: searchLanguage }),
        ...(since !== null && { freshness: `${since}to${now().toISOString().slice(0, 10)}` }),
      },
      headers: { accept: 'application/json', 'x-subscription-token': client.apiKey },
      schema: answerSchema,
      readRefusal,
    });
    return (web?.results ?? []).map(({ url, title, description, page_age }) => ({
      url,
      title,
      snippet: description,
      publishedAt: toPublicationDate(page_age),
    }));
  },
};
