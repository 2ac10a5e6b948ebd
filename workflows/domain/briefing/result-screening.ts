import type { GradedResult } from '@plumbline/contracts/briefings/briefing-activities';
import type { LiveQuery } from '@plumbline/contracts/briefings/briefing-items';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?!\d)/u;

export interface ScreenResultInput {
  readonly query: Pick<LiveQuery, 'since' | 'until' | 'targetTiers'>;
  readonly hit: Pick<SearchHit, 'locator' | 'title' | 'publishedAt'>;
  readonly graded: Pick<GradedResult, 'tier' | 'outlet'>;
  /** `titleKeyOf` the results of this run. */
  readonly seenTitles: ReadonlySet<string>;
}

/** Why a result is not worth reading, for people; null: it is, of a listed or at least credible source, new, and in time. */
export function screenResult({ query, hit, graded, seenTitles }: ScreenResultInput): string | null {
  if (!admitsTier(query, graded)) return TIER_3;
  if (seenTitles.has(titleKeyOf(hit, graded))) return 'duplicate: the outlet has it under another address';
  // Where the search service knows no date, the page may.
  return hit.publishedAt === null ? null : scopeFault(hit.publishedAt, query);
}

/** Whether a query asks sources of this tier. What it does not ask is no result of it: another query may want it. */
export function isAsked(
  { targetTiers }: Pick<LiveQuery, 'targetTiers'>,
  { tier }: Pick<GradedResult, 'tier'>,
): boolean {
  return targetTiers.some((target) => target !== 1) || tier === 1;
}

/** Tier 3 is read for watchpoints alone, and confirms nothing. */
export function admitsTier(
  { targetTiers }: Pick<LiveQuery, 'targetTiers'>,
  { tier }: Pick<GradedResult, 'tier'>,
): boolean {
  return tier !== 3 || targetTiers.includes(3);
}

export const TIER_3 = 'source of tier 3';

/** Of a page that could not be read: a later run may try again. */
export const UNREAD = 'the page could not be read';

/**
 * Why a date is out of a query's scope, for people; null if it is within. A page's own date overrides the one from a
 * search service, so this is asked again after reading.
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
