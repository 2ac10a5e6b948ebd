import type { WebProvider } from '@plumbline/contracts/common/web-search';
import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import { fuseRankings, takeInTurn } from '@plumbline/contracts/evidence/rank-fusion';
import { hitIdOf, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import type { FoundHits, SearchResult, SearchWebInput } from '@plumbline/contracts/research/retrieval-activities';
import { isCancellation } from '@temporalio/workflow';
import { describeCause, providerWaitCause } from '../../calls/activity-failures.ts';
import { callActivity } from '../../calls/activity-options.ts';
import { isBanned } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { meteringTerms } from '../run/run-reasoning.ts';
import { waitForSearch } from './research-budget.ts';

/** Hits that one query brings back. */
const TOP_K = 30;
/** Hits of a web provider: the first page. */
const WEB_TOP_K = 10;
/** Hits of all queries together that go on to scoring. */
const MAX_CANDIDATES = 40;

type SearchParts = Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'budget' | 'servers' | 'reasoning'>;

/** What a search is for. */
export interface SearchPurpose extends Pick<SearchWebInput, 'language' | 'primaryOnly' | 'until' | 'targetDomains'> {
  /** Null: the question itself, before there are tasks. */
  readonly taskId: string | null;
}

/** What one query found at one place. */
export interface Ranking extends Omit<FoundHits, 'hits'> {
  /** Best first. */
  readonly hits: readonly SearchHit[];
}

/** Asks all sources each query, and fuses their rankings; see {@link rankSources}. */
export async function searchSources(
  run: SearchParts,
  corpusId: string,
  queries: readonly string[],
  purpose: SearchPurpose,
): Promise<SearchHit[]> {
  return fuseFound(run, await rankSources(run, corpusId, queries, purpose));
}

/**
 * The best hits of all rankings together. For a model the first of each query, then the second: what one query names by its heading is read
 * however few others find it. The rules read what most queries agree on.
 */
export function fuseFound({ accounts }: Pick<SearchParts, 'accounts'>, rankings: readonly Ranking[]): SearchHit[] {
  const merge = accounts.engine === 'model' ? takeInTurn : fuseRankings;
  const fused = merge(
    rankings.map(({ hits }) => hits),
    hitIdOf,
  ).slice(0, MAX_CANDIDATES);
  accounts.telemetry.counts.found += fused.length;
  return fused;
}

/**
 * Asks the folders and every web provider each query, side by side and within the run's limit. A search that fails is a gap:
 * it costs recall, not the run. A provider that failed for good is not asked again. What a person banned is left out.
 */
export async function rankSources(
  run: SearchParts,
  corpusId: string,
  queries: readonly string[],
  purpose: SearchPurpose,
): Promise<readonly Ranking[]> {
  const folders = foldersOf(corpusId);
  const providers = run.request.web?.providers ?? [];
  // Together, so that their passages are one ranking.
  const inFolders = folders === null ? [] : [searchFolders(run, folders, queries, purpose)];
  const rankings = await Promise.all(
    queries.flatMap((query, index) => {
      const title = `${purpose.taskId ?? 'question'}: search ${index + 1}/${queries.length} "${query}"`;
      return [
        ...inFolders.map(async (found) => ({ query, provider: null, hits: (await found)[index] ?? [] })),
        ...providers.map(async (provider) => {
          return { query, provider, hits: await searchProvider(run, provider, query, purpose, title) };
        }),
      ];
    }),
  );
  return rankings.map((ranking) => ({
    ...ranking,
    hits: ranking.hits.filter(({ locator }) => !isBanned(run.state.steering, locator)),
  }));
}

/** @returns the hits of each query, best first */
async function searchFolders(
  run: SearchParts,
  corpusId: string,
  queries: readonly string[],
  { taskId, language }: SearchPurpose,
): Promise<readonly (readonly SearchHit[])[]> {
  const allowed: string[] = [];
  for (const query of queries) if (await waitForSearch(run)) allowed.push(query);
  const { accounts } = run;
  if (allowed.length === 0) return queries.map(() => []);
  accounts.telemetry.counts.issued += allowed.length;
  const input = { corpusId, queries: allowed, language, topK: TOP_K };
  const title = `${taskId ?? 'question'}: search for ${allowed.map((query) => `"${query}"`).join(', ')}`;
  try {
    const { hits, rankings, notes } = await callActivity('searchFolder', input, title);
    accounts.noteQuality(notes);
    return queries.map((query) => (rankings[allowed.indexOf(query)] ?? []).flatMap((place) => hits[place] ?? []));
  } catch (error) {
    if (isCancellation(error)) throw error;
    accounts.telemetry.counts.failed += allowed.length;
    const cause = describeCause(error);
    for (const query of allowed) reportFailed(run, query, taskId, cause);
    return queries.map(() => []);
  }
}

function reportFailed({ accounts }: SearchParts, query: string, taskId: string | null, cause: string): void {
  accounts.gaps.push(createGap('search-failed', { taskId, subject: query.slice(0, 120), cause }));
}

async function searchProvider(
  run: SearchParts,
  provider: WebProvider,
  query: string,
  { taskId, language, primaryOnly, until, targetDomains = [] }: SearchPurpose,
  title: string,
): Promise<readonly SearchHit[]> {
  const { web } = run.request;
  if (web === null || run.accounts.hasFailed(provider)) return [];
  const { domainAllow, domainBlock, since } = web;
  const scope = {
    domainAllow,
    domainBlock,
    since,
    ...(until !== undefined && { until }),
    ...(targetDomains.length > 0 && { targetDomains }),
  };
  const input = { provider, query, language, topK: WEB_TOP_K, primaryOnly, ...scope };
  return searchOne(
    run,
    async () => {
      const found = await askProvider(run, provider, input, `${title} on ${provider}`);
      if (found.problem !== undefined) {
        run.accounts.telemetry.counts.failed += 1;
        reportFailed(run, query, taskId, found.problem);
      }
      run.accounts.noteUnanswered(provider, found.unanswered);
      return found;
    },
    (cause) => run.accounts.reportProvider(provider, cause),
  );
}

/** A provider that is down is waited for in one place, unless the run has no time for that. */
function askProvider(
  { request, state, servers }: SearchParts,
  provider: WebProvider,
  target: Omit<SearchWebInput, 'metering'>,
  title: string,
): Promise<SearchResult> {
  const queue = `web-${provider}` as const;
  const search = (endsAtFailureOfServer: boolean) => {
    const input = { ...target, metering: meteringTerms(request, state.current.limits) };
    return callActivity('searchWeb', input, title, { queue, endsAtFailureOfServer });
  };
  if (!servers.waitsForProviders) return search(false);
  return servers.of(provider).ask(() => search(true), providerWaitCause);
}

async function searchOne(
  { accounts, budget }: SearchParts,
  search: () => Promise<SearchResult>,
  onFailure: (cause: string) => void,
): Promise<readonly SearchHit[]> {
  if (!(await waitForSearch({ accounts, budget }))) return [];
  accounts.telemetry.counts.issued += 1;
  try {
    const { hits, notes } = await search();
    accounts.noteQuality(notes);
    return hits;
  } catch (error) {
    if (isCancellation(error)) throw error;
    accounts.telemetry.counts.failed += 1;
    onFailure(describeCause(error));
    return [];
  }
}
