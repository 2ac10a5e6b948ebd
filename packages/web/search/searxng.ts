import { z } from 'zod';
import { type ProviderDefinition, withSites } from './provider-definition.ts';
import type { ReadRefusal } from './provider-failure.ts';
import { toPublicationDate, withoutMarkup } from './result-text.ts';
import { NothingSearchedError, type WebQuery } from './search-provider.ts';

// SearXNG is self-hosted free software (AGPL-3.0): https://docs.searxng.org/dev/search_api.html. It queries other
// search engines, whose terms apply to its operator. Public instances disable JSON on purpose.

// Only the fields that are used; any may be missing.
const answerSchema = z.object({
  results: z.array(
    z.object({
      url: z.string().nullish(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
  /** Names of engines, each with the reason. */
  unresponsive_engines: z.array(z.array(z.unknown())).nullish(),
});

/** Google, which most instances ask, ignores the others; engines that know no `site:` take it for a word. */
const MAX_QUERY_WORDS = 32;

const DAYS_OF_RANGE = [
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['year', 365],
] as const;

const readRefusal: ReadRefusal = (status) => {
  if (status === 401) {
    return { remedy: 'Put user name and password into SEARXNG_URL (https://name:password@host).' };
  }
  if (status === 403) {
    return { remedy: 'Allow JSON in its settings.yml (search: formats: [html, json]) and restart it.' };
  }
  if (status === 429) return { remedy: 'Switch its limiter off in its settings.yml (server: limiter: false).' };
  return undefined;
};

export const searxng: ProviderDefinition<'searxng'> = {
  name: 'searxng',
  kind: 'general',
  baseUrl: null,
  baseUrlVariable: 'SEARXNG_URL',
  keyVariable: null,
  requiredVariables: ['SEARXNG_URL'],
  // It has no limit itself, but the engines behind it block fast instances.
  requestsPerSecond: 2,
  maxConcurrent: 4,
  async search(asked, client, { now }) {
    const { language, since, onUnanswered } = asked;
    const range = since === null ? undefined : timeRangeOf(since, now());
    const { results, unresponsive_engines: failed } = await client.ask({
      path: '/search',
      parameters: {
        q: withSites(asked, MAX_QUERY_WORDS),
        format: 'json',
        language: language === 'und' ? 'all' : language,
        ...(range !== undefined && { time_range: range }),
      },
      schema: answerSchema,
      readRefusal,
    });
    if (failed?.length) {
      if (results.length === 0) throw new NothingSearchedError(`its search engines ${describeFailed(failed)}`);
      for (const engine of failed) onUnanswered?.(describeEngine(engine));
    }
    return results.map(({ url, title, content, publishedDate }) => ({
      url,
      title,
      snippet: content,
      publishedAt: toPublicationDate(publishedDate),
    }));
  },
};

function describeFailed(engines: readonly (readonly unknown[])[]): string {
  const named = engines.slice(0, 5).map(describeEngine);
  return `did not answer: ${named.join(', ')}${engines.length > named.length ? ', …' : ''}`;
}

function describeEngine([engine, reason]: readonly unknown[]): string {
  const words = withoutMarkup(typeof reason === 'string' ? reason : 'no reason given', 100);
  return `${withoutMarkup(String(engine), 40)} (${words})`;
}

/** The shortest SearXNG range that covers all days since then, or undefined. */
function timeRangeOf(since: NonNullable<WebQuery['since']>, now: Date): string | undefined {
  const days = (now.getTime() - Date.parse(since)) / 86_400_000;
  return DAYS_OF_RANGE.find(([, length]) => days <= length)?.[0];
}
