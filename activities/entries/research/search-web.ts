import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { SearchResult, SearchWebInput } from '@plumbline/contracts/research/retrieval-activities';
import { NO_TOKENS } from '@plumbline/model/calls';
import { canonicalAddress, isWithinDomains } from '@plumbline/web/addresses';
import { cutAtWord, isOlder, NothingSearchedError, type WebQuery, type WebResult } from '@plumbline/web/search';
import { sourceTierOf } from '@plumbline/web/source-quality';
import type { ActivityDependencies } from '../dependencies.ts';

/** Long enough for an abstract: until its page is read, a hit is judged by these words. */
const MAX_SNIPPET_LENGTH = 600;
/** Version of the requests and of the parsing of answers: bump on any change. */
const ADAPTERS_VERSION = 4;
/** Factor of extra results requested when many will be filtered out. */
const EXCESS = 3;

/** Results, and the engines that did not answer. */
interface WebAnswer {
  readonly results: readonly WebResult[];
  readonly unanswered: readonly string[];
}

/** A result with its canonical address and its rank at the provider. */
interface RankedResult extends WebResult {
  readonly locator: string;
  readonly rank: number;
}

/** Searches the web with one provider and applies the filters that the provider lacks. */
export function createSearchWeb({ providers, paidCalls }: Pick<ActivityDependencies, 'providers' | 'paidCalls'>) {
  const search = async (
    input: SearchWebInput,
    query: Omit<WebQuery, 'signal' | 'onUnanswered'>,
    signal: AbortSignal,
  ) => {
    // Providers that are no longer set up fail here too, instead of answering from the store.
    const provider = providers.open(input.provider);
    const call = {
      kind: 'search',
      name: provider.name,
      version: ADAPTERS_VERSION,
      model: '',
      input: query,
      expected: NO_TOKENS,
      terms: input.metering,
      signal,
    } as const;
    const { answer } = await paidCalls.make<WebAnswer>(call, async (sendSignal) => {
      const unanswered: string[] = [];
      const asked = { ...query, signal: sendSignal, onUnanswered: (service: string) => unanswered.push(service) };
      const results = await whileWaitingFor(provider.name, () => provider.search(asked));
      return { answer: { results, unanswered }, usage: NO_TOKENS };
    });
    return answer;
  };

  return async (input: SearchWebInput, signal: AbortSignal): Promise<SearchResult> => {
    const { query, language, topK, domainBlock, since, primaryOnly, targetDomains = [] } = input;
    const domainAllow = targetDomains.length > 0 ? targetDomains : input.domainAllow;
    const isNarrow = primaryOnly || input.domainAllow.length > 0;
    const asked = { query, language, topK: isNarrow ? topK * EXCESS : topK, domainAllow, domainBlock, since };
    let answer: WebAnswer;
    try {
      answer = await search(input, asked, signal);
    } catch (error) {
      if (!(error instanceof NothingSearchedError)) throw error;
      return { hits: [], notes: [], problem: `${input.provider}: ${error.message}` };
    }
    return toSearchResult(answer, input);
  };
}

function toSearchResult({ results, unanswered }: WebAnswer, input: SearchWebInput): SearchResult {
  const wanted = distinct(results)
    .filter((result) => isWanted(result, input))
    .slice(0, input.topK);
  const notes = notesOn(wanted, input).map((note) => `${input.provider}: ${note}`);
  return {
    hits: wanted.map((result) => toHit(result, input)),
    notes,
    ...(unanswered.length > 0 && { unanswered }),
  };
}

/** Drops results without a page address, and repeated pages. */
function distinct(results: readonly WebResult[]): RankedResult[] {
  const byLocator = new Map<string, RankedResult>();
  for (const [index, result] of results.entries()) {
    const locator = canonicalAddress(result.url);
    if (locator !== null && !byLocator.has(locator)) byLocator.set(locator, { ...result, locator, rank: index + 1 });
  }
  return [...byLocator.values()];
}

function isWanted(
  { locator, publishedAt }: RankedResult,
  { domainAllow, domainBlock, since, until, primaryOnly }: SearchWebInput,
): boolean {
  if (domainAllow.length > 0 && !isWithinDomains(locator, domainAllow)) return false;
  if (isWithinDomains(locator, domainBlock)) return false;
  if (since !== null && publishedAt !== null && isOlder(publishedAt, since)) return false;
  if (until !== undefined && publishedAt !== null && isOlder(until, publishedAt)) return false;
  return !primaryOnly || sourceTierOf(locator) === 1;
}

function toHit(
  { locator, rank, title, snippet, publishedAt }: RankedResult,
  { provider, query }: SearchWebInput,
): SearchHit {
  return {
    provider,
    query,
    rank,
    // Each provider has its own scale, or no scores.
    providerScore: 1 / rank,
    title,
    locator,
    snippet: cutAtWord(snippet, MAX_SNIPPET_LENGTH),
    passage: null,
    publishedAt,
  };
}

function notesOn(results: readonly RankedResult[], { since }: SearchWebInput): string[] {
  if (since === null) return [];
  const undated = results.filter(({ publishedAt }) => publishedAt === null).length;
  if (undated === 0) return [];
  return [`${undated} of ${results.length} results have no date and may be older than ${since}`];
}
