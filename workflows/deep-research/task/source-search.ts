import { isCancellation } from '@temporalio/workflow';
import { callActivity } from '../../activity-options.ts';
import type { SearchResult, SearchWebInput } from '../../contracts/activities.ts';
import { hitIdOf, type SearchHit } from '../../contracts/evidence.ts';
import type { WebProvider } from '../../contracts/web-search.ts';
import { corpusIdOf, corpusMembers, isWebCorpus } from '../../domain/corpus-set.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { fuseRankings } from '../../domain/rank-fusion.ts';
import { isBanned } from '../../domain/steering.ts';
import { describeFailure, providerServerFailure } from '../../failures.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Hits that one query brings back. */
const TOP_K = 30;
/** Hits of a web provider: the first page. */
const WEB_TOP_K = 10;
/** Hits of all queries together that go on to scoring. */
const MAX_CANDIDATES = 40;

/** What a search is for. */
export interface SearchPurpose {
  /** Null: the question itself, before there are tasks. */
  readonly taskId: string | null;
  /** Of the queries, ISO 639-1, or `und`. */
  readonly language: string;
  /** On the web, only sources of tier 1. */
  readonly primaryOnly: boolean;
}

/**
 * Asks every folder and every web provider each query, side by side and within the run's limit, and fuses what comes back.
 * A search that fails is a gap, not the end: recall is lost, not the run. A provider that failed for good is not asked again.
 */
export async function searchSources(
  run: ResearchRun,
  corpusId: string,
  queries: readonly string[],
  purpose: SearchPurpose,
): Promise<SearchHit[]> {
  const folders = corpusMembers(corpusId).filter(({ indexId }) => !isWebCorpus(indexId));
  const providers = run.request.web?.providers ?? [];
  const rankings = await Promise.all(
    queries.flatMap((query, index) => {
      const title = `${purpose.taskId ?? 'question'}: search ${index + 1}/${queries.length} "${query}"`;
      return [
        ...folders.map((folder) => searchFolder(run, corpusIdOf([folder]), query, purpose, title)),
        ...providers.map((provider) => searchProvider(run, provider, query, purpose, title)),
      ];
    }),
  );
  const wanted = rankings.map((hits) => hits.filter(({ locator }) => !isBanned(run.state.steering, locator)));
  const fused = fuseRankings(wanted, hitIdOf).slice(0, MAX_CANDIDATES);
  run.accounts.telemetry.counts.found += fused.length;
  return fused;
}

function searchFolder(
  run: ResearchRun,
  corpusId: string,
  query: string,
  { taskId, language }: SearchPurpose,
  title: string,
): Promise<readonly SearchHit[]> {
  return searchOne(
    run,
    () => callActivity('search', { corpusId, query, language, topK: TOP_K }, title),
    (cause) => run.accounts.gaps.push(createGap('search-failed', { taskId, subject: query.slice(0, 120), cause })),
  );
}

async function searchProvider(
  run: ResearchRun,
  provider: WebProvider,
  query: string,
  { language, primaryOnly }: SearchPurpose,
  title: string,
): Promise<readonly SearchHit[]> {
  const { web } = run.request;
  if (web === null || run.accounts.hasFailed(provider)) return [];
  const { domainAllow, domainBlock, since } = web;
  const input = { provider, query, language, topK: WEB_TOP_K, primaryOnly, domainAllow, domainBlock, since };
  return searchOne(
    run,
    () => askProvider(run, provider, input, `${title} on ${provider}`),
    (cause) => run.accounts.reportProvider(provider, cause),
  );
}

/** A provider that is down is waited for in one place; runs that began before leave that to the activity's retries. */
function askProvider(run: ResearchRun, provider: WebProvider, input: SearchWebInput, title: string) {
  const queue = `web-${provider}` as const;
  if (!run.hasDurableWaits || run.request.settings.providerOutageSeconds === 0) {
    return callActivity('searchWeb', input, title, { queue });
  }
  const options = { queue, endsAtFailureOfServer: true };
  return run.serverOf(provider).ask(
    () => callActivity('searchWeb', { ...input, metering: run.meteringTerms() }, title, options),
    (error) => providerServerFailure(error, run.researchId),
  );
}

async function searchOne(
  run: ResearchRun,
  search: () => Promise<SearchResult>,
  onFailure: (cause: string) => void,
): Promise<readonly SearchHit[]> {
  const { accounts } = run;
  const asking = run.budget.askAt('searches');
  if (asking !== undefined) await asking;
  if (!accounts.take('searches')) return [];
  accounts.telemetry.counts.issued += 1;
  try {
    const { hits, notes } = await search();
    accounts.noteQuality(notes);
    return hits;
  } catch (error) {
    if (isCancellation(error)) throw error;
    accounts.telemetry.counts.failed += 1;
    onFailure(describeFailure(error));
    return [];
  }
}
