import { contentTerms } from '@plumbline/language/terms';
import { z } from 'zod';
import type { ProviderDefinition } from './provider-definition.ts';
import { toPublicationDate } from './result-text.ts';

// Free to search; articles carry licences of their own: https://europepmc.org/RestfulWebService, https://europepmc.org/Copyright.

const MAX_QUERY_WORDS = 20;

// Only the fields that are used; any may be missing.
const answerSchema = z.object({
  resultList: z.object({
    result: z.array(
      z.object({
        id: z.string().nullish(),
        source: z.string().nullish(),
        pmcid: z.string().nullish(),
        doi: z.string().nullish(),
        title: z.string().nullish(),
        abstractText: z.string().nullish(),
        firstPublicationDate: z.string().nullish(),
        fullTextUrlList: z
          .object({
            fullTextUrl: z.array(
              z.object({
                availabilityCode: z.string().nullish(),
                documentStyle: z.string().nullish(),
                url: z.string().nullish(),
              }),
            ),
          })
          .nullish(),
      }),
    ),
  }),
});
type Article = z.infer<typeof answerSchema>['resultList']['result'][number];

/** Codes of freely readable full texts: open access, and free. */
const OPEN_CODES: ReadonlySet<string> = new Set(['OA', 'F']);

export const europePmc: ProviderDefinition<'europe-pmc'> = {
  name: 'europe-pmc',
  kind: 'scholarly',
  baseUrl: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
  baseUrlVariable: 'web.europe-pmc-url',
  keyVariable: null,
  requiredVariables: [],
  // The service publishes no limit (europepmc.org/RestfulWebService); third-party guides say 10 a second.
  requestsPerSecond: 3,
  maxConcurrent: 2,
  maxResults: 100,
  async search({ query, language, topK, since }, client) {
    const search = toSearch(query, language, since);
    if (search === null) return [];
    const { resultList } = await client.ask({
      path: '/search',
      parameters: { query: search, format: 'json', resultType: 'core', pageSize: String(topK) },
      schema: answerSchema,
    });
    return resultList.result.map((article) => ({
      url: addressOf(article),
      title: article.title,
      snippet: article.abstractText,
      publishedAt: toPublicationDate(article.firstPublicationDate),
    }));
  },
};

/** Joins the words with OR, so that a whole question finds something; null without words. */
function toSearch(query: string, language: string, since: string | null): string | null {
  const words = contentTerms(query, language).map(({ surface }) => `"${surface.replaceAll(/[^\p{L}\p{N}]/gu, '')}"`);
  if (words.length === 0) return null;
  const any = `(${words.slice(0, MAX_QUERY_WORDS).join(' OR ')})`;
  return since === null ? any : `${any} AND (FIRST_PDATE:[${since} TO 3000-12-31])`;
}

/** Where the article can be read: preferably an open full text as a web page, which is easier to parse than a PDF. */
function addressOf({ id, source, doi, fullTextUrlList }: Article): string | null {
  const open = (fullTextUrlList?.fullTextUrl ?? []).filter(
    ({ availabilityCode, url }) => Boolean(url) && OPEN_CODES.has(availabilityCode ?? ''),
  );
  const best = open.find(({ documentStyle }) => documentStyle === 'html') ?? open[0];
  if (best?.url) return best.url;
  if (doi) return `https://doi.org/${doi}`;
  return id && source ? `https://europepmc.org/article/${source}/${id}` : null;
}
