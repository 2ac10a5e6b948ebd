import type { GradedResult } from '../../contracts/briefing-activities.ts';
import type { ItemStatus, LiveQuery } from '../../contracts/briefing-items.ts';
import type { SearchHit } from '../../contracts/evidence.ts';
import { bareWords } from '../bare-words.ts';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?!\d)/u;

export interface ScreenResultInput {
  readonly query: Pick<LiveQuery, 'since' | 'until' | 'targetTiers'>;
  readonly hit: Pick<SearchHit, 'locator' | 'title' | 'publishedAt'>;
  readonly graded: Pick<GradedResult, 'tier' | 'outlet'>;
  /** `titleKeyOf` the results of this run. */
  readonly seenTitles: ReadonlySet<string>;
}

export type Screening =
  | { readonly verdict: 'rejected'; readonly reason: string }
  /** `status`: of what the page will say, if that is a fact in time. */
  | { readonly verdict: 'readable'; readonly status: ItemStatus };

/** Whether a result is worth reading: of a good or at least unlisted source, new, and within the query's time. */
export function screenResult({ query, hit, graded, seenTitles }: ScreenResultInput): Screening {
  const isRepeated = seenTitles.has(titleKeyOf(hit, graded));
  const fault =
    standingFault(graded, query) ??
    (isRepeated ? 'duplicate: the outlet has it under another address' : null) ??
    // Where the search service knows no date, the page may.
    (hit.publishedAt === null ? null : scopeFault(hit.publishedAt, query));
  if (fault !== null) return { verdict: 'rejected', reason: fault };
  return { verdict: 'readable', status: graded.tier === null ? 'reported' : 'confirmed' };
}

/**
 * Why a date is out of a query's scope, for people; null: it is within. A page's own date decides over the one that a search
 * service gave, so it is asked again after reading.
 *
 * @param publishedAt ISO 8601, or a date alone
 */
export function scopeFault(publishedAt: string | null, query: Pick<LiveQuery, 'since' | 'until'>): string | null {
  const day = publishedAt?.match(ISO_DAY)?.[0];
  if (day === undefined) return 'it has no date';
  if (query.since !== null && day < query.since) return `out of scope: published on ${day}, before ${query.since}`;
  if (query.until !== null && day > query.until) return `out of scope: published on ${day}, after ${query.until}`;
  return null;
}

/** One article under two addresses has one key; the same headline of two outlets has two. */
export function titleKeyOf({ title }: Pick<SearchHit, 'title'>, { outlet }: Pick<GradedResult, 'outlet'>): string {
  return `${outlet} ${bareWords(title)}`;
}

function standingFault({ tier }: Pick<GradedResult, 'tier'>, { targetTiers }: Pick<LiveQuery, 'targetTiers'>) {
  if (tier === 3) return 'source of tier 3';
  const isForPrimary = targetTiers.every((target) => target === 1);
  return isForPrimary && tier !== 1 ? 'the query is for sources of tier 1 alone' : null;
}
